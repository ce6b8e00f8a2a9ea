"""Points and elements that a <flexcomp> takes from a file, or from a mesh among the assets."""

from dataclasses import replace

import numpy as np

from corten.assets import AssetError, RawMesh
from corten.assets.formats.msh import read_gmsh
from corten.assets.formats.obj import read_obj_lines
from corten.assets.formats.readers import mesh_format, read_mesh
from corten.assets.shape.principal_axes import refer
from corten.compile.assets.asset_files import Files
from corten.compile.assets.meshes import read_mesh_asset
from corten.compile.elements.plugins import Plugins
from corten.constants import MINVAL
from corten.deformable.compile.flexcomp.shapes import Ints, Points, Shape, make_shape, place_points
from corten.mjcf.value import nearest
from corten.spec import DefaultClasses, Element, Resolved, root_section

# meshes that are made of tetrahedra unless their last parameter says otherwise
SOLIDS = ("grid", "box", "cylinder", "ellipsoid")


def read_shape(values: Resolved, files: Files, root: Element, classes: DefaultClasses) -> Shape:
    """Return the shape of a flexcomp of type mesh or gmsh."""
    element, file = values.element, values["file"]
    if values["mesh"]:
        if file:
            raise element.error("file and mesh are given; leave out one of them")
        return _asset_shape(values, files, root, classes)
    if not file:
        raise element.error(f"file is missing; a flexcomp of type {values['type']} needs a file or a mesh")
    try:
        content = files.mesh(element, file)
        if values["type"] == "gmsh":
            dim, points, elements = read_gmsh(content.data)
            return _of_dimension(values, Shape(dim, points, elements))
        kind = mesh_format(file)
        if kind == "msh":
            raise AssetError('MuJoCo\'s own MSH files are not read here; give a Gmsh file with type="gmsh"')
        raw, lines = read_mesh(content.data, kind), np.zeros((0, 2), int)
        if kind == "obj" and values["dim"] == 1:
            lines = read_obj_lines(content.data)
    except AssetError as trouble:
        raise element.error(f"file '{file}': {trouble}") from None
    return _surface(values, raw.vertices.astype(float), raw, lines)


# ---------------------------------------------------------------- assets


def _asset_shape(values: Resolved, files: Files, root: Element, classes: DefaultClasses) -> Shape:
    """Return the shape of a mesh among the assets, scaled and in its reference pose."""
    section = root_section(root, "asset")
    known = {each.object_name(): each for each in (section.children if section else ()) if each.tag == "mesh"}
    if values["mesh"] not in known:
        like = nearest(values["mesh"], [name for name in known if name])
        raise values.element.error(f"mesh is '{values['mesh']}', but no mesh has that name{like}")
    asset = classes.resolve(known[values["mesh"]])
    mesh = read_mesh_asset(asset, files, Plugins(root))
    solid = _solid(asset)
    if solid is not None:
        solid.points, solid.texcoords = refer(solid.points, mesh.options), solid.texcoords[:0]
        return _of_dimension(values, solid)
    # MuJoCo moves the vertices of its own mesh, which have single precision, back to where they were
    points = place_points(mesh.vertices.astype(float), (mesh.pos, mesh.quat))
    faces = mesh.raw.faces if len(mesh.raw.faces) else mesh.triangles
    return _surface(values, points, replace(mesh.raw, faces=faces))


def _solid(asset: Resolved) -> Shape | None:
    """Return the tetrahedra of a mesh that is generated with them."""
    params = asset["params"] or ()
    if asset["builtin"] not in SOLIDS or (len(params) > 6 and int(params[6]) != 3):
        return None
    count, spacing = tuple(int(number) for number in params[:3]), tuple(params[3:6])
    return make_shape(asset.element, asset["builtin"], 3, count, spacing)


def _of_dimension(values: Resolved, shape: Shape) -> Shape:
    if values.given("dim") and values["dim"] != shape.dim:
        raise values.element.error(f"dim is {values['dim']}, but the mesh has {shape.dim} dimensions; leave out dim")
    return shape


# ---------------------------------------------------------------- surfaces


def _surface(values: Resolved, points: Points, raw: RawMesh, lines: Ints | None = None) -> Shape:
    """Return lines, triangles, or tetrahedra from triangles to the origin, of a surface."""
    element, dim, faces = values.element, values["dim"], raw.faces.astype(int)
    pieces = faces if lines is None or not len(lines) else np.concatenate([lines, lines[:, 1:]], axis=1)
    if not len(points) or not len(pieces):
        raise element.error("its mesh has no vertices or no faces; both are needed")
    if not np.isfinite(points).all():
        raise element.error("its mesh has a vertex with a coordinate that is not a finite number")
    if pieces.min() < 0 or pieces.max() >= len(points):
        raise element.error(f"its mesh has a face with a vertex that does not exist; there are {len(points)}")
    texcoords, corners = raw.texcoords.astype(float), raw.face_texcoords.astype(int)
    if dim == 1:
        return Shape(1, points, pieces[:, :2], texcoords, corners[:, :2])
    if dim == 2:
        return Shape(2, points, pieces, texcoords, corners)
    if not values.given("origin"):
        raise element.error("origin is missing: the point to which tetrahedra lead from the triangles of a mesh")
    origin = np.array(values["origin"])
    first, second, third = (points[pieces[:, k]] - origin for k in range(3))
    volume = np.einsum("ij,ij->i", np.cross(first, second), third)
    outer = pieces[volume >= MINVAL] + 1
    elements = np.concatenate([np.zeros((len(outer), 1), int), outer], axis=1)
    return Shape(3, np.concatenate([origin[None], points]), elements, texcoords, corners)
