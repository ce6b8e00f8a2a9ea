"""Replicate: copies of a piece of the tree, each moved on by the same step and named with a number behind."""

import warnings
from math import cos, isfinite, pi, sin, sqrt

from corten.errors import ModelWarning, caller_level
from corten.mjcf.schema import declaration
from corten.spec.compiler_settings import compiler_attributes
from corten.spec.defaults import root_section
from corten.spec.element import Element
from corten.spec.names import NAMING_SECTIONS, TEXTS, WORLD, Names, name_key, named_object, references, rename_object

# kinds of names that a copy gets anew; others, such as materials, are shared
_COPIED_KINDS = frozenset(
    {"body", "joint", "geom", "site", "camera", "light", "frame", "flex", "tendon"}
    | {"equality", "actuator", "sensor", "pair", "exclude", "tuple"}
)

# elements, beside sensors, whose copies may share what is not replicated; MuJoCo loses or refuses all others
_SHARING = ("exclude", "pair", "spatial")

# elements that one replicate may make: far more than a model can use, far less than memory holds
_MOST_ELEMENTS = 1_000_000

Vector = tuple[float, ...]

# by the identity of an element: the element, and its first copy
FirstCopies = dict[int, tuple[Element, Element]]


def make_copies(replicate: Element, parent: Element, root: Element, first_copies: FirstCopies) -> None:
    """Put frames with the copies that a <replicate> makes into its parent.

    What names something in it is copied too. `first_copies` learns the first copy of each element.
    """
    if "prefix" in replicate.attributes:
        warning = replicate.error("prefix has no effect, as in MuJoCo; names get numbers behind, and sep before these")
        warnings.warn(str(warning), ModelWarning, stacklevel=caller_level())
    suffixes = _suffixes(replicate)
    names = {key for element in replicate.walk() if (key := name_key(element))}
    for suffix, (pos, quat) in zip(suffixes, Rotations(root).poses(replicate), strict=True):
        parent.adopt(_copy_frame(replicate, suffix, names, pos, quat, first_copies))
    _copy_naming_elements(root, names, suffixes, first_copies, replicate)


def _suffixes(replicate: Element) -> list[str]:
    # all numbers of one replicate have as many digits as its count
    count, sep = replicate.attributes["count"], replicate.attributes.get("sep", "")
    total = count * (sum(1 for _ in replicate.walk()) - 1)
    if total > _MOST_ELEMENTS:
        raise replicate.error(f"it makes {total} elements; at most {_MOST_ELEMENTS} are allowed")
    width = len(str(count))
    return [f"{sep}{i:0{width}d}" for i in range(count)]


def _copy_frame(
    replicate: Element, suffix: str, names: Names, pos: Vector, quat: Vector, first_copies: FirstCopies
) -> Element:
    frame = Element(declaration("body:frame"), None, replicate.place)
    frame.attributes.update(pos=pos, quat=quat)
    if "childclass" in replicate.attributes:
        frame.attributes["childclass"] = replicate.attributes["childclass"]
    for child in replicate.children:
        frame.adopt(_renamed_copy(child, suffix, names, first_copies))
    return frame


def _renamed_copy(element: Element, suffix: str, names: Names, first_copies: FirstCopies) -> Element:
    """Return a copy with other names, which refers to the copies that were made with it."""
    twin = element.copy()
    for old, new in zip(element.walk(), twin.walk(), strict=True):
        first_copies.setdefault(id(old), (old, new))
        if named_object(old):
            rename_object(new, lambda kind, name: name + suffix)
        elif new.attributes.get("name"):
            new.attributes["name"] += suffix
        texts = TEXTS.get(new.declaration.path, {})
        for attribute, kind, name in references(new):
            if attribute not in texts and (kind, name) in names:
                new.attributes[attribute] += suffix
        for attribute, kind in texts.items():
            if attribute in new.attributes:
                words = new.attributes[attribute].split()
                new.attributes[attribute] = " ".join(word + suffix * ((kind, word) in names) for word in words)
    return twin


