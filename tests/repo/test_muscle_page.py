"""The page about muscles gives the numbers of the presets."""

import re

import pytest

from corten.compile.elements.hill_muscles import DEFAULTS, NEEDED, PRESETS, WORDS
from support.repository import ROOT

PAGE = (ROOT / "docs" / "muscles.md").read_text(encoding="utf-8")
COLUMNS = ("fmax", "lopt", "lslack", "pennation", "strain", "passive")


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset):
    """Show each preset with its numbers."""
    (row,) = re.findall(rf"^\| `{preset}` \|(.*)\|$", PAGE, re.MULTILINE)
    shown = [float(cell) for cell in row.split("|")[1:-1]]
    assert shown == [PRESETS[preset][word] for word in COLUMNS]
    same = {"vmax": 10, "damping": 0.1, "tact": 0.01, "tdeact": 0.04}
    assert {word: PRESETS[preset][word] for word in same} == same


def test_words():
    """Explain each word, with what it is without a preset."""
    rows = dict(re.findall(r"^\| (`\w+`(?:, `\w+`)?) \|.*\| (.*) \|$", PAGE, re.MULTILINE))
    words = {word for cell in rows for word in re.findall(r"\w+", cell)}
    assert set(WORDS) <= words
    for word, number in DEFAULTS.items():
        assert float(rows[f"`{word}`"]) == number
    for word in NEEDED:
        assert rows[f"`{word}`"] == "must be given"
