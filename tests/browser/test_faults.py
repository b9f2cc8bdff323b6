"""What a player is told when the server fails."""

from collections.abc import Callable

from table_page import TablePage


def test_a_fault_of_the_server_is_told_as_one(open_table: Callable[..., TablePage]) -> None:
    """It was told as "That is not possible."; the table stays as it was and can be played on."""
    table = open_table("canfield", number=25)
    table.intercept("**/steps", lambda route: route.fulfill(status=500, body="<h1>Something went wrong</h1>"))
    table.page.keyboard.press("s")
    table.page.wait_for_selector("#toast:not([hidden])")
    assert "on our side" in str(table.page.text_content("#toast"))
    table.page.unroute("**/steps")
    table.press("s")
    assert table.seq == 1
    assert table.disagreement() == []
    table.errors[:] = [error for error in table.errors if "status of 500" not in error]
