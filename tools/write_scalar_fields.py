#!/usr/bin/env python3
"""Write src/corten/pipeline/scalar_fields.py: what scalar stages share with others, as the compiler finds it."""

import textwrap
from collections.abc import Iterable
from pathlib import Path

from corten.batch.rows import CARRIED
from corten.data import DATA, blocks
from corten.pipeline.catalogue import all_programs
from corten.pipeline.scalar_stages import SCALAR_STAGES
from corten.runtime.passes.dataflow import program_effects

PAGE = Path(__file__).resolve().parent.parent / "src" / "corten" / "pipeline" / "scalar_fields.py"

# the solvers: for them the memory of lanes is slow, and one follows on the other
FOLDER = "corten.stages.solver."

# what stands in a plan with none of them but those that follow on every solver
TREE_STAGES = (
    *("newton_single_tree", "finish_single_tree", "single_tree_rows", "single_tree_reference"),
    *("reference_lanes", "warm_start_lanes", "newton_lanes"),
)
AFTER_ALL = ("make_efc_Y", "noslip", "finish_dual")

# what stands in a plan with none of them
ALONE = ("pgs_single_tree",)

OPENING = '''"""Stages of a batch that fall back to scalar code in plain memory, and what is copied for them.

Written by `tools/write_scalar_fields.py` from the code of all stages. For each stage: the fields that it finds as other
stages left them, and those that others, or whoever looks at an environment, find as it left them.
"""

SCALAR_FIELDS = {
'''

# of a line and of what the formatter would join to one
WIDTH, JOINED = 100, 109


def page() -> str:
    """Return the text of the module."""
    effects = {stage.name: program_effects(program)[program.entry] for stage, program in all_programs().items()}
    scalar = sorted(name for name in effects if name.startswith(FOLDER) and name in SCALAR_STAGES)
    seen = {name for name, field in DATA.fields.items() if field.block is not blocks.WORK and name not in DATA.growing}
    lasting = {name for name, field in DATA.fields.items() if field.block in (blocks.STATE, blocks.INPUTS)} | {*CARRIED}
    lines = []
    for name in scalar:
        strangers = (*scalar, *ALONE, *(() if short(name) in AFTER_ALL else TREE_STAGES))
        others = [each for other, each in effects.items() if other not in strangers and short(other) not in strangers]
        read = of_data(field for each in others for field in each.reads)
        written = of_data(field for each in others for field in each.writes)
        reads, writes = of_data(effects[name].reads), of_data(effects[name].writes)
        gives = writes & (read | seen)
        # what is written in parts leaves the rest as it was
        takes = ((reads | writes) & (written | lasting)) | gives | counters(gives)
        lines += [f'    "{name}": (', *listed(takes), *listed(gives), "    ),"]
    return OPENING + "\n".join(lines) + "\n}\n"


def short(name: str) -> str:
    """Return the name of a stage without those of its folders."""
    return name.rpartition(".")[2]


def of_data(names: Iterable[str]) -> set[str]:
    """Return the fields of Data among names such as `Data.qpos`."""
    return {name.split(".")[1] for name in names if name.startswith(f"{DATA.name}.")}


def counters(names: set[str]) -> set[str]:
    """Return what counts the rows of fields that grow."""
    return {DATA.sizes[str(DATA.growing[name].shape[0])].counted_by for name in names if name in DATA.growing}


def listed(names: set[str]) -> list[str]:
    """Return names as the lines of a string, in the way of the formatter."""
    whole = " ".join(sorted(names))
    rows = [f"{row} " for row in textwrap.wrap(whole, WIDTH)] if len(whole) > JOINED else [whole]
    lines = [f'        "{row}"' for row in rows]
    lines[-1] = f'        "{rows[-1].rstrip()}",'
    return lines


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
