"""Pages for search engines: an address in each language, the site map, what a crawler may fetch."""

import re
from urllib.parse import urlsplit

import pytest

from site_support import Guest
from winnable.games import GAMES

SITE = "http://testserver"
PATHS = ["/", "/help/", *(f"/rules/{name}/" for name in GAMES), "/rules/canfield:draw=1/"]


def alternates(text: str) -> dict[str, str]:
    """The addresses of a page in other languages."""
    return dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', text))


def canonical(text: str) -> str:
    found = re.findall(r'<link rel="canonical" href="([^"]+)">', text)
    assert len(found) == 1
    return str(found[0])


@pytest.mark.parametrize("path", PATHS)
def test_a_page_has_one_address_in_each_language(path: str) -> None:
    expected = {"en": f"{SITE}/en{path}", "de": f"{SITE}/de{path}", "x-default": f"{SITE}{path}"}
    for language in ("en", "de"):
        text = Guest("fr").call("GET", f"/{language}{path}").text
        assert f'<html lang="{language}"' in text
        assert canonical(text) == expected[language]
        assert alternates(text) == expected


@pytest.mark.parametrize("language", ["en", "de"])
def test_without_a_language_a_page_is_in_the_reader_s(language: str) -> None:
    text = Guest(language).call("GET", "/rules/czarina/").text
    assert f'<html lang="{language}"' in text
    assert canonical(text) == f"{SITE}/rules/czarina/"
    answer = Guest(language).call("GET", "/help/")
    assert (answer.status, answer.headers["Location"]) == (302, f"/{language}/help/")


def test_options_in_another_order_have_the_same_address() -> None:
    text = Guest().call("GET", "/en/rules/canfield:fill=choice:draw=1/").text
    assert canonical(text) == f"{SITE}/en/rules/canfield:draw=1:fill=choice/"


def test_choosing_a_language_leads_to_the_page_s_address_in_it() -> None:
    guest = Guest()
    token = guest.client.cookies["csrftoken"].value
    form = {"language": "de", "next": "/en/rules/canfield:draw=1/", "csrfmiddlewaretoken": token}
    answer = guest.client.post("/i18n/setlang/", form)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/de/rules/canfield:draw=1/")
    assert '<html lang="de"' in guest.call("GET", answer.headers["Location"]).text
    assert '<html lang="de"' in guest.call("GET", "/").text


def test_no_two_pages_have_the_same_title_or_description() -> None:
    seen: dict[str, str] = {}
    for language in ("en", "de"):
        for name in [*GAMES, "canfield:draw=1", "klondike:draw=1"]:
            path = f"/{language}/rules/{name}/"
            title = re.findall(r"<title>(.*?)</title>", Guest().call("GET", path).text)[0]
            assert title not in seen, f"{path} and {seen.get(title)}"
            seen[title] = path


def test_every_page_of_the_site_map_is_there() -> None:
    guest = Guest()
    text = guest.client.get("/sitemap.xml").content.decode()
    pages = re.findall(r"<loc>(.*?)</loc>", text)
    assert {f"{SITE}/{language}/rules/{name}/" for name in GAMES for language in ("en", "de")} <= set(pages)
    assert len(set(pages)) == len(pages)
    for page in pages:
        answer = guest.call("GET", urlsplit(page).path)
        assert answer.status == 200
        assert canonical(answer.text) == page
    assert f'hreflang="x-default" href="{SITE}/rules/czarina/"' in text


def test_a_crawler_may_fetch_public_pages_only() -> None:
    answer = Guest().call("GET", "/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    lines = answer.text.splitlines()
    allowed = [line.removeprefix("Allow: ") for line in lines if line.startswith("Allow: ")]
    assert "Disallow: /" in lines
    assert f"Sitemap: {SITE}/sitemap.xml" in lines
    for private in ("/api/", "/table/", "/i18n/", "/health", "/account/", "/daily/"):
        assert not any(private.startswith(path.rstrip("$")) and not path.endswith("$") for path in allowed)
