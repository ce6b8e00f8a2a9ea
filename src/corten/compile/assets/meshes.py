"""Meshes and height fields: from elements to records, and from records to arrays."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from corten.assets import (
    AssetError,
    HeightField,
    Hull,
    Mesh,
    MeshOptions,
    Octree,
    embedded_mesh,
    height_field_from_elevation,
    height_field_from_file,
    mesh_from_builtin,
    mesh_from_data,
    mesh_from_file,
)
from corten.assets.hull.decompose import Piece, decompose
from corten.compile.assets.files import Files
from corten.compile.assets.surfaces import fill_surfaces, surface_sizes
from corten.compile.items import Item
from corten.enums import MeshCollision
from corten.model import Model
from corten.spec import DefaultClasses, Element, Resolved, root_section

MESH_NUMBERS = ("vertex", "face", "normal", "texcoord")


@contextmanager
def _at(element: Element) -> Iterator[None]:
    """Let errors of assets say where the element stands that asks for them."""
    try:
        yield
    except AssetError as trouble:
        raise element.error(str(trouble)) from None


def _elements(root: Element, tag: str) -> list[Element]:
    section = root_section(root, "asset")
    return [] if section is None else [child for child in section.children if child.tag == tag]


def _asset_name(element: Element) -> str:
    name = element.object_name()
    if not name:
        raise element.error("name is missing; without a file to be called after it needs one")
    return name


# ---------------------------------------------------------------- reading


def read_meshes(root: Element, classes: DefaultClasses, files: Files) -> list[Item]:
    """Return all meshes; `row["mesh"]` is the record of each."""
    meshes = []
    for element in _elements(root, "mesh"):
        name, values = _asset_name(element), classes.resolve(element)
        meshes.append(Item(element, name, {"mesh": _mesh(values, files), "material": values["material"]}))
    return meshes


def _mesh(values: Resolved, files: Files) -> Mesh:
    element, name = values.element, values.element.object_name() or ""
    options = MeshOptions(
        **{key: values[key] for key in ("scale", "refpos", "refquat", "smoothnormal", "inertia", "maxhullvert")}
    )
    with _at(element):
        numbers = embedded_mesh(**{key: values[key] or () for key in MESH_NUMBERS})
        if values["builtin"] != "none":
            return mesh_from_builtin(name, values["builtin"], values["params"] or (), options)
        if values["file"]:
            content = files.mesh(element, values["file"])
            kind = values["content_type"] or ""
            return mesh_from_file(name, values["file"], content, options, content_type=kind, extra=numbers)
        return mesh_from_data(name, numbers, options)


def read_height_fields(root: Element, classes: DefaultClasses, files: Files) -> list[Item]:
    """Return all height fields; `row["field"]` is the record of each."""
    fields = []
    for element in _elements(root, "hfield"):
        values, name = classes.resolve(element), _asset_name(element)
        with _at(element):
            if values["file"]:
                if values["nrow"] or values["ncol"] or values["elevation"]:
                    raise element.error("file is given, and nrow, ncol or elevation too; a file says them itself")
                content = files.mesh(element, values["file"])
                kind = values["content_type"] or ""
                field = height_field_from_file(name, values["file"], content, values["size"], content_type=kind)
            else:
                shape = values["nrow"], values["ncol"]
                field = height_field_from_elevation(name, *shape, values["size"], values["elevation"] or ())
        fields.append(Item(element, name, {"field": field}))
    return fields


# ---------------------------------------------------------------- hulls


def mark_hulls(meshes: Sequence[Item], needed: set[int]) -> None:
    """Note which meshes need a convex hull: those that can touch something by it, and those whose inertia is its."""
    for number, item in enumerate(meshes):
        mesh: Mesh = item.row["mesh"]
        convex = mesh.options.inertia == "convex" or not len(mesh.raw.faces)
        touching = number in needed and item.row["collision"].way != MeshCollision.TRIANGLES
        item.row["hulled"] = convex or touching
        if item.row["hulled"]:
            with _at(item.element):
                mesh.hull  # noqa: B018 - made here, where an error can say which element it is about


def mark_pieces(meshes: Sequence[Item], needed: set[int]) -> None:
    """Find the convex pieces of meshes that are to collide as such; those that touch nothing stay hulls."""
    for number, item in enumerate(meshes):
        choice, item.row["pieces"] = item.row["collision"], ()
        if choice.way != MeshCollision.DECOMPOSE:
            continue
        if number not in needed:
            item.row["collision"] = choice._replace(way=MeshCollision.HULL)
            continue
        with _at(item.element):
            item.row["pieces"] = decompose(item.row["mesh"], choice.threshold, choice.pieces)


def mark_octrees(meshes: Sequence[Item], needed: set[int]) -> None:
    """Note which meshes need an octree of distances: those that a geom of type sdf shows."""
    for number, item in enumerate(meshes):
        item.row["octree"] = item.row["mesh"].octree if number in needed else None


# ---------------------------------------------------------------- arrays


def asset_sizes(meshes: Sequence[Item], fields: Sequence[Item]) -> dict[str, int]:
    """Return how much room all meshes and height fields need."""
    records: list[Mesh] = [item.row["mesh"] for item in meshes]
    pieces: list[Piece] = [piece for item in meshes for piece in item.row["pieces"]]
    hulls = [item.row["mesh"].hull for item in meshes if item.row["hulled"]] + [piece.hull for piece in pieces]
    grids: list[HeightField] = [item.row["field"] for item in fields]
    return {
        "nmesh": len(records),
        "npiece": len(pieces),
        "nhull": len(records) + len(pieces),
        "nmeshvert": sum(len(mesh.vertices) for mesh in (*records, *pieces)),
        "nmeshnormal": sum(len(mesh.normals) for mesh in records),
        "nmeshtexcoord": sum(len(mesh.texcoords) for mesh in records),
        "nmeshface": sum(len(mesh.triangles) for mesh in records),
        "nmeshgraph": sum(len(hull.graph.flat()) for hull in hulls),
        "nmeshpoly": sum(len(hull.normals) for hull in hulls),
        "nmeshpolyvert": sum(len(hull.polygons.vertices) for hull in hulls),
        "nmeshpolymap": sum(len(hull.polygons.sides) for hull in hulls),
        "noct": sum(len(item.row["octree"].depth) for item in meshes if item.row["octree"]),
        "nhfield": len(grids),
        "nhfielddata": sum(grid.data.size for grid in grids),
        **surface_sizes(meshes),
    }


def fill_meshes(model: Model, meshes: Sequence[Item]) -> None:
    """Write all meshes one after the other."""
    used: dict[str, int] = dict.fromkeys(
        ("vert", "normal", "texcoord", "face", "graph", "poly", "polyvert", "polymap", "oct"), 0
    )

    def put(field: str, kind: str, rows: np.ndarray) -> None:
        getattr(model, f"mesh_{field}")[used[kind] : used[kind] + len(rows)] = rows

    for number, item in enumerate(meshes):
        mesh: Mesh = item.row["mesh"]
        sizes = {
            "vert": len(mesh.vertices),
            "normal": len(mesh.normals),
            "texcoord": len(mesh.texcoords),
            "face": len(mesh.triangles),
        }
        for kind, size in sizes.items():
            getattr(model, f"mesh_{kind}adr")[number] = used[kind]
            getattr(model, f"mesh_{kind}num")[number] = size
        if not sizes["texcoord"]:
            model.mesh_texcoordadr[number] = -1
        put("vert", "vert", mesh.vertices)
        put("normal", "normal", mesh.normals)
        put("texcoord", "texcoord", mesh.texcoords)
        put("face", "face", mesh.triangles)
        put("facenormal", "face", mesh.triangle_normals)
        if sizes["texcoord"]:
            put("facetexcoord", "face", mesh.triangle_texcoords)
        model.mesh_scale[number], model.mesh_pos[number] = mesh.options.scale, mesh.pos
        model.mesh_quat[number] = mesh.quat
        model.mesh_collision[number] = item.row["collision"].way
        model.mesh_graphadr[number], model.mesh_polyadr[number] = -1, used["poly"]
        if item.row["hulled"]:
            sizes |= _fill_hull(model, number, mesh.hull, used, put)
        model.mesh_octadr[number] = -1
        if item.row["octree"]:
            sizes["oct"] = _fill_octree(model, number, item.row["octree"], used["oct"])
        for kind, size in sizes.items():
            used[kind] += size
    fill_surfaces(model, meshes)
    _fill_pieces(model, meshes, used, put)


def _fill_pieces(model: Model, meshes: Sequence[Item], used: dict[str, int], put: Any) -> None:
    """Write the convex pieces of all meshes; their hulls come behind those of meshes."""
    number = 0
    for mesh, item in enumerate(meshes):
        model.mesh_pieceadr[mesh], model.mesh_piecenum[mesh] = number, len(item.row["pieces"])
        for piece in item.row["pieces"]:
            hull = model.nmesh + number
            model.mesh_vertadr[hull], model.mesh_vertnum[hull] = used["vert"], len(piece.vertices)
            model.mesh_polyadr[hull] = used["poly"]
            put("vert", "vert", piece.vertices)
            sizes = _fill_hull(model, hull, piece.hull, used, put) | {"vert": len(piece.vertices)}
            for kind, size in sizes.items():
                used[kind] += size
            model.piece_pos[number] = piece.pos
            model.piece_aabb[number] = [*(piece.high + piece.low) / 2, *(piece.high - piece.low) / 2]
            number += 1


def _fill_hull(model: Model, number: int, hull: Hull, used: dict[str, int], put: Any) -> dict[str, int]:
    """Write the hull of a mesh or a piece; return how much room it takes."""
    graph, polygons = hull.graph.flat(), hull.polygons
    model.mesh_graphadr[number] = used["graph"]
    model.mesh_polynum[number] = len(polygons.count)
    model.mesh_extrema[number] = hull.extrema
    put("graph", "graph", graph)
    put("polynormal", "poly", hull.normals)
    put("polyvertadr", "poly", polygons.address + used["polyvert"])
    put("polyvertnum", "poly", polygons.count)
    put("polyvert", "polyvert", polygons.vertices)
    put("polymapadr", "vert", polygons.side_address + used["polymap"])
    put("polymapnum", "vert", polygons.side_count)
    put("polymap", "polymap", polygons.sides)
    return {
        "graph": len(graph),
        "poly": len(polygons.count),
        "polyvert": len(polygons.vertices),
        "polymap": len(polygons.sides),
    }


def _fill_octree(model: Model, number: int, octree: Octree, start: int) -> int:
    """Write the octree of a mesh; return how much room it takes."""
    size = len(octree.depth)
    model.mesh_octadr[number], model.mesh_octnum[number] = start, size
    for name in octree._fields:
        getattr(model, f"oct_{name}")[start : start + size] = getattr(octree, name)
    return size


def fill_height_fields(model: Model, fields: Sequence[Item]) -> None:
    """Write all height fields one after the other."""
    used = 0
    for number, item in enumerate(fields):
        grid: HeightField = item.row["field"]
        model.hfield_size[number] = grid.size
        model.hfield_nrow[number], model.hfield_ncol[number] = grid.nrow, grid.ncol
        model.hfield_adr[number] = used
        model.hfield_elevation[used : used + grid.data.size] = grid.data.reshape(-1)
        used += grid.data.size
