"""Surfaces of what bends: flexes with their rims, rods whose sections are boxes, skins."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.deformable.rods.frames import half_sizes, has_box_section
from corten.enums import GeomType
from corten.model import Model
from corten.model.skinning import skin_points
from corten.render.surfaces import Surface, Surfaces, TracedShapes, flat_normals, make_surface, trace_shapes
from corten.scene.options import SceneOption, VisFlag
from corten.scene.shapes import SKIN, Shapes, connect, join, make_shapes

if TYPE_CHECKING:
    from corten.viewer.snapshot import Snapshot

Floats = NDArray[np.floating]
Ints = NDArray[np.integer]


def soft_shapes(
    model: Model, data: Data, option: SceneOption, row: Shapes, surfaces: Surfaces, view: int
) -> TracedShapes:
    """Return a flex or skin of a scene as rays meet it; those of each view are surfaces of their own."""
    if row.type[0] == SKIN:
        skin = int(row.objid[0])
        number = surfaces.replace(("skin", skin, view), lambda: skin_surface(model, data, skin))
        return _on_surface(row, number)
    return _flex_shapes(model, data, option, row, surfaces, (int(row.objid[0]), view))


def _on_surface(row: Shapes, number: int) -> TracedShapes:
    traced = trace_shapes(row, number)
    traced.type = np.full(len(traced), GeomType.MESH)
    return traced


def _flex_shapes(
    model: Model, data: Data, option: SceneOption, row: Shapes, surfaces: Surfaces, place: tuple[int, int]
) -> TracedShapes:
    """Return the skin of a flex, else its edges, vertices and faces as far as they are shown."""
    flex, radius = place[0], float(model.flex_radius[place[0]])
    points = data.flexvert_xpos[model.flex_vertadr[flex] : model.flex_vertadr[flex] + model.flex_vertnum[flex]]
    if model.flex_dim[flex] > 1 and option.shows(VisFlag.FLEXSKIN):
        number = surfaces.replace(("flex", *place), lambda: flex_surface(model, flex, np.array(points)))
        return _on_surface(row, number)
    if has_box_section(model, flex) and option.shows(VisFlag.FLEXSKIN):
        number = surfaces.replace(("rod", *place), lambda: rod_surface(model, data, flex))
        return _on_surface(row, number)
    parts = [trace_shapes(row.take(slice(0)))]
    # edges and vertices have no texture coordinates
    look = {"rgba": row.rgba, "look": row.look, "objtype": row.objtype[0], "objid": row.objid[0]}
    if radius > 0.0 and option.shows(VisFlag.FLEXVERT):
        columns = {"type": GeomType.SPHERE, "size": radius, "pos": points}
        parts.append(trace_shapes(make_shapes(len(points), **columns, **look)))
    if radius > 0.0 and option.shows(VisFlag.FLEXEDGE):
        edges = model.flex_edge[model.flex_edgeadr[flex] : model.flex_edgeadr[flex] + model.flex_edgenum[flex]]
        columns = connect(GeomType.CYLINDER, radius, points[edges[:, 0]], points[edges[:, 1]])
        parts.append(trace_shapes(make_shapes(len(edges), **columns, **look)))
    if model.flex_dim[flex] > 1 and option.shows(VisFlag.FLEXFACE):
        layer = int(option.flex_layer)
        number = surfaces.replace(("faces", *place), lambda: face_surface(model, flex, np.array(points), layer))
        parts.append(_on_surface(row, number))
    return join(parts)


def elements_of(model: Model, flex: int) -> tuple[Ints, Ints]:
    """Return the vertices and the texture coordinates of the elements of a flex."""
    corners, first = int(model.flex_dim[flex]) + 1, int(model.flex_elemdataadr[flex])
    entries = slice(first, first + corners * int(model.flex_elemnum[flex]))
    return model.flex_elem[entries].reshape(-1, corners), model.flex_elemtexcoord[entries].reshape(-1, corners)


def flex_surface(model: Model, flex: int, point: Floats) -> Surface:
    """Return the skin of a flex, at its radius from the vertices; a thin one has two sides and a rim."""
    dim, radius = int(model.flex_dim[flex]), float(model.flex_radius[flex])
    elements, texcoords = elements_of(model, flex)
    first = int(model.flex_shelldataadr[flex])
    shell = model.flex_shell[first : first + dim * int(model.flex_shellnum[flex])].reshape(-1, dim)
    faces, coords = (elements, texcoords) if dim == 2 else (shell, shell)
    out = _vertex_normals(point, faces)
    sides = [(faces, coords, 1.0)]
    if dim == 2:
        sides.append((faces[:, [0, 2, 1]], coords[:, [0, 2, 1]], -1.0))
    corner = np.concatenate([point[part] + sign * radius * out[part] for part, _, sign in sides])
    normal = np.concatenate([sign * out[part] for part, _, sign in sides])
    if model.flex_flatskin[flex]:
        flat = np.concatenate([np.repeat(flat_normals(point[part])[:, None], 3, axis=1) for part, _, _ in sides])
        normal = flat
    numbers = np.concatenate([part for _, part, _ in sides])
    if dim == 2 and len(shell):
        rim, rim_normal, rim_numbers = _rim(point, out, shell, radius)
        corner, normal = np.concatenate([corner, rim]), np.concatenate([normal, rim_normal])
        numbers = np.concatenate([numbers, rim_numbers])
    return make_surface(corner, normal, _flex_texcoords(model, flex, numbers))


def face_surface(model: Model, flex: int, point: Floats, layer: int = 0) -> Surface:
    """Return the triangles of the elements of a flex at its radius from them, those of solids from one layer."""
    elements, coords = elements_of(model, flex)
    sides = [[0, 1, 2], [0, 2, 1]]
    if model.flex_dim[flex] == 3:
        first = int(model.flex_elemadr[flex])
        shown = model.flex_elemlayer[first : first + len(elements)] == layer
        elements, coords = elements[shown], coords[shown]
        sides = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]]
    corner = point[np.concatenate([elements[:, side] for side in sides])]
    corner = corner + float(model.flex_radius[flex]) * flat_normals(corner)[:, None]
    return make_surface(corner, None, _flex_texcoords(model, flex, np.concatenate([coords[:, side] for side in sides])))


def _vertex_normals(point: Floats, faces: Ints) -> Floats:
    """Return the normals of vertices: the mean of those of the triangles around them, all alike."""
    flat, normal = flat_normals(point[faces]), np.zeros_like(point)
    for corner in range(3):
        np.add.at(normal, faces[:, corner], flat)
    return normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-15)


def _rim(point: Floats, out: Floats, shell: Ints, radius: float) -> tuple[Floats, Floats, Ints]:
    """Return the triangles that close the sides of a thin flex, with normals and numbers of vertices."""
    corners, normals, numbers = [], [], []
    for ends, sign in ((shell, radius), (shell[:, ::-1], -radius)):
        chosen = ends[:, [0, 1, 1]]
        signs = np.array([sign, -sign, sign])[None, :, None]
        across = np.cross(point[ends[:, 1]] - point[ends[:, 0]], out[ends[:, 1]]) * np.sign(sign or 1.0)
        across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-15)
        corners.append(point[chosen] + signs * out[chosen])
        normals.append(np.repeat(across[:, None], 3, axis=1))
        numbers.append(chosen)
    return np.concatenate(corners), np.concatenate(normals), np.concatenate(numbers)


def _flex_texcoords(model: Model, flex: int, numbers: Ints) -> Floats | None:
    first = int(model.flex_texcoordadr[flex])
    if first < 0:
        return None
    return model.flex_texcoord[first + np.clip(numbers, 0, len(model.flex_texcoord) - first - 1)]


def skin_surface(model: Model, data: Data, skin: int) -> Surface:
    """Return a skin where the bodies are now."""
    point, normal, faces = skin_points(model, data.xpos, data.xmat, skin)
    texcoord = None
    if model.skin_texcoordadr[skin] >= 0:
        texcoord = model.skin_texcoord[model.skin_texcoordadr[skin] + faces]
    return make_surface(point[faces], normal[faces], texcoord)


# ---------------------------------------------------------------- rods whose sections are boxes

# corners of a section in its half sizes, around the rod
AROUND = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])

# the triangles of a face with four corners
HALVES = [[0, 1, 2], [0, 2, 3]]


def rod_surface(model: Model, data: Data, flex: int) -> Surface:
    """Return the skin of a rod with a box section; its sides are round along the rod."""
    ring, one, other = rod_sections(model, data, flex)
    corner = ring.reshape(-1, 3)[rod_faces(len(ring))]
    out = np.stack([-other, one, other, -one], axis=1)
    normal = np.stack([out[:-1], out[:-1], out[1:], out[1:]], axis=2).reshape(-1, 4, 3)
    ends = np.repeat(np.stack([np.cross(other[0], one[0]), np.cross(one[-1], other[-1])])[:, None], 4, axis=1)
    normal = np.concatenate([normal, ends])
    return make_surface(corner[:, HALVES].reshape(-1, 3, 3), normal[:, HALVES].reshape(-1, 3, 3))


def rod_sections(model: Model, data: "Data | Snapshot", flex: int) -> tuple[Floats, Floats, Floats]:
    """Return the corners of the section at each vertex of a rod (n, 4, 3), and its axes.

    At a vertex it is turned to the mean of the edges that meet there.
    """
    edges = slice(int(model.flex_rodadr[flex]), int(model.flex_rodadr[flex] + model.flex_edgenum[flex]))
    vertices = np.append(model.rodedge_vertid[edges, 0], model.rodedge_vertid[edges, 1][-1])
    one, other = (_at_vertices(axis) for axis in _material_axes(model, data, edges))
    wide, thick = half_sizes(model, flex)
    across = AROUND[:, 0, None] * (wide * one)[:, None] + AROUND[:, 1, None] * (thick * other)[:, None]
    return data.flexvert_xpos[vertices][:, None] + across, one, other


def rod_faces(count: int) -> Ints:
    """Return the four corners of each side between `count` sections, and of both ends, counted over all sections."""
    ring = np.arange(4 * count).reshape(count, 4)
    following = np.roll(ring, -1, axis=1)
    sides = np.stack([ring[:-1], following[:-1], following[1:], ring[1:]], axis=2).reshape(-1, 4)
    return np.concatenate([sides, ring[:1, ::-1], ring[-1:]])


def _material_axes(model: Model, data: "Data | Snapshot", edges: slice) -> tuple[Floats, Floats]:
    """Return both material axes of edges: their reference axes, turned by the angles of their joints."""
    along, axis = data.rodedge_frame[edges, :3], data.rodedge_frame[edges, 3:]
    joints = model.rodedge_jntid[edges]
    places = model.jnt_qposadr[joints]
    angle = np.where(joints >= 0, data.qpos[places] - model.qpos0[places], 0.0)[:, None]
    third = np.cross(along, axis)
    return np.cos(angle) * axis + np.sin(angle) * third, np.cos(angle) * third - np.sin(angle) * axis


def _at_vertices(axis: Floats) -> Floats:
    """Return the mean directions of the edges that meet at each vertex, from the axes of the edges."""
    ends = np.concatenate([axis[:1], axis[:-1] + axis[1:], axis[-1:]])
    return ends / np.maximum(np.linalg.norm(ends, axis=1, keepdims=True), 1e-15)
