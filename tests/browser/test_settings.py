"""Settings: shown before anything is painted, kept by the server, sent again until they are heard."""

from collections.abc import Callable
from typing import Any

from table_page import TablePage

from server_processes import Server

Open = Callable[..., TablePage]
_THEME = "() => document.documentElement.dataset.theme"


def change(table: TablePage, name: str, value: object) -> None:
    """Change a setting and wait until the server has heard it."""
    table.page.evaluate("([name, value]) => window.winnableTable.setting(name, value)", [name, value])


def second_device(table: TablePage, browser: Any) -> TablePage:
    """The same player in another browser, which keeps nothing yet."""
    other = TablePage(browser, table.url, {})
    other.context.add_cookies(table.context.cookies())
    return other


def test_a_new_device_shows_them_before_anything_is_painted(open_table: Open, browser: Any) -> None:
    table = open_table("canfield", number=41)
    change(table, "theme", "contrast")
    change(table, "hand", "left")
    other = second_device(table, browser)
    other.page.route("**/*.js", lambda route: route.abort() if "/table/" in route.request.url else route.continue_())
    other.page.goto(f"{table.url}/rules/canfield/")
    assert other.page.evaluate(_THEME) == "contrast"
    assert other.page.evaluate("() => document.documentElement.dataset.hand") == "left"
    other.close()


def test_the_newest_change_of_two_devices_wins(open_table: Open, browser: Any) -> None:
    table = open_table("canfield", number=42)
    change(table, "theme", "dark")
    other = second_device(table, browser)
    other.page.goto(f"{table.url}/play/canfield/42/")
    other.ready()
    change(other, "theme", "light")
    change(other, "deck", "four")
    table.press("s")
    assert table.page.evaluate(_THEME) == "light"
    assert table.page.evaluate("() => document.documentElement.dataset.deck") == "four"
    other.close()


def test_a_change_that_did_not_arrive_is_sent_later(open_table: Open, server: Server) -> None:
    table = open_table("canfield", number=43)
    # All that it asks: an answer to anything else would end what is said about the connection at once.
    table.intercept("**/api/**", lambda route: route.abort())
    table.page.evaluate("() => { window.winnableTable.setting('theme', 'dark'); }")
    table.page.wait_for_selector("#connection:not([hidden])")
    table.page.goto(f"{server.url}/rules/canfield/")
    table.page.unroute("**/api/**")  # only now: the page before would have sent it again
    assert table.page.evaluate(_THEME) == "dark"
    with table.page.expect_response("**/api/settings") as heard:
        table.page.goto(f"{server.url}/play/canfield/43/")
    assert heard.value.json()["theme"] == "dark"


def test_a_change_that_the_server_failed_on_is_sent_with_the_next_answer(open_table: Open) -> None:
    table = open_table("canfield", number=47)
    failed: list[str] = []

    def fail_once(route: Any) -> None:
        if failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.fulfill(status=500, json={"code": "fault", "message": "A fault."})

    table.intercept("**/api/settings", fail_once)
    change(table, "deck", "four")
    assert failed
    with table.page.expect_response("**/api/settings") as heard:
        table.press("s")
    assert heard.value.json()["deck"] == "four"
    assert len(table.errors) == 1, "the browser's own note about the fault"
    table.errors.clear()


def test_nonsense_that_the_browser_kept_is_forgotten(open_table: Open, server: Server) -> None:
    table = open_table("canfield", number=48)
    kept = "() => JSON.parse(localStorage.getItem('winnable.settings'))"
    change(table, "deck", "four")
    table.page.evaluate(f"""() => {{
      const kept = ({kept})();
      localStorage.setItem("winnable.settings", JSON.stringify({{ ...kept, speed: "ludicrous", pending: ["speed"] }}));
    }}""")
    table.page.goto(f"{server.url}/play/canfield/48/")
    table.ready()
    table.page.wait_for_function(f"() => ({kept})().pending.length === 0")
    table.page.reload()
    table.ready()
    shown = table.page.evaluate("() => JSON.parse(document.documentElement.dataset.settings)")
    assert (shown["deck"], shown["speed"], shown["pending"]) == ("four", "off", [])


def test_another_player_in_the_same_browser_has_his_own(open_table: Open, server: Server) -> None:
    table = open_table("canfield", number=44)
    change(table, "theme", "dark")
    table.context.clear_cookies()
    table.page.goto(f"{server.url}/rules/canfield/")
    assert table.page.evaluate(_THEME) == "system"


def test_every_setting_is_in_the_dialog_as_it_is(open_table: Open) -> None:
    table = open_table("canfield", number=45)
    wanted = {"timer": True, "sounds": True, "speed": "slow", "theme": "dark", "faces": "plain", "hand": "left"}
    for name, value in wanted.items():
        change(table, name, value)
    table.page.click(".menu summary")
    table.page.click("[data-command=settings]")
    for name, value in wanted.items():
        field = table.page.locator(f"#settings [name={name}]")
        assert (field.is_checked() if value is True else field.input_value()) == value


def test_plain_faces_have_no_pictures(open_table: Open) -> None:
    table = open_table("canfield", number=46)
    assert table.page.evaluate("() => window.winnableTable.board.layout.w >= 68")
    with_pictures = table.page.locator("#board").inner_html()
    change(table, "faces", "plain")
    assert table.page.locator("#board").inner_html() != with_pictures
    change(table, "faces", "pictures")
    assert len(table.page.locator("#board").inner_html()) == len(with_pictures)


def test_a_dialog_from_the_menu_gives_the_focus_back_to_it(open_table: Open) -> None:
    """The entry that opened the dialog is hidden by then, so whoever plays by keyboard was sent to the page's start."""
    page = open_table("canfield", number=12).page
    focused = "() => document.activeElement.matches('.menu summary')"
    for choice in (None, "[data-command=settings]"):
        page.focus(".menu summary")
        page.keyboard.press("Enter")
        if choice:
            page.focus(f".menu {choice}")
            page.keyboard.press("Enter")
            page.wait_for_selector("dialog[open]")
        page.keyboard.press("Escape")
        page.wait_for_function(f"() => !document.querySelector('dialog[open], details.menu[open]') && ({focused})()")
