#!/usr/bin/env python3
"""Write docs/fields.md, the reference of all sizes and fields, from the tables that declare them."""

from collections.abc import Iterator
from pathlib import Path

from corten.data import DATA
from corten.model import MODEL
from corten.runtime.fields import Block, Field, Layout

PAGE = Path(__file__).resolve().parent.parent / "docs" / "fields.md"

OPENING = """# Sizes and fields

Written by `tools/write_field_reference.py` from the tables in `src/corten/model/` and `src/corten/data/`; edit those.
Names, shapes and units are MuJoCo's where MuJoCo has them. In Python, `opt_timestep` is `model.opt.timestep` and
`stat_extent` is `model.stat.extent`; everything else is an attribute of the Model or the Data. Fields lie in memory by
blocks. Those that are marked *read* are kept by the engine: users read them.
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
    return "\n".join(parts)


def size_table(layout: Layout, names: set[str] | None = None) -> str:
    """Return the sizes of a layout, all or some, as a table."""
    rows = (
        f"| `{size.name}` | {size.meaning} |\n" for size in layout.sizes.values() if names is None or size.name in names
    )
    return "| name | meaning |\n|---|---|\n" + "".join(rows)


def blocks(layout: Layout) -> dict[Block, list[Field]]:
    """Return the fields of a layout by their blocks, in the order in which they are declared."""
    result: dict[Block, list[Field]] = {}
    for field in layout.fields.values():
        result.setdefault(field.block, []).append(field)
    return result


def block_table(block: Block, fields: list[Field]) -> str:
    """Return the fields of a block as a table."""
    return f"### {block.name}: {block.meaning}\n\n| name | type | shape | meaning |\n|---|---|---|---|\n" + "".join(
        rows(fields)
    )


def rows(fields: list[Field]) -> Iterator[str]:
    """Yield one line of a table for each field."""
    for field in fields:
        shape = " × ".join(map(str, field.shape)) or "scalar"
        users = "" if field.writable else " *read*"
        yield f"| `{field.name}` | {field.kind.dtype}{users} | {shape} | {field.meaning} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
