"""Pages of the manual that are made of tables and code when the manual is built: fields, stages, lanes."""

from collections.abc import Callable, Iterator
from itertools import groupby

from corten.data import DATA
from corten.model import MODEL
from corten.pipeline.catalogue import all_programs, short_names, stage_summary
from corten.runtime.fields import Block, Field, Layout
from corten.runtime.kernel import Stage
from corten.runtime.passes.dataflow import Effects, program_effects
from corten.runtime.passes.divergence import LaneReport, lane_report
from corten.runtime.scratch import scratch_fields

FIELDS = """# Sizes and fields

Made from the tables in `src/corten/model/` and `src/corten/data/` when the manual is built. Names, shapes and units are
MuJoCo's where MuJoCo has them. In Python, `opt_timestep` is `model.opt.timestep` and `stat_extent` is
`model.stat.extent`; everything else is an attribute of the Model or the Data. Fields lie in memory by blocks. Those
that are marked *read* are kept by the engine: users read them. Work space that stages declare for themselves comes
last, by the module that owns it: tests and debuggers read it as `data.work.NAME`.
"""

STAGES = """# Stages

Made from the code in `src/corten/stages/` when the manual is built. A step runs those of them that the model needs;
`corten info MODEL --stages` shows which, and in which order. Under *reads* and *writes* stands everything that a stage
and its helpers access, of the Model `m` and the Data `d` ([reference of fields](fields.md)).
"""

LANES = """# Environments in step

Made by the compiler when the manual is built; `python tools/show_divergence.py NAME` prints the places in the source.

One instruction can serve several environments, each in its lane, as long as they do the same. The Model and all sizes
are the same for all of them (uniform); Data differs (varying). For every stage, with all that it calls, the compiler
counts the places where lanes part (`src/corten/runtime/passes/divergence.py`):

![Four lanes run a loop together and wait for the longest](images/concepts/lanes.svg)

- **branches**: an `if` whose condition varies; lanes for which it does not hold wait.
- **loops**: loops whose bounds or condition vary, or that lanes leave at different times; the longest one counts.
- **gathers** and **scatters**: array elements read and written at an index that varies; lanes access memory one by one.

A line of the source that several stages share counts in each of them.
"""


# ---------------------------------------------------------------- fields


def fields_page() -> str:
    """Return the reference of all sizes and fields."""
    parts = [FIELDS, "## Sizes\n", size_table(MODEL)]
    for layout in (MODEL, DATA):
        parts.append(f"## {layout.name}\n")
        parts += [block_table(block, fields) for block, fields in blocks(layout).items()]
    own = {name: size for name, size in DATA.sizes.items() if name not in MODEL.sizes}
    parts += ["## Sizes of Data alone\n", size_table(DATA, set(own))]
    parts += ["## Work space of stages\n", *scratch_tables()]
    return "\n".join(parts)


def scratch_tables() -> Iterator[str]:
    """Yield the work space of each module that declares some, and who else uses it."""
    owners: dict[tuple[str, tuple[str, ...]], list[Field]] = {}
    for field in scratch_fields(DATA).values():
        owners.setdefault((field.owner, field.readers), []).append(field)
    for (owner, readers), fields in owners.items():
        also = f"; also for {', '.join(f'`{reader}`' for reader in readers)}" if readers else ""
        yield f"### `{owner}`{also}\n\n| name | type | shape | meaning |\n|---|---|---|---|\n" + "".join(
            field_rows(fields)
        )


def size_table(layout: Layout, names: set[str] | None = None) -> str:
    """Return the sizes of a layout, all or some, as a table."""
    sizes = [size for size in layout.sizes.values() if names is None or size.name in names]
    return "| name | meaning |\n|---|---|\n" + "".join(f"| `{size.name}` | {size.meaning} |\n" for size in sizes)


def blocks(layout: Layout) -> dict[Block, list[Field]]:
    """Return the fields of a layout by their blocks, in the order in which they are declared."""
    result: dict[Block, list[Field]] = {}
    for name, field in layout.fields.items():
        if name not in scratch_fields(layout):
            result.setdefault(field.block, []).append(field)
    return result


def block_table(block: Block, fields: list[Field]) -> str:
    """Return the fields of a block as a table."""
    head = f"### {block.name}: {block.meaning}\n\n| name | type | shape | meaning |\n|---|---|---|---|\n"
    return head + "".join(field_rows(fields))


def field_rows(fields: list[Field]) -> Iterator[str]:
    """Yield one line of a table for each field."""
    for field in fields:
        shape = " × ".join(map(str, field.shape)) or "scalar"
        users = "" if field.writable else " *read*"
        yield f"| `{field.name}` | {field.kind.dtype}{users} | {shape} | {field.meaning} |\n"


# ---------------------------------------------------------------- stages


def stages_page() -> str:
    """Return what every stage computes, reads and writes, as the compiler finds it in the code."""
    effects = {stage: program_effects(program)[program.entry] for stage, program in all_programs().items()}
    parts = [STAGES]
    for folder, stages in groupby(effects, key=lambda stage: stage.name.split(".")[2]):
        parts.append(f"## {folder}\n")
        parts += [stage_entry(stage, effects[stage]) for stage in stages]
    return "\n".join(parts)


def stage_entry(stage: Stage, effects: Effects) -> str:
    """Return the paragraph of one stage."""
    lists = {"reads": short_names(effects.reads), "writes": short_names(effects.writes)}
    lines = [f"- *{word}* {', '.join(names) or 'nothing'}" for word, names in lists.items()]
    return "\n".join([f"**{stage.__name__}**: {stage_summary(stage)}\n", *lines, ""])


# ---------------------------------------------------------------- lanes


def lane_reports() -> dict[str, LaneReport]:
    """Return the report of every stage, by its name without the package's."""
    found = all_programs().items()
    return {stage.name.removeprefix("corten.stages."): lane_report(program) for stage, program in found}


def lanes_page() -> str:
    """Return what keeps environments from running in step, stage by stage."""
    rows, uniform = ["| stage | branches | loops | gathers | scatters |", "|---|---|---|---|---|"], []
    for name, report in lane_reports().items():
        counts = [len(sites) for sites in (report.branches, report.loops, report.gathers, report.scatters)]
        if any(counts):
            rows.append(f"| `{name}` | {' | '.join(map(str, counts))} |")
        else:
            uniform.append(f"`{name}`")
    first = f"## Lanes part in {len(rows) - 2} stages\n\n" + "\n".join(rows)
    return f"{LANES}\n{first}\n\n## Lanes stay together in {len(uniform)} stages\n\n{', '.join(uniform)}.\n"


PAGES: dict[str, Callable[[], str]] = {"fields.md": fields_page, "stages.md": stages_page, "lanes.md": lanes_page}
