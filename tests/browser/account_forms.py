"""The forms to sign up and in, filled in as a player would."""

from typing import Any

PASSWORD = "correct-horse-battery-staple"  # noqa: S105 - of every account in these tests


def fill_in(page: Any, name: str, *, new: bool, password: str = PASSWORD) -> None:
    """Fill in and send the form to sign up or in."""
    page.fill("[name=username]", name)
    page.fill("[name=password]", password)
    if new:
        page.fill("[name=again]", password)
    page.click("form.form button.main")
