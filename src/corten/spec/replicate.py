"""Replicate: copies of a piece of the tree, each moved on by the same step and named with a number behind."""

from math import cos, pi, sin, sqrt

from corten.mjcf.schema import declaration
from corten.spec.defaults import root_section
from corten.spec.element import Element

# sections that name things of the tree, in the order of copying: what names an actuator comes after it
_NAMING_SECTIONS = ("contact", "tendon", "equality", "actuator", "sensor", "custom")

# kinds of names that a copy gets anew; others, such as materials, are shared
_COPIED_KINDS = frozenset(
    {"body", "xbody", "joint", "geom", "site", "camera", "light", "frame", "flex", "tendon"}
    | {"equality", "actuator", "sensor", "pair", "exclude", "tuple"}
)

# elements that one replicate may make: far more than a model can use, far less than memory holds
_MOST_ELEMENTS = 1_000_000

Names = set[tuple[str, str]]
Vector = tuple[float, ...]


def expand_replicates(root: Element) -> None:
    """Replace every <replicate> by frames with its copies, and what names something in it by copies too."""
    rotate = _Rotations(root)
    for section in root.children:
        if section.tag == "worldbody":
            _expand_below(section, root, rotate)


def _expand_below(parent: Element, root: Element, rotate: "_Rotations") -> None:
    """Expand inside out: an inner replicate has become plain elements when the outer one copies them."""
    for child in parent.children:
        _expand_below(child, root, rotate)
    if not any(child.tag == "replicate" for child in parent.children):
        return
    children = list(parent.children)
    parent.children.clear()
    for child in children:
        if child.tag != "replicate":
            parent.children.append(child)
            continue
        suffixes = _suffixes(child)
        names = _names_below(child)
        for suffix, (pos, quat) in zip(suffixes, rotate.poses(child), strict=True):
            parent.adopt(_copy_frame(child, suffix, names, pos, quat))
        _copy_naming_elements(root, names, suffixes)


def _suffixes(replicate: Element) -> list[str]:
    # all numbers of one replicate have as many digits as its count
    count, sep = replicate.attributes["count"], replicate.attributes.get("sep", "")
    total = count * (sum(1 for _ in replicate.walk()) - 1)
    if total > _MOST_ELEMENTS:
        raise replicate.error(f"it makes {total} elements; at most {_MOST_ELEMENTS} are allowed")
    width = len(str(count))
    return [f"{sep}{i:0{width}d}" for i in range(count)]


def _names_below(replicate: Element) -> Names:
    return {key for element in replicate.walk() if (key := _name_key(element))}


def _name_key(element: Element) -> tuple[str, str] | None:
    name = element.attributes.get("name")
    return (element.declaration.attributes["name"].kind or element.tag, name) if name else None


def _copy_frame(replicate: Element, suffix: str, names: Names, pos: Vector, quat: Vector) -> Element:
    frame = Element(declaration("body:frame"), None, replicate.place)
    frame.attributes.update(pos=pos, quat=quat)
    if "childclass" in replicate.attributes:
        frame.attributes["childclass"] = replicate.attributes["childclass"]
    for child in replicate.children:
        twin = child.copy()
        _add_suffix(twin, suffix, names)
        frame.adopt(twin)
    return frame


def _add_suffix(element: Element, suffix: str, names: Names) -> None:
    """Rename a copy, and let it refer to the other copies that were made with it."""
    for each in element.walk():
        if each.attributes.get("name"):
            each.attributes["name"] += suffix
        for attribute, key in _references(each):
            if key in names:
                each.attributes[attribute] += suffix


def _references(element: Element) -> list[tuple[str, tuple[str, str]]]:
    """Return the references of an element to things that can be copied: attribute, (kind, name)."""
    found = []
    for name, value in element.attributes.items():
        attribute = element.declaration.attributes[name]
        if attribute.type != "ref" or attribute.kind is None:
            continue
        kind = attribute.kind
        kind = element.attributes.get(kind[1:], "") if kind.startswith("@") else kind
        if kind in _COPIED_KINDS:
            found.append((name, ("body" if kind == "xbody" else kind, value)))
    return found


def _copy_naming_elements(root: Element, names: Names, suffixes: list[str]) -> None:
    """Copy what stands in other sections and names something that was copied; copies go to the end."""
    for tag in _NAMING_SECTIONS:
        section = root_section(root, tag)
        if section is None:
            continue
        originals = [child for child in section.children if _names_copied(child, names)]
        names.update(key for child in originals if (key := _name_key(child)))
        for child in originals:
            child.remove()
        for suffix in suffixes:
            for child in originals:
                twin = child.copy()
                _add_suffix(twin, suffix, names)
                section.adopt(twin)


def _names_copied(element: Element, names: Names) -> bool:
    found = [(each, attribute, key) for each in element.walk() for attribute, key in _references(each)]
    copied = [key in names for _, _, key in found]
    if any(copied) and not all(copied) and element.tag != "exclude":
        each, attribute, (kind, name) = found[copied.index(False)]
        raise each.error(f"{attribute} names the {kind} '{name}', which is not replicated, beside one that is")
    return any(copied)


class _Rotations:
    """Turns Euler angles into quaternions as the model's <compiler> says."""

    def __init__(self, root: Element):
        compiler = root_section(root, "compiler")
        written = compiler.attributes if compiler else {}
        self._unit = 1.0 if written.get("angle") == "radian" else pi / 180.0
        self._sequence = written.get("eulerseq", "xyz")

    def poses(self, replicate: Element) -> list[tuple[Vector, Vector]]:
        """Return position and quaternion of every copy, each a step further in the frame of the last."""
        offset = replicate.attributes.get("offset", (0.0, 0.0, 0.0))
        euler = replicate.attributes.get("euler", (0.0, 0.0, 0.0))
        poses, pos = [], (0.0, 0.0, 0.0)
        for i in range(replicate.attributes["count"]):
            quat = self._quaternion(tuple(i * angle for angle in euler))
            poses.append((pos, quat))
            step = _turned(quat, offset)
            pos = tuple(a + b for a, b in zip(pos, step, strict=True))
        return poses

    def _quaternion(self, euler: Vector) -> Vector:
        quat: Vector = (1.0, 0.0, 0.0, 0.0)
        for letter, angle in zip(self._sequence, euler, strict=True):
            half = angle * self._unit / 2.0
            turn = [cos(half), 0.0, 0.0, 0.0]
            turn["xyz".index(letter.lower()) + 1] = sin(half)
            # small letters turn about axes that move along, capitals about fixed ones
            quat = _product(quat, turn) if letter.islower() else _product(turn, quat)
        length = sqrt(sum(part * part for part in quat))
        return tuple(part / length for part in quat)


def _product(a, b) -> Vector:
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


def _turned(quat: Vector, vector: Vector) -> Vector:
    w, x, y, z = quat
    return _product(_product(quat, (0.0, *vector)), (w, -x, -y, -z))[1:]
