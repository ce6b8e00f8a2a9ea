"""What the page says about whatever was clicked."""

from typing import TYPE_CHECKING

import numpy as np

from corten.enums import GeomType, JointType
from corten.viewer.scene import Picked
from corten.viewer.snapshot import Snapshot

if TYPE_CHECKING:
    from corten.model import Model


def label(model: "Model", kind: str, number: int) -> str:
    """Return the name of an object, or its kind and number where it has none."""
    return model.name(kind, number) or f"{kind} {number}"


def body_of(model: "Model", picked: Picked) -> int:
    """Return the body of what was clicked."""
    return int(getattr(model, f"{picked.kind}_bodyid")[picked.number])


def describe(snapshot: Snapshot, picked: Picked) -> str:
    """Return a table, in Markdown, of what was clicked, its body and its joints."""
    model, number = snapshot.model, picked.number
    body = body_of(model, picked)
    kind = GeomType(int(getattr(model, f"{picked.kind}_type")[number])).name.lower()
    size = getattr(model, f"{picked.kind}_size")[number]
    rows = [
        (picked.kind, f"{label(model, picked.kind, number)} ({kind})"),
        ("size", f"{_numbers(size)} m"),
        ("body", f"{label(model, 'body', body)}, number {body}"),
        ("position", f"{_numbers(snapshot.xpos[body])} m"),
        ("orientation", _numbers(snapshot.xquat[body])),
        ("mass", f"{model.body_mass[body]:.4g} kg"),
        ("subtree", f"{model.body_subtreemass[body]:.4g} kg"),
    ]
    if picked.kind == "geom":
        material = int(model.geom_matid[number])
        rows.append(("material", label(model, "material", material) if material >= 0 else "none"))
        rows.append(("friction", _numbers(model.geom_friction[number])))
    first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
    for joint in range(first, first + count):
        kind = JointType(int(model.jnt_type[joint])).name.lower()
        rows.append(("joint", f"{label(model, 'joint', joint)} ({kind})"))
    lines = "\n".join(f"| {name} | {_escaped(text)} |" for name, text in rows)
    return f"| selected | |\n|---|---|\n{lines}"


def _numbers(values: np.ndarray) -> str:
    return " ".join(f"{float(value):.4g}" for value in values)


def _escaped(text: str) -> str:
    return "".join("\\" + letter if letter in r"\`*_{}[]<>()#+|~" else letter for letter in text)
