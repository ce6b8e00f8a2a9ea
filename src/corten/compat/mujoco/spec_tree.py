"""Elements of the tree of an MjSpec: bodies and frames, and what they hold."""

from collections.abc import Callable
from typing import Any

from corten.compat.mujoco.arguments import NAMES
from corten.compat.mujoco.spec_elements import MjsElement, MjsOrientation, bodies_below, body_of, own_children
from corten.compat.mujoco.spec_flex import make_flex
from corten.spec.element import Element

# what bodies and frames hold: word of the list, tags
CHILDREN = {
    "bodies": ("body",), "geoms": ("geom",), "joints": ("joint", "freejoint"), "sites": ("site",),
    "cameras": ("camera",), "lights": ("light",), "frames": ("frame",),
}  # fmt: skip

SINGULAR = {"bodies": "body", "meshes": "mesh", "equalities": "equality", "flexes": "flex"}

# numbers of a body that stand in its <inertial>
INERTIAL = {"mass": "mass", "ipos": "pos", "iquat": "quat", "inertia": "diaginertia", "fullinertia": "fullinertia"}


def singular(many: str) -> str:
    """Return the word for one of many."""
    return SINGULAR.get(many, many.removesuffix("s"))


def tree_elements(body: Element, many: str) -> list[Element]:
    """Return all elements of a kind in a body and below it, in the order in which they are numbered."""
    bodies = list(bodies_below(body))
    if many == "bodies":
        return bodies
    return [child for each in bodies for child in own_children(each) if child.tag in CHILDREN[many]]


class ParentElement(MjsElement):
    """A body or a frame, to which elements can be added."""

    def _add(self, tag: str, default: Any, attributes: dict[str, Any]) -> Any:
        return self._spec._add(self._element, tag, default, attributes)

    def add_freejoint(self, **attributes: Any) -> MjsElement:
        """Add a free joint."""
        return self._add("freejoint", None, attributes)

    def _attach(self, what: MjsElement, prefix: str | None, suffix: str | None) -> Any:
        return self._spec._attach(self._element, what._spec, what._element, prefix, suffix)

    def attach_body(self, body: MjsElement, prefix: str | None = None, suffix: str | None = None) -> Any:
        """Put a body of this or another spec here."""
        return self._attach(body, prefix, suffix)

    def attach_frame(self, frame: MjsElement, prefix: str | None = None, suffix: str | None = None) -> Any:
        """Put a frame of this or another spec here."""
        return self._attach(frame, prefix, suffix)


class MjsFrame(ParentElement):
    """A frame: it moves what stands in it, and disappears when the model is compiled."""

    _table = NAMES["specs"]["MjsFrame"]


class MjsBody(ParentElement):
    """A body."""

    _table = NAMES["specs"]["MjsBody"]
    make_flex = make_flex

    @property
    def name(self) -> str:
        """Its name."""
        return "world" if self._element.tag == "worldbody" else self._element.attributes.get("name", "")

    @name.setter
    def name(self, name: str) -> None:
        self._rename(name)

    @property
    def explicitinertial(self) -> bool:
        """Whether mass and inertia are written, and not those of its geoms."""
        return self._element.first("inertial") is not None

    @explicitinertial.setter
    def explicitinertial(self, given: bool) -> None:
        inertial = self._element.first("inertial")
        if given and inertial is None:
            self._element.add("inertial", pos=(0, 0, 0), mass=0)
        elif not given and inertial is not None:
            inertial.remove()

    @property
    def ialt(self) -> MjsOrientation:
        """Other ways to write the orientation of its inertia."""
        return MjsOrientation(self._element.first("inertial") or self._element.add("inertial", pos=(0, 0, 0)))

    def _place(self, name: str, writing: bool) -> tuple[Element | None, str]:
        if name not in INERTIAL:
            return super()._place(name, writing)
        inertial = self._element.first("inertial")
        if inertial is None and writing:
            inertial = self._element.add("inertial", pos=(0, 0, 0))
        return inertial, INERTIAL[name]

    def find_child(self, name: str) -> Any:
        """Return the body of a name below this one, None if there is none."""
        return next((body for body in self.find_all("body") if body.name == name), None)

    def find_all(self, kind: Any) -> list[Any]:
        """Return all elements of a kind, by its word or mjtObj, in the bodies below and, unless bodies, in this one."""
        word = kind if isinstance(kind, str) else OBJECTS.get(int(kind), "")
        many = next((many for many in CHILDREN if singular(many) == word), None)
        if many is None:
            raise ValueError("body.find_all supports the types: body, frame, geom, site, joint, light, camera.")
        found = tree_elements(self._element, many)
        return [self._spec._wrapped(each) for each in found if each is not self._element]

    def to_frame(self) -> Any:
        """Replace it by a frame in its parent, which holds all that it held; its joints and inertia are gone."""
        body, parent = self._element, self._element.parent
        if parent is None or body.tag == "worldbody":
            raise ValueError("the world cannot become a frame")
        frame = parent.add("frame")
        for word in ("name", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "childclass"):
            if word in body.attributes:
                frame[word] = body.attributes[word]
        for child in list(body.children):
            if child.tag not in ("inertial", "joint", "freejoint"):
                child.remove()
                frame.adopt(child)
        self._spec.delete(self)
        return self._spec._wrapped(frame)


