"""Assets of an MjSpec: meshes, textures, height fields, skins, and the flexes."""

import io
from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import NAMES
from corten.compat.mujoco.spec_elements import MjsElement
from corten.compat.mujoco.spec_records import MjsEquality, MjsMaterial, MjsTuple, Record
from corten.compat.mujoco.spec_signals import MjsActuator, MjsSensor, MjsTendon
from corten.compat.mujoco.spec_tree import TREE
from corten.compat.mujoco.spec_values import fresh
from corten.spec.element import Element

CUBE = ("fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")


def _plain(name: str, doc: str) -> type[MjsElement]:
    """Return the class of elements whose fields are the words of one element of MJCF."""
    return type(name, (MjsElement,), {"_table": NAMES["specs"][name], "__doc__": doc})


MjsKey = _plain("MjsKey", "A keyframe.")
MjsNumeric = _plain("MjsNumeric", "Numbers under a name.")
MjsText = _plain("MjsText", "A text under a name.")
MjsPair = _plain("MjsPair", "A pair of geoms that collide, with parameters of its own.")
MjsExclude = _plain("MjsExclude", "Two bodies that do not collide.")


class MjsHField(Record):
    """A height field; rows of `userdata` go from front to back, those of MJCF from back to front."""

    _table = NAMES["specs"]["MjsHField"]

    def _read(self) -> dict[str, Any]:
        rows = self._element.attributes.get("nrow", 0)
        return super()._read() | {"userdata": _turned(self._element.attributes.get("elevation", ()), rows)}

    def _write(self, fields: dict[str, Any]) -> None:
        self._become("hfield")
        self._put(fields)
        self._element["elevation"] = tuple(_turned(fields["userdata"], int(fields["nrow"]))) or None


def _turned(elevations: Any, rows: int) -> list[float]:
    """Return the rows of a height field in the opposite order."""
    values = np.ravel(elevations)
    return (values.reshape(rows, -1)[::-1].ravel() if rows and values.size % rows == 0 else values).tolist()


class MjsMesh(MjsElement):
    """A mesh: of a file, of vertices and faces, or of one of the shapes that `make_...` gives it."""

    _table = NAMES["specs"]["MjsMesh"]

    def _make(self, kind: str, *numbers: Any) -> None:
        self._element["builtin"] = kind
        self._element["params"] = tuple(float(each) for part in numbers for each in np.ravel(part)) or None

    def make_sphere(self, subdivision: int) -> None:
        """Make it a sphere: an icosahedron, subdivided."""
        self._make("sphere", subdivision)

    def make_hemisphere(self, resolution: int) -> None:
        """Make it half a sphere."""
        self._make("hemisphere", resolution)

    def make_cone(self, nedge: int, radius: float) -> None:
        """Make it a cone, cut off where its radius is the one given."""
        self._make("cone", nedge, radius)

    def make_supersphere(self, resolution: int, e: float, n: float) -> None:
        """Make it a superellipsoid."""
        self._make("supersphere", resolution, e, n)

    def make_supertorus(self, resolution: int, radius: float, s: float, t: float) -> None:
        """Make it a supertoroid."""
        self._make("supertorus", resolution, radius, s, t)

    def make_wedge(self, resolution: Any = (0, 0), fov: Any = (0, 0), gamma: float = 0) -> None:
        """Make it a part of a sphere, as a camera sees it."""
        self._make("wedge", resolution, fov, gamma)

    def make_plate(self, resolution: Any = (0, 0)) -> None:
        """Make it a plate."""
        self._make("plate", resolution)


