"""The page about deformables gives the numbers of the presets."""

import re

import pytest

from corten.spec.materials import PRESETS, WORDS
from support.repository import ROOT

PAGE = (ROOT / "docs" / "deformables.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", PRESETS)
def test_presets(kind):
    """Show each preset with its numbers; those in brackets follow from the others."""
    ((header, rows),) = re.findall(rf"^\| {kind} \|(.*)\|\n\|[-|]*\n((?:\|.*\n)*)", PAGE, re.MULTILINE)
    words = [word.strip() for word in header.split("|")]
    assert [*words, "substeps"] == sorted(WORDS[kind], key=[*words, "substeps"].index)
    shown = {}
    for row in rows.splitlines():
        name, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        written = dict(zip(words, cells, strict=True))
        shown[name.strip("`")] = {word: float(cell) for word, cell in written.items() if not cell.startswith("(")}
    assert list(shown) == list(PRESETS[kind])
    for preset, numbers in PRESETS[kind].items():
        given = {word: number for word, number in numbers.items() if word != "substeps"}
        assert {word: number for word, number in shown[preset].items() if number or word in given} == given


@pytest.mark.parametrize("kind", WORDS)
def test_words(kind):
    """Explain each word."""
    explained = re.findall(r"^\| `(\w+)` \| [a-zA-Z]", PAGE, re.MULTILINE)
    assert set(WORDS[kind]) <= set(explained)
