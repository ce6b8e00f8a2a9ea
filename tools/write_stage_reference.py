#!/usr/bin/env python3
"""Write docs/stages.md: what every stage does, reads and writes, as the compiler finds it in the code."""

from itertools import groupby
from pathlib import Path

from corten.pipeline.catalogue import all_programs, short_names
from corten.runtime.kernel import Stage
from corten.runtime.passes.effects import Effects, program_effects

PAGE = Path(__file__).resolve().parent.parent / "docs" / "stages.md"

OPENING = """# Stages

Written by `tools/write_stage_reference.py` from the code in `src/corten/stages/` and
`src/corten/deformable/`. A step runs those of them that the model needs; `corten info MODEL --stages` shows which, and
in which order. Under *reads* and *writes* stands everything that a stage and its helpers access, of the Model `m` and
the Data `d` ([reference of fields](fields.md)).
"""


def page() -> str:
    """Return the text of the page."""
    effects = {stage: program_effects(program)[program.entry] for stage, program in all_programs().items()}
    parts = [OPENING]
    for folder, stages in groupby(effects, key=folder_of):
        parts.append(f"## {folder}\n")
        parts += [entry(stage, effects[stage]) for stage in stages]
    return "\n".join(parts)


def folder_of(stage: Stage) -> str:
    """Return the folder of a stage, with the name of the wing that it belongs to."""
    _, package, folder, *_ = stage.name.split(".")
    return folder if package == "stages" else f"{package}: {folder}"


def entry(stage: Stage, effects: Effects) -> str:
    """Return the paragraph of one stage."""
    what = " ".join((stage.__doc__ or "").split("\n\n")[0].split())
    lists = {"reads": short_names(effects.reads), "writes": short_names(effects.writes)}
    lines = [f"- *{word}* {', '.join(names) or 'nothing'}" for word, names in lists.items()]
    return "\n".join([f"**{stage.__name__}**: {what}\n", *lines, ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
