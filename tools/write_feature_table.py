#!/usr/bin/env python3
"""Write the table of what works into README.md: from the schema, what it refuses, and the pairs that collide."""

import tomllib
from importlib.resources import files
from pathlib import Path

from corten.enums import CollisionShape
from corten.mjcf.schema import Declaration, declaration
from corten.stages.collision.pairs import PAIRS

README = Path(__file__).resolve().parent.parent / "README.md"
BEGIN, END = "<!-- features: written by tools/write_feature_table.py -->", "<!-- end of features -->"

# sections of MJCF whose elements the table lists
SECTIONS = {
    "bodies": "body:body",
    "assets": "asset:asset",
    "contacts": "contact:contact",
    "equalities": "equality:equality",
    "tendons": "tendon:tendon",
    "actuators": "actuator:actuator",
    "sensors": "sensor:sensor",
    "deformables": "deformable:deformable",
}

# attributes whose words the table lists
CHOICES = {
    "joint types": ("body:joint", "type"),
    "geom types": ("body:geom", "type"),
    "actuator dynamics": ("actuator:general", "dyntype"),
    "actuator gains": ("actuator:general", "gaintype"),
    "actuator biases": ("actuator:general", "biastype"),
    "integrators": ("option:option", "integrator"),
    "solvers": ("option:option", "solver"),
    "friction cones": ("option:option", "cone"),
}

# neither has contacts in MuJoCo
FIXED = (CollisionShape.PLANE, CollisionShape.HFIELD)


def table() -> str:
    """Return the table in Markdown."""
    rows = [row(name, *elements(declaration(path))) for name, path in SECTIONS.items()]
    rows += [row(name, *words(*place)) for name, place in CHOICES.items()]
    rows.append(row("pairs that collide", *pairs()))
    rows.append(row("attributes", ["all others" if attributes() else "all"], attributes()))
    return "\n".join(["| | works | refused by name |", "|---|---|---|", *rows])


def row(name: str, works: list[str], refused: list[str]) -> str:
    """Return one line of the table."""
    return f"| {name} | {', '.join(works)} | {', '.join(refused)} |"


def elements(section: Declaration) -> tuple[list[str], list[str]]:
    """Return the tags of elements that work inside a section, and of those that do not."""
    found = {tag: declaration(child.path).supported for tag, child in section.children.items()}
    own = {tag: works for tag, works in found.items() if tag != section.tag}
    return [f"`{tag}`" for tag in own if own[tag]], [f"`{tag}`" for tag in own if not own[tag]]


def words(path: str, attribute: str) -> tuple[list[str], list[str]]:
    """Return the words of an attribute that are obeyed, and those that are refused."""
    element = declaration(path)
    known = element.attributes[attribute].words
    taken = element.limits.get(attribute, known)
    return [f"`{word}`" for word in known if word in taken], [f"`{word}`" for word in known if word not in taken]


def attributes() -> list[str]:
    """Return the attributes that are refused, with the values that are taken nevertheless."""
    refused = tomllib.loads((files("corten.mjcf.schema") / "support.toml").read_text(encoding="utf-8"))
    found = []
    for path, limits in refused["attributes"].items():
        file, _, element = path.partition(":")
        for name, taken in limits.items():
            if (path, name) not in CHOICES.values():
                place = f"any {file}" if element == "*" else f"`{element}`"
                found.append(f"{place}: `{name}`" + (f" but `{taken}`" if taken else ""))
    return found


def pairs() -> tuple[list[str], list[str]]:
    """Return a word on the pairs of shapes that collide, and the pairs that do not."""
    shapes = [shape for shape in CollisionShape if shape != CollisionShape.EMPTY]
    every = [(first, second) for first in shapes for second in shapes if first <= second and second not in FIXED]
    missing = [f"{first.name.lower()}-{second.name.lower()}" for first, second in every if (first, second) not in PAIRS]
    names = ", ".join(shape.name.lower() for shape in shapes)
    return [f"each two of {names}; planes and height fields not with each other"], missing


def page() -> str:
    """Return the README with the table in its place."""
    text = README.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    tail = rest.partition(END)[2]
    return f"{head}{BEGIN}\n{table()}\n{END}{tail}"


if __name__ == "__main__":
    README.write_text(page(), encoding="utf-8")
