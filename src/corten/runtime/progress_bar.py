"""A bar on a terminal that tells how far something is: one line on standard error, which vanishes when it is done."""

import sys
import threading
import time
from collections.abc import Callable
from shutil import get_terminal_size

# [s] between two looks of the bar, and characters of it
EVERY, LENGTH = 0.1, 40

# goes to the beginning of the line, and clears it
CLEAR = "\r\x1b[2K"


class Bar:
    """How much of a whole is done, drawn anew by a thread of its own: what is waited for may take long.

    `amount` says in words how much of it is done. Where standard error is no terminal, nothing is drawn.
    """

    def __init__(self, description: str, total: float, amount: Callable[[float, float], str]):
        self.description = description
        self.total = total
        self.completed = 0.0
        self._amount = amount
        self._start = time.monotonic()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> "Bar":
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.stop()

    def start(self) -> "Bar":
        """Begin to draw."""
        if sys.stderr.isatty():
            self._thread = threading.Thread(target=self._draw, name="bar", daemon=True)
            self._thread.start()
        return self

    def stop(self) -> None:
        """Take the bar away."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def _draw(self) -> None:
        while not self._over.wait(EVERY):
            sys.stderr.write(CLEAR + self.line(get_terminal_size().columns - 1))
            sys.stderr.flush()
        sys.stderr.write(CLEAR)
        sys.stderr.flush()

    def line(self, width: int) -> str:
        """Return the bar as text of at most some characters."""
        share = min(max(self.completed / self.total, 0.0), 1.0) if self.total else 1.0
        seconds = int(time.monotonic() - self._start)
        filled = round(LENGTH * share)
        drawn = "━" * filled + " " * (LENGTH - filled)
        clock = f"{seconds // 60}:{seconds % 60:02}"
        text = f"{self.description} {drawn} {self._amount(self.completed, self.total)} {100 * share:3.0f} % {clock}"
        return _encodable(text, sys.stderr.encoding)[:width]


def _encodable(text: str, encoding: str | None) -> str:
    """Return text that a stream can take, with = where it knows no lines."""
    try:
        text.encode(encoding or "ascii")
    except UnicodeEncodeError:
        return text.replace("━", "=").encode("ascii", "replace").decode()
    return text
