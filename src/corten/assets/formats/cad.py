"""Files of CAD programs: 3MF, and STEP, which optional packages tessellate."""

import importlib.util
import io
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray

from corten.assets.formats.readers import parse_floats, parse_integers
from corten.assets.raw_mesh import MOST_ITEMS, RawMesh, raw_mesh
from corten.errors import AssetError

# ---------------------------------------------------------------- 3MF: a zip archive that holds meshes as XML
# Numbers are taken as they stand, as in all other formats; the unit that the file names is left to `scale`.
# It is read here rather than by trimesh, which inflates archives and multiplies components without bound


# [bytes] size of an XML part beyond which the archive is a bomb
LARGEST_PART = 1 << 29

# how often objects may hold others, and how many items and components a model may be built of
DEEPEST, MOST_PARTS = 16, 10_000

MODEL_SUFFIX = ".model"
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"

# vertices and triangles of one object, placed
Part = tuple[NDArray[np.float64], NDArray[np.int64]]


def read_3mf(data: bytes) -> RawMesh:
    """Return everything that the model in a 3MF file builds, as one mesh."""
    root = _parse(_read_model(data))
    builder = _Builder(root)
    parts = [part for item in root.iter(f"{CORE}item") for part in builder.build(item, DEEPEST)]
    if not parts:
        raise AssetError("the 3MF file builds no mesh")
    starts = np.cumsum([0, *(len(vertices) for vertices, _ in parts)])
    faces = [triangles + start for (_, triangles), start in zip(parts, starts, strict=False)]
    return raw_mesh(np.concatenate([vertices for vertices, _ in parts]), np.concatenate(faces))


def _read_model(data: bytes) -> bytes:
    """Return the XML of the model part of the archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [info for info in archive.infolist() if info.filename.lower().endswith(MODEL_SUFFIX)]
            if not names:
                raise AssetError("the 3MF file has no part that ends with .model")
            part = min(names, key=lambda info: (info.filename.lower() != "3d/3dmodel.model", info.filename))
            if part.file_size > LARGEST_PART:
                raise AssetError(f"the model in the 3MF file has {part.file_size} bytes; {LARGEST_PART} are allowed")
            with archive.open(part) as stream:
                text = stream.read(LARGEST_PART + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        if isinstance(error, AssetError):
            raise
        raise AssetError(f"the 3MF file is not a sound zip archive: {error}") from None
    if len(text) > LARGEST_PART:
        raise AssetError(f"the model in the 3MF file has more than {LARGEST_PART} bytes")
    return text


class _Tree(ElementTree.TreeBuilder):
    """The tree of a model: without entities, and thus without any that swell."""

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        """Refuse a document type before anything in it is read."""
        raise AssetError("the model in the 3MF file declares a document type, which the format forbids")


def _parse(text: bytes) -> Element:
    try:
        return ElementTree.fromstring(text, ElementTree.XMLParser(target=_Tree()))
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        if isinstance(error, AssetError):
            raise
        raise AssetError(f"the model in the 3MF file is not sound XML: {error}") from None


class _Builder:
    """Objects of a model, each read once, and what may still be built of them."""

    def __init__(self, root: Element):
        self.objects = {node.get("id"): node for node in root.iter(f"{CORE}object")}
        self.meshes: dict[str | None, Part] = {}
        self.parts_left, self.items_left = MOST_PARTS, MOST_ITEMS

    def build(self, item: Element, depth: int) -> Iterator[Part]:
        """Yield the meshes of an item or component, placed by its transform."""
        if not depth:
            raise AssetError(f"objects of the 3MF file hold each other more than {DEEPEST} times")
        self.parts_left -= 1
        if self.parts_left < 0:
            raise AssetError(f"the 3MF file is built of more than {MOST_PARTS} parts")
        name = item.get("objectid")
        if name not in self.objects:
            raise AssetError(f"object {str(name)[:40]!r} of the 3MF file does not exist")
        node, matrix = self.objects[name], _transform(item.get("transform"))

        if (mesh := node.find(f"{CORE}mesh")) is not None:
            if name not in self.meshes:
                self.meshes[name] = _read_mesh(mesh)
            yield self._place(self.meshes[name], matrix)
        for component in node.iterfind(f"{CORE}components/{CORE}component"):
            for part in self.build(component, depth - 1):
                yield self._place(part, matrix)

    def _place(self, part: Part, matrix: NDArray[np.float64]) -> Part:
        vertices, triangles = part
        self.items_left -= len(vertices) + len(triangles)
        if self.items_left < 0:
            raise AssetError(f"the 3MF file builds more than {MOST_ITEMS} vertices and triangles")
        return vertices @ matrix[:3] + matrix[3], triangles


def _transform(text: str | None) -> NDArray[np.float64]:
    """Return a 3MF transform as (4, 3): rows are multiplied from the left, the last one is added."""
    if text is None:
        return np.eye(4, 3)
    numbers = parse_floats(text.encode().split(), "3MF file")
    if len(numbers) != 12 or not np.isfinite(numbers).all():
        raise AssetError(f"a transform of the 3MF file has {len(numbers)} numbers, it must have 12 finite ones")
    return numbers.reshape(4, 3)


def _read_mesh(mesh: Element) -> Part:
    vertices = _attributes(mesh, "vertex", ("x", "y", "z"))
    triangles = _attributes(mesh, "triangle", ("v1", "v2", "v3"))
    corners = parse_integers(triangles, "3MF file").reshape(-1, 3)
    points = parse_floats(vertices, "3MF file").reshape(-1, 3)
    if not np.isfinite(points).all():
        raise AssetError("a vertex of the 3MF file is not finite")
    if len(corners) and (corners.min() < 0 or corners.max() >= len(points)):
        raise AssetError(f"a triangle of the 3MF file has an index that is not below {len(points)}")
    return points, corners


def _attributes(mesh: Element, tag: str, names: tuple[str, str, str]) -> list[bytes]:
    first, second, third = names
    words: list[str] = []
    for node in mesh.iter(CORE + tag):
        words += (node.get(first, "none"), node.get(second, "none"), node.get(third, "none"))
    return [word.encode() for word in words]


# ---------------------------------------------------------------- sTEP
# solids of CAD programs, tessellated by optional packages


# [m] and [rad]: how far the triangles may be from the surface, and how much neighbours may turn
TOLERANCE, ANGLE = 1e-4, 0.2


def read_step(data: bytes) -> RawMesh:
    """Return the surface of all solids in a STEP file [m], as one mesh."""
    for package in ("cascadio", "trimesh"):
        if importlib.util.find_spec(package) is None:
            raise AssetError(f"STEP files need the package {package}: install corten[step]")
    import cascadio  # pyright: ignore[reportMissingImports]
    import trimesh  # pyright: ignore[reportMissingImports]

    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder) / "solid.step", Path(folder) / "solid.glb"
        source.write_bytes(data)
        try:
            cascadio.step_to_glb(str(source), str(result), tol_linear=TOLERANCE, tol_angular=ANGLE)
            scene = trimesh.load_scene(str(result))
            mesh = scene.to_mesh()
        except Exception as error:
            # packages that tessellate raise what they like; any of it means that this file is of no use
            raise AssetError(f"the STEP file cannot be tessellated: {error}") from None
    return raw_mesh(np.asarray(mesh.vertices), np.asarray(mesh.faces))
