"""The administration in a real browser: it works under our policy, which lets nothing inline run."""

import os
import re
import subprocess
import sys
from typing import Any

from server_processes import Server

PASSWORD = "a long pass phrase of the host"  # noqa: S105 - of this test alone


def is_fault(message: Any) -> bool:
    """Whether the browser complains, but for the icon that it looks for by itself."""
    return message.type == "error" and not message.location["url"].endswith("/favicon.ico")


def test_staff_read_tables_without_a_fault(browser: object, server: Server) -> None:
    page = browser.new_page()  # type: ignore[attr-defined]
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if is_fault(message) else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    try:
        page.goto(f"{server.url}/sign-up/")
        page.fill("[name=username]", "club-host")
        for field in page.query_selector_all("[type=password]"):
            field.fill(PASSWORD)
        field.press("Enter")
        page.wait_for_url(re.compile(r"^(?!.*sign-up)"))
        script = "import sys; from winnable.cli import main; sys.exit(main())"
        environment = {**os.environ, "WINNABLE_DATA": str(server.data)}
        subprocess.run([sys.executable, "-c", script, "admin-user", "club-host"], env=environment, check=True)
        for address in ("/admin/", "/admin/winnable/player/", "/admin/auth/user/", "/admin/auth/user/add/"):
            page.goto(server.url + address)
            assert page.title().endswith("Winnable")
        page.goto(f"{server.url}/admin/auth/user/")
        page.click("#result_list tbody th a")
        page.wait_for_selector(".selector-available")
        page.goto(f"{server.url}/admin/winnable/player/")
        page.click("#result_list tbody th a")
        page.wait_for_selector(".readonly")
    finally:
        page.close()
    assert faults == []
