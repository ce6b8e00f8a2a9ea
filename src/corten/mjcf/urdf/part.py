"""Elements of a URDF with typed values, poses and inertias.

URDF is an open format, so what the schema does not know is left alone.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from corten.errors import ModelError
from corten.math.elementwise import cos, sin
from corten.math.quaternion import mul_quat, normalize_quat, quat_to_mat
from corten.mjcf.reader import Node
from corten.mjcf.schema import Declaration, child_declaration
from corten.mjcf.value import format_value, parse_value

# words this near to a known one are taken for mistakes; others belong to other programs
MISSPELT = 0.8


@dataclass(slots=True)
class Part:
    """An element: its attributes, with defaults for those that are not written, and the elements inside it."""

    node: Node
    values: dict[str, Any] = field(default_factory=dict)
    children: list["Part"] = field(default_factory=list)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def tag(self) -> str:
        """The name of the element: link, joint, ..."""
        return self.node.tag

    def all(self, *tags: str) -> list["Part"]:
        """Return the elements with these tags, in the order of the text."""
        return [child for child in self.children if child.tag in tags]

    def one(self, tag: str) -> "Part | None":
        """Return the element with this tag, or None."""
        found = self.all(tag)
        return found[0] if found else None

    def need(self, tag: str) -> "Part":
        """Return the element with this tag, which has to be there."""
        part = self.one(tag)
        if part is None:
            raise self.error(f"<{tag}> is missing; it is required here")
        return part

    def error(self, message: str) -> ModelError:
        """Return an error, to be raised, that says where this element stands."""
        return node_error(self.node, message)

    def made(self, tag: str, **attributes: Any) -> Node:
        """Return a node of MJCF that stands where this element stands; attributes that are None are left out."""
        written = {name: format_value(value) for name, value in attributes.items() if value is not None}
        return Node(tag, written, self.node.place)


def read_part(node: Node, known: Declaration) -> Part:
    """Return an element with all that the schema knows of it."""
    part = Part(node)
    _check_spelling(node, node.attributes, known.attributes, "attribute '{}'")
    _check_spelling(node, [child.tag for child in node.children], known.children, "element <{}>")
    for name, attribute in known.attributes.items():
        text = node.attributes.get(name)
        try:
            value = None if text is None else parse_value(attribute, text)
        except ValueError as wrong:
            raise part.error(str(wrong)) from None
        if value is None and attribute.required:
            raise part.error(f"{name} is missing; it is required here")
        part.values[name] = attribute.default if value is None else value
    for child in node.children:
        below = child_declaration(known, child.tag)
        if below is None:
            continue
        if not known.children[child.tag].many and (first := part.one(child.tag)):
            place = first.node.place
            raise node_error(child, f"{label(node)} can hold one <{child.tag}>; the first is at {place}")
        # sections of MJCF are read with the rest of the model
        part.children.append(read_part(child, below) if below.path.startswith("urdf:") else Part(child))
    return part


def node_error(node: Node, message: str) -> ModelError:
    """Return an error about a node."""
    return ModelError(message, file=node.place.file, line=node.place.line, element=label(node))


def label(node: Node) -> str:
    """Return a node as messages show it: `<joint name="knee">`."""
    name = node.attributes.get("name")
    return f'<{node.tag} name="{name}">' if name else f"<{node.tag}>"


def _check_spelling(node: Node, written: Collection[str], known: Collection[str], form: str) -> None:
    """Refuse a word that nobody knows if it looks like one that is known and missing."""
    missing = [word for word in known if word not in written]
    for word in written:
        if word not in known and (near := get_close_matches(word, missing, n=1, cutoff=MISSPELT)):
            raise node_error(node, f"unknown {form.format(word)}; did you mean '{near[0]}'?")


# ---------------------------------------------------------------- poses and inertia as URDF writes them
# roll, pitch and yaw, and a matrix about the centre of mass


Quaternion = tuple[float, ...]

# places of xx yy zz xy xz yz in a symmetric matrix of three rows
PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def read_pose(part: Part) -> dict[str, Any]:
    """Return the attributes pos and quat of what an element's <origin> places; None where nothing is moved."""
    origin = part.one("origin")
    if origin is None:
        return {"pos": None, "quat": None}
    return {"pos": origin["xyz"] if any(origin["xyz"]) else None, "quat": _rotation(origin["rpy"])}


def _rotation(rpy: tuple[float, ...]) -> Quaternion | None:
    """Return turns about the fixed axes x, y and z, in this order, as a quaternion; None for no turn."""
    if not any(rpy):
        return None
    quat: Quaternion = (1.0, 0.0, 0.0, 0.0)
    for axis, angle in enumerate(rpy):
        turn = [cos(angle / 2), 0.0, 0.0, 0.0]
        turn[axis + 1] = sin(angle / 2)
        quat = normalize_quat(mul_quat(tuple(turn), quat))[0]
    return quat


def read_inertial(part: Part) -> dict[str, Any]:
    """Return the attributes of <inertial>; a matrix that is given in turned axes is turned into those of the link."""
    pose = read_pose(part)
    matrix = part.need("inertia")
    full = (matrix["ixx"], matrix["iyy"], matrix["izz"], matrix["ixy"], matrix["ixz"], matrix["iyz"])
    values = {"pos": pose["pos"] or (0.0, 0.0, 0.0), "mass": part.need("mass")["value"]}

    # all zero: unknown, and left to the compiler's bounds
    if not any(full):
        return {**values, "quat": pose["quat"], "diaginertia": full[:3]}
    return {**values, "fullinertia": full if pose["quat"] is None else _turned(full, quat_to_mat(pose["quat"]))}


def _turned(full: tuple[float, ...], r: tuple[float, ...]) -> tuple[float, ...]:
    """Return R I R' for a rotation, given row by row."""
    xx, yy, zz, xy, xz, yz = full
    rows = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    half = [[sum(r[3 * i + k] * rows[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    return tuple(sum(half[i][k] * r[3 * j + k] for k in range(3)) for i, j in PLACES)
