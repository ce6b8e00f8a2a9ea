"""Bounding volumes at one depth of their trees, as the edges of boxes: those of bodies, flexes and meshes."""

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import GeomType
from corten.model import Model
from corten.scene.lines import Lines, box_edges, join_lines, make_lines, no_lines
from corten.scene.options import SceneOption, VisFlag
from corten.scene.shapes import in_groups

Ints = NDArray[np.integer]

# widths of the edges of boxes and of the cages of flexes, in those of <visual> (MuJoCo's values)
BOX_WIDTH, CAGE_WIDTH = 1.5, 3.0

# colour of the cages of flexes (MuJoCo's)
CAGE_RGBA = (0.5, 0.5, 0.5, 1.0)


def volume_lines(model: Model, data: Data, option: SceneOption) -> Lines:
    """Return the boxes that an option asks for; those in use look like the others."""
    parts = [no_lines()]
    if option.shows(VisFlag.BODYBVH):
        parts.append(body_volumes(model, data, option.bvh_depth))
    if option.shows(VisFlag.MESHBVH):
        parts += [flex_volumes(model, data, option), flex_cages(model, data)]
        parts += [mesh_volumes(model, data, option.bvh_depth), octants(model, data, option.bvh_depth)]
    return join_lines(parts)


def _at_depth(model: Model, first: int, count: int, depth: int) -> Ints:
    """Return the nodes of a tree at a depth, and leaves above it."""
    nodes = np.arange(first, first + count)
    leaf = (model.bvh_child[nodes] < 0).all(axis=1)
    return nodes[(model.bvh_depth[nodes] == depth) | (leaf & (model.bvh_depth[nodes] < depth))]


def _boxes(model: Model, box: np.ndarray, pos: np.ndarray, mat: np.ndarray, numbers: Ints) -> Lines:
    start, end = box_edges(box[:, :3], box[:, 3:], pos, mat)
    return make_lines(start, end, width=BOX_WIDTH, rgba=model.vis_rgba_bv, objid=np.repeat(numbers, 12))


def body_volumes(model: Model, data: Data, depth: int) -> Lines:
    """Return boxes around the geoms of bodies: inner nodes along the axes of inertia, leaves along those of geoms."""
    parts = [no_lines()]
    for body in range(model.nbody):
        nodes = _at_depth(model, model.body_bvhadr[body], model.body_bvhnum[body], depth)
        geom = model.bvh_nodeid[nodes]
        leaf = geom >= 0
        of_geom = np.where(leaf, geom, 0)
        if len(nodes):
            box = np.where(leaf[:, None], model.geom_aabb[of_geom].reshape(-1, 6), model.bvh_aabb[nodes])
            pos = np.where(leaf[:, None], data.geom_xpos[of_geom], data.xipos[body])
            mat = np.where(leaf[:, None], data.geom_xmat[of_geom].reshape(-1, 9), data.ximat[body].reshape(9))
            parts.append(_boxes(model, box, pos, mat, nodes))
    return join_lines(parts)


def mesh_volumes(model: Model, data: Data, depth: int) -> Lines:
    """Return boxes around the triangles of the meshes of geoms that have no octree."""
    parts = [no_lines()]
    for geom in np.flatnonzero((model.geom_type == GeomType.MESH) & (model.geom_dataid >= 0)).tolist():
        mesh = int(model.geom_dataid[geom])
        if model.mesh_octadr[mesh] < 0:
            nodes = _at_depth(model, model.mesh_bvhadr[mesh], model.mesh_bvhnum[mesh], depth)
            parts.append(_in_geom(model, data, geom, model.bvh_aabb[nodes], nodes))
    return join_lines(parts)


def octants(model: Model, data: Data, depth: int) -> Lines:
    """Return the cells of the octrees of meshes."""
    parts = [no_lines()]
    kinds = np.isin(model.geom_type, (GeomType.MESH, GeomType.SDF))
    for geom in np.flatnonzero(kinds & (model.geom_dataid >= 0)).tolist():
        mesh = int(model.geom_dataid[geom])
        first = int(model.mesh_octadr[mesh])
        if first >= 0:
            nodes = np.arange(first, first + int(model.mesh_octnum[mesh]))
            nodes = nodes[model.oct_depth[nodes] == depth]
            parts.append(_in_geom(model, data, geom, model.oct_aabb[nodes], nodes))
    return join_lines(parts)


def _in_geom(model: Model, data: Data, geom: int, box: np.ndarray, numbers: Ints) -> Lines:
    pos, mat = np.tile(data.geom_xpos[geom], (len(box), 1)), np.tile(data.geom_xmat[geom].reshape(9), (len(box), 1))
    return _boxes(model, box, pos, mat, numbers)


def flex_volumes(model: Model, data: Data, option: SceneOption) -> Lines:
    """Return boxes around the elements of flexes."""
    parts, upright = [no_lines()], np.eye(3).reshape(9)
    for flex in np.flatnonzero(in_groups(model.flex_group, option.flexgroup)).tolist():
        nodes = _at_depth(model, model.flex_bvhadr[flex], model.flex_bvhnum[flex], option.bvh_depth)
        box = data.bvh_aabb_dyn[nodes - model.nbvhstatic]
        parts.append(_boxes(model, box, np.zeros((len(nodes), 3)), np.tile(upright, (len(nodes), 1)), nodes))
    return join_lines(parts)


def flex_cages(model: Model, data: Data) -> Lines:
    """Return the edges between neighbouring nodes of flexes that are interpolated, where both can move."""
    parts = [no_lines()]
    for flex in np.flatnonzero(model.flex_interp).tolist():
        first, count = int(model.flex_nodeadr[flex]), int(model.flex_nodenum[flex])
        bodies = model.flex_nodebodyid[first : first + count]
        point = np.array(data.xpos[bodies])
        if not model.flex_centered[flex]:
            axes = data.xmat[bodies].reshape(-1, 3, 3)
            point = point + np.einsum("nij,nj->ni", axes, model.flex_node[first : first + count])
        extent = model.flex_cellnum[flex] * abs(int(model.flex_interp[flex])) + 1
        shown = model.body_jntnum[bodies] > 0
        if model.flex_interp[flex] < 0:
            places = np.indices(extent).reshape(3, -1)
            shown &= ((places == 0) | (places == extent[:, None] - 1)).any(axis=0)
        number, shown = np.arange(count).reshape(extent), shown.reshape(extent)
        for axis in range(3):
            low, high = (np.moveaxis(number, axis, 0)[part] for part in (slice(-1), slice(1, None)))
            both = shown.reshape(-1)[low] & shown.reshape(-1)[high]
            parts.append(make_lines(point[low[both]], point[high[both]], width=CAGE_WIDTH, rgba=CAGE_RGBA))
    return join_lines(parts)