OBJECTS = {value: name.partition("_")[2].lower() for name, value in NAMES["enums"]["mjtObj"].items()}
OBJECTS |= {NAMES["enums"]["mjtObj"]["mjOBJ_XBODY"]: "body"}


class MjsGeom(MjsElement):
    """A geom."""

    _table = NAMES["specs"]["MjsGeom"]


class MjsSite(ParentElement):
    """A site; what is attached to it is put into a frame where it is."""

    _table = NAMES["specs"]["MjsSite"]


class MjsJoint(MjsElement):
    """A joint."""

    _table = NAMES["specs"]["MjsJoint"]

    @property
    def type(self) -> Any:
        """The kind of joint: mjtJoint."""
        return self.__getattr__("type") if self._element.tag == "joint" else 0

    @type.setter
    def type(self, kind: int) -> None:
        words = self._element.declaration.attributes["type"].words if self._element.tag == "joint" else ()
        if not words:
            raise ValueError("a free joint stays one")
        self._element["type"] = words[int(kind)]
        self._spec._changed()


class MjsCamera(MjsElement):
    """A camera."""

    _table = NAMES["specs"]["MjsCamera"]


class MjsLight(MjsElement):
    """A light."""

    _table = NAMES["specs"]["MjsLight"]


TREE = {
    "worldbody": MjsBody, "body": MjsBody, "frame": MjsFrame, "geom": MjsGeom, "site": MjsSite, "joint": MjsJoint,
    "freejoint": MjsJoint, "camera": MjsCamera, "light": MjsLight,
}  # fmt: skip


def _lister(many: str) -> property:
    def read(self: Any) -> list[Any]:
        holder = own_children(self._element)
        return [self._spec._wrapped(each) for each in holder if each.tag in CHILDREN[many]]

    return property(read, doc=f"Its {many}, those in its frames too.")


def _adder(tag: str) -> Callable[..., Any]:
    def add(self: Any, default: Any = None, **attributes: Any) -> Any:
        return self._add(tag, default, attributes)

    add.__doc__ = f"Add a {tag}."
    return add


def _first(many: str) -> Callable[[Any], Any]:
    def first(self: Any) -> Any:
        return next(iter(getattr(self, many)), None)

    first.__doc__ = f"Return the first of its {many}, None if there is none."
    return first


def _next(many: str) -> Callable[[Any, Any], Any]:
    def next_(self: Any, element: Any) -> Any:
        elements = getattr(self, many)
        place = next((i for i, each in enumerate(elements) if each == element), None)
        if place is None:
            raise ValueError(f"it is not among the {many} of this body")
        return elements[place + 1] if place + 1 < len(elements) else None

    next_.__doc__ = f"Return the one of its {many} that comes after another, None behind the last."
    return next_


for _many in CHILDREN:
    _one = singular(_many)
    setattr(MjsBody, _many, _lister(_many))
    setattr(MjsBody, f"first_{_one}", _first(_many))
    setattr(MjsBody, f"next_{_one}", _next(_many))
    for _kind in (MjsBody, MjsFrame):
        setattr(_kind, f"add_{_one}", _adder(_one))

__all__ = ["CHILDREN", "TREE", "body_of", "singular", "tree_elements"]
