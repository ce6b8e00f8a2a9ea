"""Elements that say the same, as most of a large model do: what was made of the first of them serves the others."""

from typing import Any, TypeVar

from corten.compile.objects.columns import Object
from corten.compile.objects.tree import Placed

Made = TypeVar("Made", bound=Object)

# what decides about an object, and the attributes of the object that was made of it
Key = tuple[object, ...]
Pattern = dict[str, Any]


def likeness(placed: Placed, apart: str = "") -> Key:
    """Return what decides about the object that is made of an element: its class, its frame, and all that is written.

    Its name does not count, nor what the attribute `apart` says. Numbers are told apart by who they are, not by what
    they are: -0 equals 0. They are the same where the text was.
    """
    key: list[object] = [placed.element.declaration.path, placed.childclass, id(placed.frame)]
    for name, value in placed.element.attributes.items():
        if name != "name":
            key += (name, 0 if name == apart else id(value))
    return tuple(key)


def pattern_of(made: Object) -> Pattern:
    """Return the attributes of an object as they are now."""
    return dict(vars(made))


def twin(kind: type[Made], pattern: Pattern, placed: Placed) -> Made:
    """Return an object of a kind as a pattern says, made of another element."""
    made = kind.__new__(kind)
    made.__dict__ = pattern.copy()
    made.element = placed.element
    made.name = placed.name
    return made
