"""What monitors and collectors of logs are told: enough to run the site, and nothing about anyone."""

import io
import json
import logging
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, RequestFactory, override_settings
from django.urls import resolve
from prometheus_client.parser import text_string_to_metric_families

from databases import place
from server_processes import Caller, Server
from site_support import Guest
from winnable.site import health, logs, metrics, warming


@pytest.fixture
def guest() -> Guest:
    """Someone who has not played yet."""
    return Guest()


def test_health_tells_its_parts(guest: Guest) -> None:
    """People can play while the solver is being prepared, so that is no fault."""
    answer = guest.call("GET", "/health")
    assert answer.status == 200
    assert answer.json["solver"] in ("ok", "being prepared")
    assert {**answer.json, "solver": ""} == {"status": "ok", "database": "ok", "migrations": "ok", "solver": ""}


@pytest.mark.parametrize("fault", ["database", "migrations", "solver"])
def test_health_tells_what_fails(guest: Guest, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    if fault == "database":

        def refuse(*_: object, **__: object) -> None:
            raise OperationalError("gone")

        monkeypatch.setattr(MigrationRecorder, "applied_migrations", refuse)
    elif fault == "migrations":
        monkeypatch.setattr(health, "_wanted", lambda: frozenset({("winnable", "9999_later")}))
    else:
        warming._failed.set()
    try:
        answer = guest.call("GET", "/health")
    finally:
        warming._failed.clear()
    assert answer.status == 503
    assert answer.json["status"] == "failed"
    assert answer.json[fault] in ("failed", "missing")


def test_a_monitor_may_call_by_any_name() -> None:
    """It calls a process by its address, which is not the site's name; every page refuses that."""
    client = Client(headers={"host": "10.1.2.3"})
    assert client.get("/health").status_code == 200
    assert client.get("/").status_code == 400


@pytest.mark.parametrize(
    ("setting", "caller", "status"),
    [
        ("", {}, 404),
        ("1", {}, 200),
        ("1", {"REMOTE_ADDR": "::1"}, 200),
        ("1", {"REMOTE_ADDR": "192.0.2.7"}, 404),
        ("1", {"REMOTE_ADDR": ""}, 404),
        ("1", {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, 404),
        ("all", {"REMOTE_ADDR": "192.0.2.7"}, 200),
    ],
)
def test_figures_are_for_whom_the_host_means_them(setting: str, caller: dict[str, Any], status: int) -> None:
    with override_settings(METRICS=setting):
        assert Client().get("/metrics", **caller).status_code == status


def figures(text: str) -> dict[tuple[str, ...], float]:
    """Each figure by its name and the values of its labels, in the order of their names."""
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_what_is_counted(guest: Guest) -> None:
    with override_settings(METRICS="1"):
        before = figures(metrics.text().decode())
        table = guest.deal("canfield")
        guest.play(table, "S")
        guest.step(table, "turn")
        text = metrics.text().decode()
    after = figures(text)
    more = {name: value - before.get(name, 0) for name, value in after.items()}
    assert more["winnable_tables_total", "canfield"] == 1
    assert more["winnable_steps_total", "canfield"] == 1
    steps = "/api/tables/<table_id>/steps"
    assert more["winnable_requests_total", "POST", steps, "200"] == 1
    assert more["winnable_requests_total", "POST", steps, "409"] == 1
    assert more["winnable_request_seconds_count", steps] == 2
    assert table["id"] not in text
    assert guest.client.cookies["sessionid"].value not in text


def test_searches_are_counted() -> None:
    from winnable.site.searches import Busy, Searches

    with override_settings(METRICS="1"):
        before = figures(metrics.text().decode())
        searches = Searches(threads=1, waiting=0)
        assert searches.ask("one", 1, lambda cancel: 7, 10) == 7
        going, done = threading.Event(), threading.Event()
        with pytest.raises(Busy):
            searches.ask("two", 1, lambda cancel: (going.set(), done.wait(30)), 0)
        going.wait(30)
        during = figures(metrics.text().decode())
        done.set()
        searches.ask("two", 1, lambda cancel: None, 30)
        searches.close()
    name = ("winnable_searches_busy_total", "not done yet")
    assert during[name] == 1 + before.get(name, 0)
    assert during["winnable_searches_now", "quick", "running"] == 1
    assert during["winnable_searches_now", "quick", "waiting"] == 0


def test_processes_of_one_server_add_up(tmp_path: Path) -> None:
    """Each counts in a file of its own; what a process that has died was doing just then is nobody's work now."""
    script = f"""
import os, sys
os.environ["WINNABLE_METRICS"], os.environ["WINNABLE_DATA"] = "1", {str(tmp_path)!r}
os.environ["PROMETHEUS_MULTIPROC_DIR"] = {str(tmp_path)!r}
from winnable.site import metrics, ready
ready.set_up()
metrics.count("tables", "canfield")
metrics.searches_are("quick", 3, 2)
print(metrics.text().decode())
"""
    for processes in (1, 2):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        found = figures(done.stdout)
        assert found["winnable_tables_total", "canfield"] == processes
        assert found["winnable_searches_now", "quick", "waiting"] == 3


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What is logged as JSON lines."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonLines())
    logging.getLogger().addHandler(handler)
    logs.requests.setLevel(logging.INFO)
    yield stream
    logs.requests.setLevel(logging.WARNING)
    logging.getLogger().removeHandler(handler)


def test_a_request_is_logged_by_its_route(guest: Guest, lines: io.StringIO) -> None:
    table = guest.deal()
    guest.play(table, "S")
    guest.call("GET", f"/table/{table['id']}/")
    guest.call("GET", "/nix/bob@example.org")
    guest.call("GET", "/static/nix.css")
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [line["route"] for line in told] == [
        "/api/tables",
        "/api/tables/<table_id>/steps",
        "/table/<str:table_id>/",
        "unknown",
        "static",
    ]
    assert [line["status"] for line in told] == [201, 200, 302, 404, 404]
    assert all(line["milliseconds"] >= 0 for line in told)
    assert {line["method"] for line in told} == {"GET", "POST"}
    assert_nothing_personal(lines.getvalue(), guest, table)


def test_what_anyone_can_send_fills_no_log(guest: Guest, lines: io.StringIO) -> None:
    """Guards against a traceback for each call by a foreign name, and for each form with thousands of fields."""
    assert guest.client.get("/", headers={"host": "elsewhere.example"}).status_code == 400
    many = "&".join(["a=1"] * 5_000)
    form = guest.client.post("/sign-in/", many, content_type="application/x-www-form-urlencoded")
    assert form.status_code == 400
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert {line["logger"] for line in told} == {"winnable.requests"}


def test_a_fault_is_logged_without_what_was_typed(
    guest: Guest, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message of an exception may hold anything, such as the row of a database."""
    from winnable.site import store

    table = guest.deal()

    def fail(*_: object) -> None:
        raise ValueError(f"bob@example.org at 192.0.2.7 and {table['id']}")

    monkeypatch.setattr(store, "find", fail)
    guest.client.raise_request_exception = False
    assert guest.call("GET", f"/table/{table['id']}/").status == 500
    logging.getLogger("elsewhere").error("A mail to bob@example.org from 192.0.2.7 came back.")
    fault = next(json.loads(line) for line in lines.getvalue().splitlines() if "exception" in line)
    assert fault["exception"] == "ValueError"
    assert fault["message"] == "500 at /table/<str:table_id>/"
    assert any("test_site_observing.py" in place for place in fault["trace"])
    assert_nothing_personal(lines.getvalue(), guest, table)


def assert_nothing_personal(text: str, guest: Guest, table: Any) -> None:
    assert table["id"] not in text
    assert guest.client.cookies["sessionid"].value not in text
    assert not re.search(r"bob|@|192\.0\.2|127\.0\.0\.1", text)


def test_a_server_that_logs_json_says_nothing_else(tmp_path: Path) -> None:
    with place("sqlite", tmp_path / "data") as environment, (tmp_path / "log").open("w+") as log:
        server = Server({**environment, "WINNABLE_LOG": "json", "WINNABLE_METRICS": "1"}, log=log)
        caller = Caller()
        path = caller.deal(server)
        caller.call(server, "POST", f"{path}/steps", {"after": 0, "key": "k", "do": "turn"})
        assert caller.call(server, "GET", "/metrics")[0] == 200
        server.kill()
        log.seek(0)
        told = [json.loads(line) for line in log]
    routes = [line["route"] for line in told if "route" in line]
    assert routes == ["/", "/api/tables", "/api/tables/<table_id>/steps", "/metrics"]
    assert path.rpartition("/")[2] not in str(told)


@pytest.mark.parametrize("name", ["WINNABLE_LOG", "WINNABLE_METRICS"])
def test_a_setting_that_is_none_is_one_clear_sentence(tmp_path: Path, name: str) -> None:
    with place("sqlite", tmp_path) as environment:
        command = [sys.executable, "-m", "winnable.site.serve", "--port", "0", "--no-browser"]
        done = subprocess.run(
            command, env={**environment, name: "banana"}, capture_output=True, text=True, timeout=60, check=False
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"{name} is one of" in done.stderr


def test_a_fault_is_logged_by_its_route(capsys: pytest.CaptureFixture[str]) -> None:
    """The path may be the link to a new password."""
    text, stream = logs.TextLines(), io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(text)
    request = RequestFactory().get("/reset/MQ/secret-token-ä/")
    request.resolver_match = resolve("/reset/MQ/secret-token/")
    escaped = request.path.encode("unicode_escape").decode("ascii")
    for path in (request.path, escaped):
        record = logging.LogRecord("django.request", logging.ERROR, "", 1, "Internal Server Error: %s", (path,), None)
        record.request = request
        handler.emit(record)
    assert "secret-token" not in stream.getvalue()
    assert stream.getvalue().count("Internal Server Error: /") == 2
    handler.emit(logging.LogRecord("winnable", logging.ERROR, "", 1, "A search failed.", (), None))
    assert "ERROR winnable: A search failed." in stream.getvalue()


def test_the_settings_log_that_way() -> None:
    from django.conf import settings

    assert settings.LOGGING["formatters"]["text"] == {"()": "winnable.site.logs.TextLines"}
