"""Shapes of a link: what is seen and what collides become geoms; meshes become assets."""

import os
from typing import Any

from corten.mjcf.reader import Node
from corten.mjcf.urdf.part import Part, read_pose
from corten.mjcf.value import format_value

SHAPES = ("box", "cylinder", "sphere", "capsule", "mesh")

# what is only seen has no mass and touches nothing
VISUAL: dict[str, Any] = {"contype": 0, "conaffinity": 0, "group": 1, "density": 0.0}


class Geometry:
    """Makes geoms, and remembers what they share: meshes, colours and names that are taken."""

    def __init__(self, robot: Part, files: "MeshFiles", discardvisual: bool):
        self.meshes: list[Node] = []
        self._files = files
        self._discardvisual = discardvisual
        self._colours = _colours(robot)
        self._known: dict[str, list[tuple[str, tuple[float, ...]]]] = {}
        self._names: set[str] = set()

    def geoms(self, link: Part) -> list[Node]:
        """Return the geoms of a link in the order of the text; one without a colour has that of the last visual."""
        colour = None
        geoms = []
        for part in link.all("visual", "collision"):
            material = part.one("material")
            colour = colour if material is None else self._colour(material) or colour
            if part.tag == "collision":
                geoms.append(self._geom(part, colour, {}))
            elif not self._discardvisual:
                geoms.append(self._geom(part, colour, VISUAL))
        return geoms

    def _geom(self, part: Part, colour: tuple[float, ...] | None, kind: dict[str, Any]) -> Node:
        return part.made(
            "geom", name=self._name(part), **self._shape(part.need("geometry")), **read_pose(part), **kind, rgba=colour
        )

    def _name(self, part: Part) -> str | None:
        # what is seen and what collides often share a name: the first keeps it
        name = part["name"]
        if not name or name in self._names:
            return None
        self._names.add(name)
        return name

    def _shape(self, geometry: Part) -> dict[str, Any]:
        found = geometry.children
        if len(found) != 1:
            names = " and ".join(f"<{shape.tag}>" for shape in found) or "no shape"
            raise geometry.error(f"it holds {names}; exactly one of {', '.join(SHAPES)} is needed")
        shape, tag = found[0], found[0].tag
        for name, value in shape.values.items() if tag != "mesh" else ():
            if min(value if isinstance(value, tuple) else (value,)) <= 0:
                raise shape.error(f"{name} is {format_value(value)}; it must be positive")
        match tag:
            case "box":
                return {"type": tag, "size": tuple(edge / 2 for edge in shape["size"])}
            case "sphere":
                return {"type": tag, "size": shape["radius"]}
            case "mesh":
                return {"type": tag, "mesh": self._mesh(shape)}
        return {"type": tag, "size": (shape["radius"], shape["length"] / 2)}

    def _mesh(self, shape: Part) -> str:
        """Return the name of the asset for a file at a scale; others with the same base name are numbered."""
        file, scale = self._files.find(shape["filename"]), shape["scale"]
        base = os.path.splitext(_base_name(file))[0]
        known = self._known.setdefault(base, [])
        number = known.index((file, scale)) if (file, scale) in known else len(known)
        name = f"{base}{number}" if number else base
        if number == len(known):
            known.append((file, scale))
            stretched = scale if scale != (1.0, 1.0, 1.0) else None
            self.meshes.append(shape.made("mesh", name=name, file=file, scale=stretched))
        return name

    def _colour(self, material: Part) -> tuple[float, ...] | None:
        """Return the colour that a material has itself, or the first material of its name; None if there is none."""
        own = material.one("color")
        if own is not None:
            return own["rgba"]
        if not material["name"]:
            raise material.error("name is missing; a material without a colour needs the name of one that has it")
        return self._colours.get(material["name"])


class MeshFiles:
    """Finds the files that a URDF names: packages of ROS are folders above the file, or beside one of these."""

    def __init__(self, folder: str | None, compiler: Node):
        self._folder = folder
        self._strip = compiler.attributes.get("strippath") == "true"
        self._in_folder = not any(compiler.attributes.get(key) for key in ("meshdir", "assetdir"))

    def find(self, filename: str) -> str:
        """Return a file as MJCF names it; a package that is not found is left as it is."""
        if self._strip:
            return _base_name(filename)
        scheme, found, rest = filename.partition("://")
        if found and scheme == "file":
            return rest
        if found and scheme in ("package", "model") and self._folder is not None:
            package, _, inside = rest.partition("/")
            path = _search(os.path.abspath(self._folder), package, inside)
            if path is not None:
                return os.path.relpath(path, self._folder or ".") if self._in_folder else path
        return filename


def _search(folder: str, package: str, inside: str) -> str | None:
    while True:
        places = [os.path.join(folder, package, inside)]
        if os.path.basename(folder) == package:
            places.append(os.path.join(folder, inside))
        for path in places:
            if os.path.isfile(path):
                return path
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _base_name(file: str) -> str:
    return file.replace("\\", "/").rpartition("/")[2]


def _colours(robot: Part) -> dict[str, tuple[float, ...]]:
    """Return the colours of all named materials, wherever they stand; the first with a colour counts."""
    colours: dict[str, tuple[float, ...]] = {}
    waiting = [robot]
    while waiting:
        part = waiting.pop()
        waiting += reversed(part.all("link", "visual", "material"))
        if part.tag == "material" and (own := part.one("color")) is not None:
            colours.setdefault(part["name"], own["rgba"])
    return colours
