#!/usr/bin/env python3
"""Write docs/mujoco_names.md: MuJoCo's names beside corten's, from the tables of `corten.compat.equivalents`.

`tools/mujoco_names.txt` lists MuJoCo's names, so that the page is the same where its package is not installed; a test
compares the list with the package.
"""

import re
from fnmatch import fnmatchcase
from pathlib import Path

import corten.compat.mujoco._functions  # noqa: F401  (fills the table of functions)
from corten.compat import equivalents as tables
from corten.compat.mujoco.arguments import FUNCTIONS

TOOLS = Path(__file__).resolve().parent
PAGE = TOOLS.parent / "docs" / "mujoco_names.md"
LIST = TOOLS / "mujoco_names.txt"

HEAD = """# MuJoCo's names beside corten's

Written by `tools/write_mujoco_names.py`. Every name of the `mujoco` package 4.0.0 (functions, types, enums),
and every attribute of `MjModel`, `MjData` and `MjSpec` that is called otherwise here. Fields of a Model and a Data that
are not listed have MuJoCo's name, shape and unit ([all fields](fields.md)).
[Coming from MuJoCo](coming_from_mujoco.md) says what else is different.
"""

# a call or a name with a dot; the name itself if it is one of corten's
CODE = re.compile(
    r"(?:(corten(?:\.[A-Za-z_]\w*)+)|(?:model|data|spec|np|pickle|logging|element|print)(?:\.\w+)*(?=[.(\[]))"
    r"(?:\.\w+|\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])*"
)

CHAPTERS = {
    "Functions": ("package", ("FUNCTIONS",)),
    "Mathematics": ("package", ("MATHEMATICS",)),
    "Types, enums and constants": ("package", ("TYPES",)),
    "MjModel": ("MjModel", ("MODEL",)),
    "MjData": ("MjData", ("DATA",)),
    "MjSpec": ("MjSpec", ("SPEC",)),
}


def page() -> str:
    """Return the text of the page."""
    parts, told = [HEAD], set()
    for chapter, (owner, names) in CHAPTERS.items():
        parts.append(f"## {chapter}\n\n| MuJoCo | corten |\n|---|---|")
        known = [name for name in names_of(owner) if (owner, name) not in told]
        for table in names:
            rows = tables.table(getattr(tables, table))
            done: set[str] = set()
            for pattern, words in rows.items():
                fitting = [name for name in known if fnmatchcase(name, pattern) and name not in done]
                done.update(fitting)
                told.update((owner, name) for name in fitting)
                for group in by_stand_in(fitting, words):
                    parts.append(f"| {', '.join(f'`{name}`' for name in group)} | {cell(words, group[0])} |")
            known = [name for name in known if name not in done]
        parts.append("")
    return "\n".join(parts)


def names_of(owner: str) -> list[str]:
    """Return MuJoCo's names: those of the package that no chapter before has, or attributes of a type."""
    lines = (line.split() for line in LIST.read_text(encoding="utf-8").splitlines())
    return [name for of, name in lines if of == owner]


def by_stand_in(names: list[str], words: str) -> list[list[str]]:
    """Return names in one row, or in two where corten has nothing and its stand-in for `mujoco` has some of them."""
    if not words.startswith("none: "):
        return [names] if names else []
    groups = [name for name in names if name in FUNCTIONS], [name for name in names if name not in FUNCTIONS]
    return [group for group in groups if group]


def cell(words: str, name: str) -> str:
    """Return what stands for a name, with code as code."""
    kind, colon, rest = words.partition(": ")
    if colon and kind == "none":
        stand_in = "" if name not in FUNCTIONS else "[`corten.compat.mujoco`](compat.md) has it"
        rest = "" if stand_in and rest == "not there" else CODE.sub(code, rest)
        return "; ".join(part for part in (stand_in, rest) if part) if stand_in else f"— {rest}"
    if colon and kind == "numpy":
        return f"`{rest}`"
    return CODE.sub(code, words)


def code(found: re.Match) -> str:
    """Return a piece of code, with a link to the reference where it calls a function of corten."""
    text, name = found[0], found[1] and found[1].replace(".", "").lower()
    return f"[`{text}`](reference.md#{name})" if name and found[1].count(".") == 1 and "__" not in name else f"`{text}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
