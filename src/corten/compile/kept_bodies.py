"""Bodies as they were compiled the last time, for a Spec to which something was added, or of which something is gone.

What a body holds is compiled again if it, one of its elements, or anything that counts for all bodies says something
else than before: the sections that elements look up (compiler, default classes, assets, sizes, the near plane), files
of meshes. Whatever stands in a frame, or looks at another body, is always compiled. Values are told apart by who they
are: an edit puts another in place of one. They are kept, so that nothing new can be mistaken for them.
"""

import sys
from operator import is_
from typing import Any, NamedTuple

from corten.compile.context import Context
from corten.compile.objects.body_rows import Body
from corten.spec import Element
from corten.spec.frames import IDENTITY

# sections that decide about what is made of elements
DECIDING = frozenset({"compiler", "default", "asset", "size", "visual"})

# what is found out about a body by itself; its place in the tree is not
RESULTS = ("plugin", "user", "pos", "quat", "ipos", "iquat", "mass", "inertia", "adjusted")
HELD = ("joints", "geoms", "sites", "cameras", "lights")


class Kept(NamedTuple):
    """A body with all that it said."""

    said: list[Any]
    body: Body


class KeptBodies:
    """The bodies of the last compilation of one tree; their objects become those of the next one."""

    def __init__(self) -> None:
        self._basis: list[Any] = []
        self._bodies: dict[int, Kept] = {}
        self._said: list[list[Any] | None] = []

    def begin(self, root: Element, context: Context) -> None:
        """Forget everything if what counts for all bodies has changed."""
        basis = _basis(root, context)
        if not _is_same(basis, self._basis):
            self._bodies = {}
        self._basis = basis
        self._said = [_said(body, context) for body in context.objects.bodies]

    def restore(self, body: Body) -> bool:
        """Give a body what it held the last time, if it says the same; tell whether it does."""
        said, kept = self._said[body.number], self._bodies.get(id(body.element))
        if said is None or kept is None or not _is_same(said, kept.said):
            return False
        for name in RESULTS:
            setattr(body, name, getattr(kept.body, name))
        for name in HELD:
            held = getattr(kept.body, name)
            setattr(body, name, held)
            for item in held:
                item.bodyid = body.number
        for joint in body.joints:
            joint.actuatorid = -1
        return True

    def keep(self, bodies: list[Body]) -> None:
        """Keep all bodies of a compilation, and nothing else."""
        self._bodies = {
            id(body.element): Kept(said, body)
            for body, said in zip(bodies, self._said, strict=True)
            if said is not None and all(each.targetbodyid < 0 for each in (*body.cameras, *body.lights))
        }


def _is_same(new: list[Any], old: list[Any]) -> bool:
    return len(new) == len(old) and all(map(is_, new, old))


def _basis(root: Element, context: Context) -> list[Any]:
    """Return what counts for all bodies."""
    said: list[Any] = [mesh.asset for mesh in context.objects.meshes]
    said += [hfield.asset for hfield in context.objects.hfields]
    said += [sys.intern(repr(dict(context.nuser)))]
    for section in root.children:
        if section.tag in DECIDING:
            for element in section.walk():
                said += (element, *element.attributes, *element.attributes.values())
    return said


def _said(body: Body, context: Context) -> list[Any] | None:
    """Return all that decides about what a body holds; None if more does."""
    said: list[Any] = [body.element, context.is_static(body), not body.children]
    for placed in (body.placed, body.inertial, *[each for kind in body.elements.values() for each in kind]):
        if placed is None:
            continue
        if placed.frame is not IDENTITY:
            return None
        attributes = placed.element.attributes
        said += (placed.element, placed.childclass, *attributes, *attributes.values())
    return said
