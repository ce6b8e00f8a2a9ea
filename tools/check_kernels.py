#!/usr/bin/env python3
"""Check what every stage says it reads and writes against what the compiler finds in its code.

The docstring of a stage ends with `reads: m.x d.y ...` and `writes: d.z ...`. Tests, other machines and people rely
on it, so it has to be the truth: a missing name and a superfluous name are both mistakes. `reads` are inputs: what a
stage computes itself and then reads back stands under `writes` alone.
"""

import re
import sys

from corten.data import DATA
from corten.errors import KernelError
from corten.model import MODEL
from corten.pipeline.catalogue import all_stages
from corten.runtime.build import stage_program
from corten.runtime.kernel import Stage

LETTER = {MODEL.name: "m", DATA.name: "d"}


def declared(stage: Stage) -> dict[str, set[str]]:
    """Return the names that the docstring lists under `reads` and `writes`."""
    sections = re.split(r"^[ ]*(reads|writes):", stage.__doc__ or "", flags=re.MULTILINE)
    return {word: set(names.split()) for word, names in zip(sections[1::2], sections[2::2], strict=True)}


def found(stage: Stage) -> dict[str, set[str]]:
    """Return the names that the compiler's front end sees being read and written."""
    _, entry = stage_program(stage, (MODEL, DATA))
    return {"reads": _short(entry.reads), "writes": _short(entry.writes)}


def _short(names: set[str]) -> set[str]:
    """Return `Model.body_pos` as `m.body_pos`."""
    return {f"{LETTER[struct]}.{field}" for struct, field in (name.split(".") for name in names)}


def mistakes(stage: Stage) -> list[str]:
    """Return what is wrong with the contract of a stage, one line for each mistake."""
    try:
        truth = found(stage)
    except KernelError as error:
        return [str(error)]
    says = declared(stage)
    result = []
    for word, names in truth.items():
        own = truth["writes"] if word == "reads" else set()
        if missing := names - says.get(word, set()) - own:
            result.append(f"{stage.name}: {word} also {' '.join(sorted(missing))}")
        if superfluous := says.get(word, set()) - names:
            result.append(f"{stage.name}: {word} not {' '.join(sorted(superfluous))}")
    return result


def main() -> int:
    """Check all stages and return the exit code."""
    stages = all_stages()
    wrong = [line for stage in stages for line in mistakes(stage)]
    print(*wrong, f"{len(stages)} stages checked, {len(wrong)} mistakes", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
