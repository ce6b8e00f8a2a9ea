"""Skins of rods whose sections are boxes: four sides along the material axes of their edges, and both ends."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.deformable.rods.frames import half_sizes
from corten.model import Model
from corten.render.surfaces import Surface, make_surface

if TYPE_CHECKING:
    from corten.viewer.snapshot import Snapshot

Floats = NDArray[np.floating]
Ints = NDArray[np.integer]

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
