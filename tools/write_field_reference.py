#!/usr/bin/env python3
"""Write docs/fields.md, the reference of all sizes and fields, from the tables that declare them."""

from collections.abc import Iterator
from pathlib import Path

from corten.data import DATA
from corten.model import MODEL
from corten.runtime.fields import Block, Field, Layout
from corten.runtime.scratch import scratch_fields

PAGE = Path(__file__).resolve().parent.parent / "docs" / "fields.md"

OPENING = """# Sizes and fields

Written by `tools/write_field_reference.py` from the tables in `src/corten/model/` and `src/corten/data/`; edit those.
Names, shapes and units are MuJoCo's where MuJoCo has them. In Python, `opt_timestep` is `model.opt.timestep` and
`stat_extent` is `model.stat.extent`; everything else is an attribute of the Model or the Data. Fields lie in memory by
blocks. Those that are marked *read* are kept by the engine: users read them. Work space that stages declare for
themselves comes last, by the module that owns it: tests and debuggers read it as `data.work.NAME`.
"""
HEAD = "| name | type | shape | meaning |\n|---|---|---|---|\n"


def page() -> str:
    """Return the text of the page."""
    parts = [OPENING, "## Sizes\n", size_table(MODEL)]
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
        yield f"### `{owner}`{also}\n\n" + HEAD + "".join(rows(fields))


def size_table(layout: Layout, names: set[str] | None = None) -> str:
    """Return the sizes of a layout, all or some, as a table."""
    rows = (
        f"| `{size.name}` | {size.meaning} |\n" for size in layout.sizes.values() if names is None or size.name in names
    )
    return "| name | meaning |\n|---|---|\n" + "".join(rows)


def blocks(layout: Layout) -> dict[Block, list[Field]]:
    """Return the fields of a layout by their blocks, in the order in which they are declared."""
    result: dict[Block, list[Field]] = {}
    for name, field in layout.fields.items():
        if name not in scratch_fields(layout):
            result.setdefault(field.block, []).append(field)
    return result


def block_table(block: Block, fields: list[Field]) -> str:
    """Return the fields of a block as a table."""
    return f"### {block.name}: {block.meaning}\n\n" + HEAD + "".join(rows(fields))


def rows(fields: list[Field]) -> Iterator[str]:
    """Yield one line of a table for each field."""
    for field in fields:
        shape = " × ".join(map(str, field.shape)) or "scalar"
        users = "" if field.writable else " *read*"
        yield f"| `{field.name}` | {field.kind.dtype}{users} | {shape} | {field.meaning} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
