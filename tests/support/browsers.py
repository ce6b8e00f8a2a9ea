"""Tests that want a browser, and a page in it."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

# names under which Chromium is installed, the first that is found is used; another one may be named by a variable
NAMES = ("chromium", "chromium-browser", "google-chrome")
VARIABLE = "CORTEN_TEST_BROWSER"

# no sandbox for root, no GPU, no network beyond the page
FLAGS = (
    "--no-sandbox --disable-quic --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync --disable-dev-shm-usage --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader"
).split()

# [ms] between two looks at what is waited for, and how many before a test fails
PERIOD, LOOKS = 50, 2000
# [ms] as long as a browser may take to start or to answer on a busy machine
PATIENCE = 400_000


def browser_path() -> str:
    """Return the browser; tests that want one are skipped where there is none."""
    found = os.environ.get(VARIABLE) or next((path for name in NAMES if (path := shutil.which(name))), None)
    if not found:
        pytest.skip(f"NO PICTURE OF THE VIEWER WAS TESTED: none of {', '.join(NAMES)} is installed")
    return found


@contextmanager
def open_browser() -> Iterator[Any]:
    """Open a browser without a window."""
    from playwright.sync_api import sync_playwright

    path = browser_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=PATIENCE)
        try:
            yield browser
        finally:
            browser.close()


def wait_until(page: Any, condition: Callable[[], bool]) -> None:
    """Let the page go on until something is true."""
    for _ in range(LOOKS):
        if condition():
            return
        page.wait_for_timeout(PERIOD)
    raise AssertionError("what was waited for did not happen")
