#!/usr/bin/env python3
"""Check what the docstring of every stage says it reads and writes against what the compiler finds in its code.

The compiler knows all that a stage reads and writes (`corten info --stages` shows it). A docstring names, under
`reads:` and `writes:`, the few quantities that the stage is about: each of them has to be true, and there may be no
more than a reader takes in at a glance. A name under both words is an input that the stage changes.
"""

import re
import sys

from corten.data import DATA
from corten.errors import KernelError
from corten.model import MODEL
from corten.pipeline.catalogue import all_stages, short_names
from corten.runtime.build import stage_effects
from corten.runtime.kernel import Stage

# names that a docstring may list after each word
MOST_NAMES = 8


def declared(stage: Stage) -> dict[str, list[str]]:
    """Return the names that the docstring lists under `reads` and `writes`."""
    sections = re.split(r"^[ ]*(reads|writes):", stage.__doc__ or "", flags=re.MULTILINE)
    return {word: names.split() for word, names in zip(sections[1::2], sections[2::2], strict=True)}


def found(stage: Stage) -> dict[str, set[str]]:
    """Return the names that the compiler sees being read and written."""
    effects = stage_effects(stage, (MODEL, DATA))
    return {"reads": set(short_names(effects.reads)), "writes": set(short_names(effects.writes))}


def mistakes(stage: Stage) -> list[str]:
    """Return what is wrong with the docstring of a stage, one line for each mistake."""
    try:
        truth = found(stage)
    except KernelError as error:
        return [str(error)]
    says = declared(stage)
    result = []
    for word, names in truth.items():
        listed = says.get(word, [])
        if names and not listed:
            result.append(f"{stage.name}: {word} something, but names nothing")
        if len(listed) > MOST_NAMES:
            result.append(f"{stage.name}: {word} lists {len(listed)} names, more than {MOST_NAMES}")
        if untrue := set(listed) - names:
            result.append(f"{stage.name}: {word} not {' '.join(sorted(untrue))}")
    return result


def main() -> int:
    """Check all stages and return the exit code."""
    stages = all_stages()
    wrong = [line for stage in stages for line in mistakes(stage)]
    print(*wrong, f"{len(stages)} stages checked, {len(wrong)} mistakes", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
