#!/usr/bin/env python3
"""Write docs/fields.md, the reference of all sizes and fields, from the tables that declare them."""

from pathlib import Path

from corten.data import fields as data_fields
from corten.model import fields as model_fields
from corten.model.sizes import SIZES
from corten.runtime.fields import Field

PAGE = Path(__file__).resolve().parent.parent / "docs" / "fields.md"

OPENING = """# Sizes and fields

Written by `tools/write_field_reference.py` from the tables in `src/corten/model/sizes.py`, `src/corten/model/fields.py`
and `src/corten/data/fields.py`; edit those. Names, shapes and units are MuJoCo's. In Python, `opt_timestep` is
`model.opt.timestep` and `stat_extent` is `model.stat.extent`; everything else is an attribute of the Model or the Data.
"""


def page() -> str:
    """Return the text of the page."""
    sizes = [f"| `{size.name}` | {size.about} |" for size in SIZES]
    parts = [OPENING, "## Sizes\n", "| name | meaning |\n|---|---|\n" + "\n".join(sizes) + "\n"]
    for title, module in (("Model", model_fields), ("Data", data_fields)):
        parts.append(f"## {title}\n")
        for name, fields in groups(module).items():
            parts.append(
                f"### {name.lower().replace('_', ' ')}\n\n| name | type | shape | meaning |\n|---|---|---|---|"
            )
            parts[-1] += "".join(f"\n{row(field)}" for field in fields) + "\n"
    return "\n".join(parts)


def groups(module) -> dict[str, tuple[Field, ...]]:
    """Return the tables of a module in the order in which they are written."""
    tables = {name: value for name, value in vars(module).items() if name.isupper() and isinstance(value, tuple)}
    return {name: value for name, value in tables.items() if value and all(isinstance(item, Field) for item in value)}


def row(field: Field) -> str:
    """Return one line of a table."""
    shape = " × ".join(map(str, field.shape)) or "scalar"
    return f"| `{field.name}` | {field.kind.dtype} | {shape} | {field.about} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
