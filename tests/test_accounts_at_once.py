"""Two tabs and two people at once: nothing is lost, and nobody gets what is another's."""

import threading
from functools import partial

from django.contrib.auth import get_user_model

from accounts_support import ids, ids_of, new_name
from at_once import at_once, tab_of
from site_support import PASSWORD, Guest
from winnable.games import GAMES
from winnable.session import start
from winnable.site import store
from winnable.site.accounts.takeover import new_account, take_over
from winnable.site.models import Player, Table
from winnable.site.players import change_settings


def test_two_tabs_that_sign_in_at_once_lose_nothing() -> None:
    for _ in range(5):
        name, guest = new_name(), Guest()
        Guest().sign_up(name)
        table = guest.deal()
        tabs = [tab_of(guest), tab_of(guest)]
        answers = at_once(*(partial(tab.sign_in, name) for tab in tabs))
        assert [answer.status for answer in answers] == [302, 302]
        assert [ids(tab) for tab in tabs] == [[table["id"]], [table["id"]]]


def test_two_tabs_that_sign_up_at_once_share_nothing() -> None:
    for _ in range(5):
        names, guest = [new_name(), new_name()], Guest()
        table = guest.deal()
        tabs = [tab_of(guest), tab_of(guest)]
        at_once(*(partial(tab.sign_up, name) for tab, name in zip(tabs, names, strict=True)))
        assert sorted(ids_of(name) for name in names) == [[], [table["id"]]]


def test_the_same_name_at_once_is_one_account() -> None:
    for _ in range(5):
        name = new_name()
        guests = [Guest(), Guest()]
        fields = {"username": name, "password": PASSWORD, "again": PASSWORD}
        answers = at_once(*(partial(guest.send, "/sign-up/", **fields) for guest in guests))
        assert sorted(answer.status for answer in answers) == [200, 302]
        assert get_user_model().objects.filter(username=name).count() == 1


def test_moves_while_another_tab_signs_in_are_all_kept() -> None:
    """Each move is stored or refused, and those that were stored are in the account."""
    name, guest = new_name(), Guest()
    Guest().sign_up(name)
    table = guest.deal()
    mover, signer = tab_of(guest), tab_of(guest)
    counted, signed_in = [], threading.Event()

    def move() -> None:
        now = table
        while len(counted) < 30:
            answer = mover.step(now, "turn")
            if answer.status == 200:
                counted.append(answer.json["seq"])
                now = answer.json
            else:  # as the browser does: once more, with the cookie that it has by then
                assert answer.status == 404
                assert signed_in.wait(60)
                mover.client.cookies.load({"sessionid": signer.client.cookies["sessionid"].value})

    def sign_in() -> None:
        signer.sign_in(name)
        signed_in.set()

    assert at_once(move, sign_in) == [None, None]
    assert counted == list(range(1, 31))
    assert Table.objects.get(pk=table["id"]).seq == 30
    assert ids(signer) == [table["id"]]


def test_a_table_dealt_while_the_guest_is_taken_over_is_kept_or_refused() -> None:
    for _ in range(5):
        account = Player.objects.get(user=new_account(None, new_name(), "", PASSWORD))
        guest = Player.objects.create()
        session = start(GAMES["canfield"], 3)
        dealt, taken = at_once(partial(store.create, guest, session), partial(take_over, guest, account))
        assert taken is None
        if not isinstance(dealt, store.NoSuchTable):
            assert Table.objects.get(pk=dealt.table.pk).player_id == account.pk


def test_a_setting_changed_while_the_guest_is_taken_over_is_no_fault() -> None:
    account = Player.objects.get(user=new_account(None, new_name(), "", PASSWORD))
    one = Player.objects.create()
    take_over(one, account)
    assert change_settings(one, {"lamp": True})["lamp"] is False
    take_over(one, account)