def _copy_naming_elements(
    root: Element, names: Names, suffixes: list[str], first_copies: FirstCopies, replicate: Element
) -> None:
    """Copy what stands in other sections and names something that was copied; copies go to the end.

    Sensors that name nothing, such as clocks, are copied too, with each replica anew, copies included: so MuJoCo does.
    """
    for tag in NAMING_SECTIONS:
        section = root_section(root, tag)
        if section is None:
            continue
        originals = [child for child in section.children if _names_copied(child, names)]
        names.update(key for child in originals if (key := name_key(child)))
        free = [child for child in section.children if tag == "sensor" and _names_nothing(child)]
        if free:
            _warn_of_doubling(replicate, len(free), len(suffixes))
        wanted = {id(child) for child in (*originals, *free)}
        sources = [child for child in section.children if id(child) in wanted]
        for child in originals:
            child.remove()
        for suffix in suffixes:
            made = [(child, _renamed_copy(child, suffix, names, first_copies)) for child in sources]
            for _, twin in made:
                section.adopt(twin)
            sources += [twin for child, twin in made if free and _names_nothing(child)]


def _names_nothing(element: Element) -> bool:
    return not named_object(element) and not any(references(each) for each in element.walk())


def _warn_of_doubling(replicate: Element, free: int, count: int) -> None:
    """Warn of sensors that are copied without being asked for, and refuse more of them than can be meant."""
    if count > 60 or free << count > _MOST_ELEMENTS:
        raise replicate.error(
            f"sensors that watch no object, such as clocks, double with each of {count} copies, as in MuJoCo; "
            "leave them out, or write fewer copies"
        )
    warning = replicate.error(f"{free} sensors that watch no object have become {free << count}, as in MuJoCo")
    warnings.warn(str(warning), ModelWarning, stacklevel=caller_level())


def _names_copied(element: Element, names: Names) -> bool:
    if owner := named_object(element):
        return owner in names
    found = [(each, *reference) for each in element.walk() for reference in references(each)]
    found = [reference for reference in found if reference[2] in _COPIED_KINDS and reference[2:] != ("body", WORLD)]
    copied = [(kind, name) in names for _, _, kind, name in found]
    alone = not any(hit for hit, (_, attribute, _, _) in zip(copied, found, strict=True) if attribute != "sidesite")
    if any(copied) and not all(copied) and (alone or not _may_share(element)):
        each, attribute, kind, name = found[copied.index(False)]
        raise each.error(f"{attribute} names the {kind} '{name}', which is not replicated, beside one that is")
    return any(copied)


def _may_share(element: Element) -> bool:
    """Tell whether the copies of an element may name something beside the replicas that all of them share."""
    return element.tag in _SHARING or (element.parent is not None and element.parent.tag == "sensor")


class Rotations:
    """Turns Euler angles into quaternions as the model's <compiler> says."""

    def __init__(self, root: Element):
        written = compiler_attributes(root)
        self._unit = 1.0 if written.get("angle") == "radian" else pi / 180.0
        self._sequence = written.get("eulerseq", "xyz")

    def poses(self, replicate: Element) -> list[tuple[Vector, Vector]]:
        """Return position and quaternion of every copy, each a step further in the frame of the last."""
        offset = replicate.attributes.get("offset", (0.0, 0.0, 0.0))
        euler = replicate.attributes.get("euler", (0.0, 0.0, 0.0))
        poses, pos = [], (0.0, 0.0, 0.0)
        for i in range(replicate.attributes["count"]):
            turn = tuple(i * angle for angle in euler)
            if not all(map(isfinite, turn)):
                raise replicate.error(f"copy {i} is turned by angles beyond all numbers; make euler smaller")
            quat = self.quaternion(turn)
            poses.append((pos, quat))
            step = _turned(quat, offset)
            pos = tuple(a + b for a, b in zip(pos, step, strict=True))
        return poses

    def quaternion(self, euler: Vector) -> Vector:
        """Return a turn by three angles as a unit quaternion."""
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
