"""Views and their shapes as the arrays that kernels read."""

import numpy as np
from numpy.typing import NDArray

from corten.assets.trees.median_split import median_split
from corten.enums import GeomType
from corten.model import Model
from corten.render.content import Content, project
from corten.render.engine import PRECISION, Scene
from corten.render.fields import LINE, SCENE
from corten.render.looks import OPAQUE, clear_arrays, light_arrays, mirror_arrays, setting_arrays
from corten.render.surfaces import Surface, Surfaces, TracedShapes
from corten.render.textures import mapping_arrays, texture_arrays, texture_pixels
from corten.render.trees import OCTANTS, box_corners, front_first, octants, world_boxes
from corten.scene.shapes import join

Floats = NDArray[np.floating]

# boxes, leaves and skips of a tree
Ordered = tuple[Floats, NDArray[np.integer], NDArray[np.integer]]


class SceneBuilder:
    """Fills the memory of a scene, which grows as needed; what has not changed since is not written again."""

    def __init__(self, model: Model, surfaces: Surfaces):
        self._model, self._surfaces = model, surfaces
        self._changes = -1
        # trees by surface and octant of directions: their numbers, and those that were put in order
        self._trees: dict[int, int] = {}
        self._ordered_trees: dict[int, tuple[Surface, Ordered]] = {}
        self._sizes = dict.fromkeys(SCENE.sizes, 1)
        self.scene = Scene(self._sizes, PRECISION)
        self._pictures: list[NDArray[np.uint8]] | None = None

    def fill(self, contents: list[Content], size: tuple[int, int], flags: NDArray[np.uint8] | None) -> TracedShapes:
        """Write some views of a height and width; with flags also what colours need. Return all their shapes."""
        shapes = join([content.shapes for content in contents])
        starts = np.cumsum([0, *(len(content.shapes) for content in contents)])
        trees = self._find_trees(contents, shapes, starts)
        surfaces = self._surface_arrays() if self._changes != self._surfaces.changes else {}
        arrays = {
            **_view_arrays(contents, *size),
            **_shape_arrays(shapes),
            "shape_tree": trees,
            **_tree_arrays(shapes, starts, self._surfaces.items),
            **_line_arrays(self._model, contents, starts, size),
            **surfaces,
        }
        if flags is not None:
            if self._pictures is None:
                self._pictures = [texture_pixels(self._model, texture) for texture in range(self._model.ntex)]
                arrays |= texture_arrays(self._pictures)
            arrays |= mapping_arrays(self._model, shapes, self._surfaces.items, self._pictures)
            arrays |= light_arrays(contents, flags)
            arrays |= clear_arrays(contents, shapes, starts, self._surfaces.items)
            arrays |= mirror_arrays(contents, shapes, starts, flags)
            arrays |= setting_arrays(self._model, flags)
        self._write(arrays)
        self._changes = self._surfaces.changes
        return shapes

    def _write(self, arrays: dict[str, np.ndarray]) -> None:
        """Copy arrays into the scene, in more memory if they do not fit."""
        wanted = dict(self._sizes)
        for name, array in arrays.items():
            shape = SCENE.fields[name].shape
            if shape and isinstance(shape[0], str):
                wanted[shape[0]] = max(wanted[shape[0]], len(array))
        if wanted != self._sizes:
            old, grown = self.scene, {name: _room(self._sizes[name], size) for name, size in wanted.items()}
            self._sizes, self.scene = grown, Scene(grown, PRECISION)
            for name, view in old._views.all().items():
                self.scene._views[name][tuple(slice(extent) for extent in view.shape)] = view
        for name, array in arrays.items():
            view = self.scene._views[name]
            if view.ndim:
                view[: len(array)] = array
            else:
                view[...] = array

    def _find_trees(self, contents: list[Content], shapes: TracedShapes, starts: np.ndarray) -> np.ndarray:
        """Return the tree of each shape that is a surface, for the direction of sight of its view; -1 for others."""
        forward = np.repeat([content.view.forward for content in contents], np.diff(starts), axis=0)
        wanted = np.where(shapes.surface >= 0, shapes.surface * OCTANTS + octants(forward, shapes), -1)
        keys, inverse = np.unique(wanted, return_inverse=True)
        for key in keys[keys >= 0].tolist():
            if key not in self._trees:
                self._trees[key] = len(self._trees)
                self._changes = -1
        return np.array([self._trees.get(key, -1) for key in keys.tolist()], np.int32)[inverse]

    def _ordered(self, key: int) -> Ordered:
        """Return the tree of a surface for an octant of directions; it is kept as long as the surface is."""
        surface = self._surfaces.items[key // OCTANTS]
        known = self._ordered_trees.get(key)
        if known is None or known[0] is not surface:
            known = self._ordered_trees[key] = surface, front_first(surface, key % OCTANTS)
        return known[1]

    def _surface_arrays(self) -> dict[str, np.ndarray]:
        """Return all surfaces, one after the other, and the trees over them."""
        items = self._surfaces.items
        if not self._trees:
            return {}
        first_face = np.cumsum([0, *(len(item.corner) for item in items)])
        corner = np.concatenate([item.corner for item in items])
        trees = [self._ordered(key) for key in self._trees]
        nodes = [len(leaf) for _, leaf, _ in trees]
        starts = [first_face[key // OCTANTS] for key in self._trees]
        leaf = [np.where(leaf >= 0, leaf + start, -1) for (_, leaf, _), start in zip(trees, starts, strict=True)]
        edges = np.concatenate([corner[:, :1], corner[:, 1:] - corner[:, :1]], axis=1)
        return {
            "tree_root": np.cumsum([0, *nodes[:-1]]),
            "tree_nodenum": np.array(nodes),
            "tri_corner": edges.reshape(-1, 9),
            "tri_normal": np.concatenate([item.normal for item in items]).reshape(-1, 9),
            "tri_texcoord": np.concatenate([item.texcoord for item in items]).reshape(-1, 6),
            "tri_box": np.concatenate([box_corners(box) for box, _, _ in trees]),
            "tri_leaf": np.concatenate(leaf),
            "tri_skip": np.concatenate([skip for _, _, skip in trees]),
        }


def _room(have: int, wanted: int) -> int:
    """Return room for some rows: twice what there was, where that is not enough."""
    return have if wanted <= have else max(wanted, min(2 * have, 2 * wanted))


def _view_arrays(contents: list[Content], height: int, width: int) -> dict[str, np.ndarray]:
    views = [content.view for content in contents]
    return {
        "view_pos": np.array([view.pos for view in views]),
        "view_right": np.array([view.right for view in views]),
        "view_up": np.array([view.up for view in views]),
        "view_forward": np.array([view.forward for view in views]),
        "view_orthographic": np.array([view.window.orthographic for view in views]),
        "view_window": np.array([view.steps(height, width) for view in views]),
        "view_clip": np.array([(view.near, view.far) for view in views]),
    }


def _shape_arrays(shapes: TracedShapes) -> dict[str, np.ndarray]:
    return {
        "shape_type": shapes.type,
        "shape_pos": shapes.pos,
        "shape_mat": shapes.mat,
        "shape_size": shapes.size,
        "shape_rgba": shapes.rgba,
        "shape_look": shapes.look * np.array([1.0, 1.0, 128.0, 1.0]),
        "shape_shadow": shapes.shadow,
        "shape_clear": shapes.rgba[:, 3] < OPAQUE,
    }


def _line_arrays(
    model: Model, contents: list[Content], starts: np.ndarray, size: tuple[int, int]
) -> dict[str, np.ndarray]:
    """Return the lines of all views that are in front of the camera; their shapes are the last of a view."""
    ends, shapes, counts, widths = [], [], [], []
    for view, content in enumerate(contents):
        places, seen = project(content.view, content.lines, *size)
        numbers = np.arange(starts[view + 1] - len(places), starts[view + 1])
        ends.append(places[seen])
        shapes.append(numbers[seen])
        counts.append(int(seen.sum()))
        widths.append(float(model.vis_global_linewidth) * content.lines.width[seen])
    order = np.full(starts[-1], -1)
    order[np.concatenate(shapes)] = np.arange(sum(counts))
    return {
        "shape_line": order,
        "view_lineadr": np.cumsum(counts) - counts,
        "view_linenum": np.array(counts),
        "line_shape": np.concatenate(shapes),
        "line_end": np.concatenate(ends),
        "line_width": np.concatenate(widths),
    }


def _tree_arrays(shapes: TracedShapes, starts: np.ndarray, surfaces: list[Surface]) -> dict[str, np.ndarray]:
    """Return the trees over the shapes of all views, and their planes."""
    view = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    flat = shapes.type == GeomType.PLANE
    leaves = np.flatnonzero(~flat & (shapes.type != LINE))
    planes = np.flatnonzero(flat)
    middle, half = world_boxes(shapes.take(leaves), surfaces)
    leaf_view = view[leaves]
    counts = np.bincount(leaf_view, minlength=len(starts) - 1)
    with_leaves = np.flatnonzero(counts)
    first = np.concatenate([[0], np.cumsum(counts[with_leaves])[:-1]]).astype(np.int64) if len(with_leaves) else []
    nodes = np.where(counts > 0, 2 * counts - 1, 0)
    plane_count = np.bincount(view[planes], minlength=len(starts) - 1)
    arrays = {
        "view_root": np.cumsum(nodes) - nodes,
        "view_nodenum": nodes,
        "view_planeadr": np.cumsum(plane_count) - plane_count,
        "view_planenum": plane_count,
        "plane_shape": planes,
    }
    if len(leaves):
        tree = median_split(middle - half, middle + half, np.ascontiguousarray(middle.T, float), np.asarray(first))
        leaf = np.where(tree.leaf >= 0, leaves[np.maximum(tree.leaf, 0)], -1)
        arrays |= {"node_box": box_corners(tree.aabb), "node_shape": leaf, "node_skip": tree.skip}
    return arrays
