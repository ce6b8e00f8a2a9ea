#!/usr/bin/env python3
"""Write docs/speed.md from the README's chapter on speed, and the plots of its tables."""

import re
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "speed.md"
PICTURES = ROOT / "docs" / "images"

# [pixels] of a plot: for words, for the axis, between two rows
WORDS, AXIS, ROW = 430, 330, 26

FOOT = """
## Over the number of environments

![Environment steps a second over the number of environments, for four models](images/throughput.svg)

Drawn by `benchmarks/throughput.py`; [batches](batch.md) says more, [what calls cost](performance.md) about Python.
"""


def page() -> str:
    """Return the text of the page: the README's words, with a plot before each table."""
    text = chapter().replace("](docs/", "](")
    for number, table in enumerate(tables(text), 1):
        text = text.replace(table, f"![The figures of the table below as a plot](images/speed_{number}.svg)\n\n{table}")
    return f"# How fast\n{text}{FOOT}"


def chapter() -> str:
    """Return the README's chapter on speed."""
    return (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## How fast\n")[2].partition("\n## ")[0]


def tables(text: str) -> list[str]:
    """Return the tables of a text."""
    return re.findall(r"^\| \|.*\n\|[-|]+\n(?:\|.*\n)+", text, re.MULTILINE)


def plots() -> dict[str, str]:
    """Return the plots, by the names of their files."""
    return {f"speed_{number}.svg": plot(table) for number, table in enumerate(tables(chapter()), 1)}


def plot(table: str) -> str:
    """Return a picture of a table: a row for each of its rows, a dot for each number of its first column of numbers."""
    rows = [[cell.strip() for cell in line.strip("| \n").split("|")] for line in table.splitlines()[2:]]
    numbers = [[float(number) for number in re.findall(r"\d+(?:\.\d+)?", row[1])] for row in rows]
    top = max(max(row) for row in numbers)
    height = ROW * (len(rows) + 1) + 10
    scale = AXIS / (top * 1.08)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WORDS + AXIS + 20} {height}" font-size="12" '
        'font-family="sans-serif" fill="#8a7a70">'
    ]
    for mark in range(int(top) + 1):
        x, colour = WORDS + mark * scale, "#a0522d" if mark == 1 else "#d8cfc8"
        parts.append(f'<line x1="{x:.1f}" y1="6" x2="{x:.1f}" y2="{height - ROW}" stroke="{colour}"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">{mark}</text>')
    for place, (row, values) in enumerate(zip(rows, numbers, strict=True)):
        y = 20 + ROW * place
        parts.append(f'<text x="{WORDS - 10}" y="{y + 4}" text-anchor="end">{escape(shortened(row[0]))}</text>')
        parts += [f'<circle cx="{WORDS + value * scale:.1f}" cy="{y}" r="5" fill="#b7410e"/>' for value in values]
    return "\n".join([*parts, "</svg>", ""])


def shortened(words: str) -> str:
    """Return words that fit beside a plot."""
    return words if len(words) <= 68 else words[:66].rpartition(" ")[0].rstrip(",;") + " ..."


def main() -> None:
    """Write the page and its plots."""
    for name, picture in plots().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