class MjsTexture(Record):
    """A texture: of files, of a pattern, or of `data`, whose rows come one after the other, channels last."""

    _table = NAMES["specs"]["MjsTexture"] | {"data": None}

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "gridlayout" and len(value) > 12:
            raise ValueError(f"gridlayout may have at most 12 characters, got {len(value)}")
        super().__setattr__(name, value)

    def _files(self, names: list[str]) -> Any:
        vector = fresh(self._table["cubefiles"])
        vector.extend(names)
        return vector

    def _read(self) -> dict[str, Any]:
        return super()._read() | {
            "data": b"",
            "cubefiles": self._files([self._element.attributes.get(word, "") for word in CUBE]),
        }

    def _write(self, fields: dict[str, Any]) -> None:
        if self._element.parent is not None and self._element.parent.tag == "default":
            self._put(fields)
            return
        self._become("texture")
        self._put(fields)
        for word, name in zip(CUBE, fields["cubefiles"], strict=False):
            self._element[word] = name or None
        content = fields["data"]
        if len(content):
            self._element["file"], self._element["width"], self._element["height"] = self._store(content, fields), 0, 0
            self._element["builtin"] = None

    def _store(self, content: Any, fields: dict[str, Any]) -> str:
        """Put pixels among the files of the model as a picture, and return its name."""
        from PIL import Image

        height, width, channels = (int(fields[name]) for name in ("height", "width", "nchannel"))
        pixels = np.frombuffer(bytes(content), np.uint8)
        if pixels.size != height * width * channels:
            raise ValueError(
                f"texture {fields['name']!r}: data has {pixels.size} bytes; "
                f"height x width x nchannel are {height * width * channels}"
            )
        pixels = pixels.reshape(height, width, channels)
        target = io.BytesIO()
        Image.fromarray(pixels[:, :, 0] if channels == 1 else pixels).save(target, "PNG")
        name = f"{fields['name'] or id(self)}_pixels.png"
        self._spec._add_asset(name, target.getvalue())
        return name


class MjsSkin(Record):
    """A skin: vertices that follow several bodies, its bones."""

    _table = NAMES["specs"]["MjsSkin"]

    def _read(self) -> dict[str, Any]:
        bones = [bone.attributes for bone in self._element.children]
        numbers = {word: [x for bone in bones for x in bone[word]] for word in ("bindpos", "bindquat")}
        return (
            super()._read()
            | numbers
            | {
                "vert": list(self._element.attributes.get("vertex", ())),
                "bodyname": [bone["body"] for bone in bones],
                "vertid": [list(bone["vertid"]) for bone in bones],
                "vertweight": [list(bone["vertweight"]) for bone in bones],
            }
        )

    def _write(self, fields: dict[str, Any]) -> None:
        self._become("skin")
        self._put(fields)
        self._element["vertex"] = tuple(fields["vert"]) or None
        for number, body in enumerate(fields["bodyname"]):
            self._element.add(
                "bone",
                body=body,
                bindpos=tuple(fields["bindpos"][3 * number : 3 * number + 3]),
                bindquat=tuple(fields["bindquat"][4 * number : 4 * number + 4]),
                vertid=tuple(fields["vertid"][number]),
                vertweight=tuple(fields["vertweight"][number]),
            )


class MjsFlex(MjsElement):
    """A flex; its parts of MJCF are fields of its own."""

    _table = NAMES["specs"]["MjsFlex"]

    WORDS = {"vert": "vertex", "elem": "element", "vertbody": "body", "nodebody": "node", "node": "nodecoord"}
    IN_PARTS = {"edgestiffness": ("edge", "stiffness"), "edgedamping": ("edge", "damping")}

    def _place(self, name: str, writing: bool) -> tuple[Element | None, str]:
        word = self.WORDS.get(name, name)
        if word in self._element.declaration.attributes:
            return self._element, word
        parts = [self.IN_PARTS[name]] if name in self.IN_PARTS else [("contact", name), ("elasticity", name)]
        for tag, word in parts:
            part = self._element.first(tag)
            probe = part or (self._element.add(tag) if tag in self._element.declaration.children else None)
            if probe is not None and word in probe.declaration.attributes:
                return probe, word
            if part is None and probe is not None:
                probe.remove()
        return None, name


# classes by section and tag; a section of several kinds has None
BY_SECTION: dict[str, Any] = {
    "equality": MjsEquality, "tendon": MjsTendon, "actuator": MjsActuator, "sensor": MjsSensor,
}  # fmt: skip
BY_TAG: dict[str, Any] = {
    **TREE, "mesh": MjsMesh, "hfield": MjsHField, "texture": MjsTexture, "material": MjsMaterial, "skin": MjsSkin,
    "flex": MjsFlex, "pair": MjsPair, "exclude": MjsExclude, "numeric": MjsNumeric, "text": MjsText, "tuple": MjsTuple,
    "key": MjsKey,
}  # fmt: skip
