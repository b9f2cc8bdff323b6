"""What a host sets for a site behind HTTPS: Django's own check is clean, and nobody is sent in a circle."""

import subprocess
import sys
from pathlib import Path

import pytest

from databases import place
from server_processes import Server

HTTPS = {"WINNABLE_HTTPS": "1", "WINNABLE_HOSTS": "cards.example.org", "WINNABLE_HSTS": "31536000"}


def test_django_s_check_is_clean(tmp_path: Path) -> None:
    with place("sqlite", tmp_path) as environment:
        command = [sys.executable, "-m", "django", "check", "--deploy", "--fail-level", "INFO"]
        settings = {**environment, **HTTPS, "DJANGO_SETTINGS_MODULE": "winnable.site.settings"}
        done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_plain_http_is_sent_on_and_https_answered(tmp_path: Path) -> None:
    import http.client

    with place("sqlite", tmp_path) as environment:
        server = Server({**environment, **HTTPS})
        try:
            answers = {}
            for path, scheme in (("/", "http"), ("/", "https"), ("/health", "http")):
                connection = http.client.HTTPConnection(server.place, timeout=60)
                host = "127.0.0.1" if path == "/health" else "cards.example.org"
                connection.request("GET", path, headers={"Host": host, "X-Forwarded-Proto": scheme})
                response = connection.getresponse()
                answers[path, scheme] = (response.status, response.headers)
                response.read()
                connection.close()
        finally:
            server.kill()
    assert answers["/", "http"][0] == 301
    assert answers["/", "http"][1]["Location"] == "https://cards.example.org/"
    assert answers["/", "https"][0] == 200
    assert answers["/", "https"][1]["Strict-Transport-Security"] == "max-age=31536000"
    cookies = answers["/", "https"][1].get_all("Set-Cookie")
    assert cookies
    assert all("Secure" in cookie for cookie in cookies)
    assert answers["/health", "http"][0] == 200


@pytest.mark.parametrize("wrong", [{"WINNABLE_HSTS": "31536000"}, {"WINNABLE_HTTPS": "1", "WINNABLE_HSTS": "a year"}])
def test_what_browsers_can_not_be_told_is_one_clear_sentence(tmp_path: Path, wrong: dict[str, str]) -> None:
    with place("sqlite", tmp_path) as environment:
        command = [sys.executable, "-m", "winnable.site.serve", "--port", "0", "--no-browser"]
        done = subprocess.run(
            command, env={**environment, **wrong}, capture_output=True, text=True, timeout=60, check=False
        )
    assert done.returncode == 2
    assert "WINNABLE_HSTS must be" in done.stderr
