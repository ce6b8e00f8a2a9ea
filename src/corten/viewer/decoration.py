"""What comes and goes: the decoration of the abstract scene, marks of scripts, soft meshes, the spring of a drag.

Rows of a scene become instances of few meshes. A pool has room for more instances than there are, so that their number
may change without a new message for each; those that are not in use have no size.
"""

from collections import defaultdict
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType
from corten.scene.labels import Labels
from corten.scene.lines import Lines
from corten.scene.options import MarkType, SceneOption
from corten.scene.scene import Scene
from corten.scene.shapes import MeshKey, Shapes, connect, join, make_shapes
from corten.viewer import quaternions
from corten.viewer.shapes import Shape, shape, split
from corten.viewer.snapshot import Snapshot
from corten.viewer.soft import flex_tubes, soft_meshes

if TYPE_CHECKING:
    from corten.model import Model

Floats = NDArray[Any]

# colour of the spring between the mouse and what it drags
SPRING_RGBA = (0.9, 0.2, 0.1, 1.0)
# radius of lines of one pixel [extent], which have no thickness in the scene
THIN = 0.001
# instances that a pool has room for to begin with
FIRST_ROOM = 8
# steps of opacity that are told apart
OPACITIES = 20
# a length below which nothing is drawn [m]
SHORTEST = 1e-12


class Pool:
    """Instances of a unit shape whose number changes: those that are not in use have no size."""

    def __init__(self, server: Any, name: str, shape: Shape, opacity: float | None = None):
        self._server, self._name, self._shape, self._opacity = server, name, shape, opacity
        self.room = FIRST_ROOM
        self.handle = self._make()

    def show(self, pos: Floats, quat: Floats, scale: Floats, rgb: Floats) -> None:
        """Show instances at places (n, 3), turned (n, 4), scaled (n, 3) and coloured (n, 3), 0 to 1."""
        count = len(pos)
        if count > self.room:
            self.handle.remove()
            self.room = max(count, 2 * self.room)
            self.handle = self._make()
        if count == 0:
            self.handle.visible = False
            return
        rows = (np.zeros((self.room, 3)), np.tile([1.0, 0, 0, 0], (self.room, 1)), np.zeros((self.room, 3)))
        colours = np.zeros((self.room, 3), np.uint8)
        for row, given in zip(rows, (pos, quat, scale), strict=True):
            row[:count] = given
        colours[:count] = np.round(255 * np.clip(rgb, 0, 1))
        handle = self.handle
        handle.batched_positions, handle.batched_wxyzs, handle.batched_scales = (row.astype(np.float32) for row in rows)
        handle.batched_colors = colours
        handle.visible = True

    def remove(self) -> None:
        """Take all instances off the page."""
        self.handle.remove()

    def _make(self) -> Any:
        zeros, turn = np.zeros((self.room, 3), np.float32), np.tile(np.array([1, 0, 0, 0], np.float32), (self.room, 1))
        return self._server.scene.add_batched_meshes_simple(
            self._name,
            self._shape.vertices,
            self._shape.faces,
            turn,
            zeros,
            batched_scales=zeros.copy(),
            batched_colors=zeros.astype(np.uint8),
            flat_shading=self._shape.flat,
            side="double" if self._shape.both_sides else "front",
            opacity=self._opacity,
            lod="off",
            visible=False,
        )


