"""The section <visual>: what pictures of the model are made with."""

from typing import Any

from corten.mjcf.schema import declaration
from corten.spec import DefaultClasses, Element, root_section

PARTS = ("global", "quality", "headlight", "map", "scale", "rgba")

# words of headlight/active, which are numbers in the Model
ACTIVE = {"false": 0, "true": 1, "auto": 2}


def read_visual(root: Element, classes: DefaultClasses) -> dict[str, Any]:
    """Return the values of Model's vis_ fields."""
    visual = root_section(root, "visual")
    fields: dict[str, Any] = {}
    for part in PARTS:
        element = None if visual is None else visual.first(part)
        values = classes.resolve(Element(declaration(f"visual:{part}")) if element is None else element)
        fields |= {f"vis_{part}_{name}": values[name] for name in values}
    active = fields["vis_headlight_active"]
    fields["vis_headlight_active"] = ACTIVE[active] if active in ACTIVE else int(active)
    return fields
