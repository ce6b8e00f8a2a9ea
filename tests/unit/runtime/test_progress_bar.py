"""The bar on a terminal."""

import io
import threading

from corten.runtime import progress_bar as bars
from corten.runtime.progress_bar import CLEAR, Bar


class Screen(io.StringIO):
    """A terminal that remembers all that was written, and says when something was drawn three times."""

    encoding = "utf-8"

    def __init__(self) -> None:
        super().__init__()
        self.seen = threading.Event()

    def write(self, text: str) -> int:
        if self.getvalue().count("1 of 2") >= 3:
            self.seen.set()
        return super().write(text)

    def isatty(self) -> bool:
        return True


def amount(done: float, total: float) -> str:
    return f"{done:.0f} of {total:.0f}"


def test_line_tells_how_far_it_is():
    """Draw the share that is done, never more than the whole, in the width there is."""
    bar = Bar("working", 8, amount)
    for completed, share, filled in ((0, "  0 %", 0), (2, " 25 %", 10), (8, "100 %", 40), (9, "100 %", 40)):
        bar.completed = completed
        line = bar.line(200)
        assert line == f"working {'━' * filled}{' ' * (40 - filled)} {completed} of 8 {share} 0:00"
        assert bar.line(20) == line[:20]


def test_bar_moves_and_vanishes(monkeypatch):
    """Draw while work goes on, also where nobody reports, and leave an empty line."""
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(bars, "EVERY", 0.001)
    with Bar("working", 2, amount) as bar:
        bar.completed = 1
        assert screen.seen.wait(60)
    assert screen.getvalue().endswith(CLEAR)


def test_nothing_is_drawn_elsewhere(capsys):
    """Leave logs without control characters."""
    with Bar("working", 2, amount) as bar:
        bar.completed = 1
    assert capsys.readouterr().err == ""


def test_screens_without_lines(monkeypatch):
    """Draw with signs that the terminal has."""
    screen = Screen()
    screen.encoding = "ascii"
    monkeypatch.setattr("sys.stderr", screen)
    bar = Bar("working", 2, amount)
    bar.completed = 1
    assert bar.line(200).startswith("working " + "=" * 20 + " ")
