"""What the commands print."""

import io

from corten.cli.text import Branch, bold, columns, dim, show, table


class Screen(io.StringIO):
    """A terminal of 40 characters."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def open_screen(monkeypatch) -> Screen:
    """Put a terminal in place of standard output."""
    stream = Screen()
    monkeypatch.setattr("sys.stdout", stream)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return stream


def test_columns_stand_under_each_other():
    """Give each column the width of its widest cell, whatever stands out in it, and end lines without blanks."""
    assert columns([(bold("nq"), "2", "coordinates"), ("nbody", "13", "")]) == [
        f"{bold('nq')}      2    coordinates",
        "nbody   13",
    ]
    assert columns([("a", "1.5"), ("bb", "10")], numbers=True) == ["a    1.5", "bb    10"]


def test_table():
    """Rule off the head and a sum, and write the title above."""
    text = table(("stage", "time"), [("one", "1.5"), ("two", "20.0")], title="all", last=("sum", "21.5"))
    assert text.split("\n") == [
        bold("all"),
        "stage   time",
        "─" * 12,
        "one      1.5",
        "two     20.0",
        "─" * 12,
        "sum     21.5",
    ]
    assert table(("a", "b"), []) == "a   b\n─────"


def test_tree():
    """Draw what hangs on what, however deep."""
    root = Branch("world")
    arm = root.add("arm")
    arm.add("hand").add("finger")
    arm.add("tool")
    root.add("table")
    assert root.lines() == [
        "world",
        "├── arm",
        "│   ├── hand",
        "│   │   └── finger",
        "│   └── tool",
        "└── table",
    ]
    branch = root
    for _ in range(5000):
        branch = branch.add("next")
    assert len(root.lines()) == 5006


def test_terminals_see_styles_and_folds(monkeypatch):
    """Fold long lines and last columns at the width of a terminal, between words."""
    screen = open_screen(monkeypatch)
    show(f"{bold('reads')} " + "word " * 12, indent=4)
    lines = screen.getvalue().split("\n")
    assert lines[0].startswith("    \x1b[1mreads\x1b[0m word") and lines[1].startswith("    word")
    assert columns([("stage", "it differs in three branches and in two loops")]) == [
        "stage   it differs in three branches and",
        "        in two loops",
    ]


def test_styles_are_left_out_where_unwanted(monkeypatch):
    """Obey NO_COLOR."""
    screen = open_screen(monkeypatch)
    monkeypatch.setenv("NO_COLOR", "1")
    show(dim("reads") + " qpos")
    assert screen.getvalue() == "reads qpos\n"


def test_files_get_whole_lines(capsys):
    """Write neither styles nor folds where the output is no terminal."""
    show(bold("word") + " word" * 40)
    assert capsys.readouterr().out == "word" + " word" * 40 + "\n"


def test_letters_that_a_stream_lacks(monkeypatch):
    """Replace what cannot be written rather than end in an error."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", stream)
    show("12 µs")
    stream.flush()
    assert stream.buffer.getvalue() == b"12 ?s\n"
