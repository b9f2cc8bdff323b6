"""The kernels are compiled in the background, and whoever started the program is told."""

import threading

import pytest

from site_support import Guest
from winnable import solver
from winnable.site import warming

assert Guest  # the site is set up


@pytest.mark.parametrize("compiled", [True, False])
def test_compiling_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, compiled: bool) -> None:
    calls: list[str] = []
    monkeypatch.setattr(warming, "_ready", threading.Event())
    monkeypatch.setattr(warming, "_compile", lambda: calls.append("compile"))
    monkeypatch.setattr(solver, "is_compiled", lambda: compiled)
    monkeypatch.setattr(solver, "warm_up", lambda: calls.append("warm up"))
    monkeypatch.setattr(solver, "solve", lambda *_: calls.append("solve"))
    warming._warm_up()
    said = capsys.readouterr()
    assert warming.is_ready()
    assert said.out == ""
    if compiled:
        assert said.err == ""
        assert "compile" not in calls
    else:
        assert "being compiled" in said.err.splitlines()[0]
        assert "ready" in said.err.splitlines()[1]
        assert calls[:2] == ["compile", "warm up"]
