"""Draw the app's icons as PNG files, for systems that take no SVG: each size plain and maskable.

Run ``python scripts/draw_icons.py``; it needs Playwright and Chromium, and writes to ``src/winnable/site/static/site``.
"""

import shutil

from playwright.sync_api import Browser, sync_playwright

from draw_cards import STATIC, icon

SIZES = (192, 512)  # px


def draw(browser: Browser, svg: str, size: int, name: str) -> None:
    """Draw one icon; what it leaves free stays transparent."""
    page = browser.new_page(viewport={"width": size, "height": size})
    sized = svg.replace("<svg", f"<svg width={size} height={size} display=block", 1)
    page.set_content(f"<body style='margin:0'>{sized}")
    page.screenshot(path=STATIC / f"site/{name}-{size}.png", omit_background=True)
    page.close()


def main() -> None:
    """Write all of them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for size in SIZES:
            draw(browser, icon(), size, "icon")
            draw(browser, icon(maskable=True), size, "icon-maskable")


if __name__ == "__main__":
    main()