class DrawnScene:
    """A scene on a viser server, whatever its shapes, lines and labels are from one moment to the next."""

    def __init__(self, server: Any, model: "Model", name: str):
        self._server, self._model, self._name = server, model, name
        # by mesh and step of opacity
        self.pools: dict[tuple[Hashable, int], Pool] = {}
        self.labels: list[Any] = []
        self._shown: Scene | None = None

    def show(self, scene: Scene | None) -> None:
        """Bring the page to a scene; call it within `server.atomic()`."""
        if scene is self._shown:
            return
        self._shown = scene
        shapes = make_shapes(0) if scene is None else join([scene.shapes, line_tubes(self._model, scene.lines)])
        rows = instances(self._model, shapes)
        for key in rows.keys() - self.pools.keys():
            self.pools[key] = self._pool(*key)
        nothing = [np.zeros((0, 3)), np.zeros((0, 4)), np.zeros((0, 3)), np.zeros((0, 3))]
        for key, pool in self.pools.items():
            pool.show(*rows.get(key, nothing))
        self._show_labels(Labels([], np.zeros((0, 3))) if scene is None else scene.labels)

    def remove(self) -> None:
        """Take everything off the page."""
        for each in (*self.pools.values(), *self.labels):
            each.remove()

    def _pool(self, key: Hashable, opacity: int) -> Pool:
        share = None if opacity == OPACITIES else opacity / OPACITIES
        return Pool(self._server, f"{self._name}/{len(self.pools)}", shape(self._model, key), share)

    def _show_labels(self, labels: Labels) -> None:
        for i, (text, pos) in enumerate(zip(labels.text, labels.pos, strict=True)):
            if i == len(self.labels):
                self.labels.append(self._server.scene.add_label(f"{self._name}/label {i}", text))
            label = self.labels[i]
            label.text, label.position, label.visible = text, pos, True
        for label in self.labels[len(labels.text) :]:
            label.visible = False


def instances(model: "Model", shapes: Shapes) -> dict[tuple[Hashable, int], list[Floats]]:
    """Return positions, rotations, scales and colours of the instances of each mesh and step of opacity."""
    turn = quaternions.from_matrix(shapes.mat)
    opacity = np.ceil(OPACITIES * np.clip(shapes.rgba[:, 3], 0.0, 1.0)).astype(int)
    rows_of: dict[tuple[int, MeshKey | None, int], list[int]] = defaultdict(list)
    for i in np.flatnonzero(opacity).tolist():
        rows_of[int(shapes.type[i]), shapes.mesh[i], int(opacity[i])].append(i)
    found: dict[tuple[Hashable, int], list[list[Floats]]] = defaultdict(list)
    for (kind, mesh, step), rows in rows_of.items():
        for part in split(model, kind, mesh, shapes.size[rows]):
            pos = shapes.pos[rows] + quaternions.rotate(turn[rows], part.pos)
            quat = quaternions.multiply(turn[rows], part.quat)
            found[part.shape, step].append([pos, quat, part.scale, shapes.rgba[rows, :3]])
    return {key: [np.concatenate(column) for column in zip(*parts, strict=True)] for key, parts in found.items()}


def line_tubes(model: "Model", lines: Lines) -> Shapes:
    """Return lines as thin cylinders; those without length are left out."""
    way = lines.end - lines.start
    keep = np.linalg.norm(way, axis=1) > SHORTEST
    width = THIN * float(model.stat.extent) * lines.width[keep]
    columns = connect(GeomType.CYLINDER, width, lines.start[keep], lines.end[keep])
    return make_shapes(int(keep.sum()), **columns, rgba=lines.rgba[keep])


class Decoration:
    """Decoration, skins and flexes of one model on a viser server."""

    def __init__(self, server: Any, model: "Model"):
        self._model = model
        self.drawn = DrawnScene(server, model, "/decoration")
        self._soft = soft_meshes(server, model)

    def show(self, snapshot: Snapshot, option: SceneOption, spring: "tuple[Floats, Floats] | None" = None) -> None:
        """Bring the page to a moment; `spring` are the ends of that of a drag."""
        decor = snapshot.decor
        shapes = join([decor.shapes, flex_tubes(snapshot, option), self._spring(spring)])
        self.drawn.show(Scene(shapes, decor.lines, decor.labels))
        for soft in self._soft:
            soft.show(snapshot, option)

    def remove(self) -> None:
        """Take everything off the page."""
        for each in (self.drawn, *self._soft):
            each.remove()

    def _spring(self, ends: "tuple[Floats, Floats] | None") -> Shapes:
        if ends is None:
            return make_shapes(0)
        start, end = ends
        width = float(self._model.vis.scale.forcewidth) * float(self._model.stat.meansize)
        return make_shapes(len(start), **connect(MarkType.ARROW, width, start, end), rgba=SPRING_RGBA)
