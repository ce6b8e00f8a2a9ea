"""Elements that say the same, as most of a large model do: what was made of the first of them serves the others."""

from corten.compile.objects.tree import Placed

Likeness = tuple[object, ...]


def likeness(placed: Placed, apart: str = "") -> Likeness:
    """Return what decides about the object that is made of an element: its class, its frame, and all that is written.

    What its name is does not count, nor what the attribute `apart` says. Values are told apart by who they are, not by
    what they are, as -0 equals 0; those that were written with the same text are one.
    """
    element, names = placed.element, [*placed.element.attributes]
    values = [*map(id, element.attributes.values())]
    for name in ("name", apart):
        if name in element.attributes:
            values[names.index(name)] = 0
    return (element.declaration.path, placed.childclass, id(placed.frame), *names, *values)
