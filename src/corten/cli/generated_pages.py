"""Pages of the manual that follow from tables and code: fields, stages, and where lanes part.

They change with almost every commit, so they are made when the manual is built and are not kept.
"""

from collections.abc import Iterator
from itertools import groupby

from corten.data import DATA
from corten.model import MODEL
from corten.pipeline.catalogue import all_programs, short_names
from corten.runtime.fields import Block, Field, Layout
from corten.runtime.kernel import Stage
from corten.runtime.passes.dataflow import Effects, program_effects
from corten.runtime.passes.divergence import LaneReport, lane_report

# ---------------------------------------------------------------- sizes and fields

FIELDS_OPENING = """# Sizes and fields

Made from the tables that declare the fields when the manual is built.
Names, shapes and units are MuJoCo's where MuJoCo has them. In Python, `opt_timestep` is `model.opt.timestep` and
`stat_extent` is `model.stat.extent`; everything else is an attribute of the Model or the Data. Fields lie in memory by
blocks. Those that are marked *read* are kept by the engine: users read them.
"""


def fields_page() -> str:
    """Return the reference of all sizes and fields."""
    parts = [FIELDS_OPENING, "## Sizes\n", _size_table(MODEL)]
    for layout in (MODEL, DATA):
        parts.append(f"## {layout.name}\n")
        parts += [_block_table(block, fields) for block, fields in _blocks(layout).items()]
    own = {name: size for name, size in DATA.sizes.items() if name not in MODEL.sizes}
    parts += ["## Sizes of Data alone\n", _size_table(DATA, set(own))]
    return "\n".join(parts)


def _size_table(layout: Layout, names: set[str] | None = None) -> str:
    """Return the sizes of a layout, all or some, as a table."""
    rows = (
        f"| `{size.name}` | {size.meaning} |\n" for size in layout.sizes.values() if names is None or size.name in names
    )
    return "| name | meaning |\n|---|---|\n" + "".join(rows)


def _blocks(layout: Layout) -> dict[Block, list[Field]]:
    """Return the fields of a layout by their blocks, in the order in which they are declared."""
    result: dict[Block, list[Field]] = {}
    for field in layout.fields.values():
        result.setdefault(field.block, []).append(field)
    return result


def _block_table(block: Block, fields: list[Field]) -> str:
    """Return the fields of a block as a table."""
    return f"### {block.name}: {block.meaning}\n\n| name | type | shape | meaning |\n|---|---|---|---|\n" + "".join(
        _rows(fields)
    )


def _rows(fields: list[Field]) -> Iterator[str]:
    """Yield one line of a table for each field."""
    for field in fields:
        shape = " × ".join(map(str, field.shape)) or "scalar"
        users = "" if field.writable else " *read*"
        yield f"| `{field.name}` | {field.kind.dtype}{users} | {shape} | {field.meaning} |\n"


# ---------------------------------------------------------------- stages

STAGES_OPENING = """# Stages

Made from the code in `src/corten/stages/` when the manual is built. A step runs those of them that the
model needs; `corten info MODEL --stages` shows which, and in which order. Under *reads* and *writes* stands everything
that a stage and its helpers access, of the Model `m` and the Data `d` ([reference of fields](fields.md)).
"""


def stages_page() -> str:
    """Return what every stage does, reads and writes, as the compiler finds it."""
    effects = {stage: program_effects(program)[program.entry] for stage, program in all_programs().items()}
    parts = [STAGES_OPENING]
    for folder, stages in groupby(effects, key=lambda stage: stage.name.split(".")[2]):
        parts.append(f"## {folder}\n")
        parts += [_stage_entry(stage, effects[stage]) for stage in stages]
    return "\n".join(parts)


def _stage_entry(stage: Stage, effects: Effects) -> str:
    """Return the paragraph of one stage."""
    what = " ".join((stage.__doc__ or "").split("\n\n")[0].split())
    lists = {"reads": short_names(effects.reads), "writes": short_names(effects.writes)}
    lines = [f"- *{word}* {', '.join(names) or 'nothing'}" for word, names in lists.items()]
    return "\n".join([f"**{stage.__name__}**: {what}\n", *lines, ""])


# ---------------------------------------------------------------- lanes

LANES_OPENING = """# Environments in step

Made when the manual is built; `python tools/show_lanes.py NAME` prints the places in the source.

One instruction can serve several environments, each in its lane, as long as they do the same. The Model and all sizes
are the same for all of them (uniform); Data differs (varying). For every stage, with all that it calls, the compiler
counts the places where lanes part (`src/corten/runtime/passes/divergence.py`):

![Four lanes run a loop together and wait for the longest](images/concepts/lanes.svg)

- **branches**: an `if` whose condition varies; lanes for which it does not hold wait.
- **loops**: loops whose bounds or condition vary, or that lanes leave at different times; the longest one counts.
- **gathers** and **scatters**: array elements read and written at an index that varies; lanes access memory one by one.

A line of the source that several stages share counts in each of them.
"""


def lane_reports() -> dict[str, LaneReport]:
    """Return the report of every stage, by its name without the package's."""
    found = all_programs().items()
    return {stage.name.removeprefix("corten.stages."): lane_report(program) for stage, program in found}


def lanes_page() -> str:
    """Return what keeps environments from running in step, stage by stage."""
    rows, calm = ["| stage | branches | loops | gathers | scatters |", "|---|---|---|---|---|"], []
    for name, report in lane_reports().items():
        counts = [len(sites) for sites in (report.branches, report.loops, report.gathers, report.scatters)]
        if any(counts):
            rows.append(f"| `{name}` | {' | '.join(map(str, counts))} |")
        else:
            calm.append(f"`{name}`")
    first = f"## Lanes part in {len(rows) - 2} stages\n\n" + "\n".join(rows)
    return f"{LANES_OPENING}\n{first}\n\n## Lanes stay together in {len(calm)} stages\n\n{', '.join(calm)}.\n"


PAGES = {"fields.md": fields_page, "stages.md": stages_page, "lanes.md": lanes_page}
