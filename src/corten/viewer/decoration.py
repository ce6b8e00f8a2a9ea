"""What has no fixed shape: tendons, contacts with their forces, skins, flexes, and the spring of a drag."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corten.deformable.rods.frames import has_box_section
from corten.render.options import SceneOption, VisFlag
from corten.viewer import quaternions
from corten.viewer.scene import is_shown, rgba_of
from corten.viewer.shapes import UNITS, Shape
from corten.viewer.snapshot import Snapshot
from corten.viewer.soft import soft_meshes

if TYPE_CHECKING:
    from corten.model import Model

Floats = NDArray[Any]

# colour of the spring between the mouse and what it drags
SPRING_RGB = (0.9, 0.2, 0.1)
# radius of a flex without one, of its extent
THIN = 0.002


class Pool:
    """Instances of a unit shape whose number changes: those that are not in use have no size."""

    def __init__(self, server: Any, name: str, shape: "str | Shape", room: int = 8, opacity: float | None = None):
        self._server, self._name, self._opacity = server, name, opacity
        self._shape = UNITS[shape]() if isinstance(shape, str) else shape
        self.room = room
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


class Decoration:
    """Tendons, contacts, skins and flexes of one model on a viser server."""

    def __init__(self, server: Any, model: "Model"):
        self._model = model
        self._tubes = Pool(server, "/decoration/tubes", "cylinder", max(8, 2 * model.nwrap))
        self._points = Pool(server, "/decoration/contacts", "cylinder")
        self._arrows = Pool(server, "/decoration/forces", "arrow")
        self._spring = Pool(server, "/decoration/spring", "arrow", 1)
        self._soft = soft_meshes(server, model)

    def show(self, snapshot: Snapshot, option: SceneOption, spring: "tuple[Floats, Floats] | None" = None) -> None:
        """Bring the page to a moment; `spring` are the ends of that of a drag."""
        self._tubes.show(*tubes(*_lines(snapshot, option)))
        self._show_contacts(snapshot, option)
        for soft in self._soft:
            soft.show(snapshot, option)
        start, end = (np.reshape(point, (-1, 3)) for point in (spring or (np.zeros(0), np.zeros(0))))
        colour = np.tile(SPRING_RGB, (len(start), 1))
        self._spring.show(*arrows(start, end - start, self._width("forcewidth"), colour))

    def remove(self) -> None:
        """Take everything off the page."""
        for each in (self._tubes, self._points, self._arrows, self._spring, *self._soft):
            each.remove()

    def _width(self, name: str) -> float:
        return float(getattr(self._model.vis.scale, name)) * float(self._model.stat.meansize)

    def _show_contacts(self, snapshot: Snapshot, option: SceneOption) -> None:
        contact, vis = snapshot.contact, self._model.vis
        axes = contact.frame.reshape(-1, 3, 3)
        pos = contact.pos if option.shows(VisFlag.CONTACTPOINT) else contact.pos[:0]
        count, width = len(pos), self._width("contactwidth")
        scale = np.tile([width, width, self._width("contactheight")], (count, 1))
        turn = quaternions.from_z(axes[:count, 0])
        self._points.show(pos, turn, scale, np.tile(vis.rgba.contactpoint[:3], (count, 1)))
        if not option.shows(VisFlag.CONTACTFORCE) or contact.force is None:
            self._arrows.show(*arrows(np.zeros((0, 3)), np.zeros((0, 3)), 1.0, np.zeros((0, 3))))
            return
        # as long as MuJoCo draws them: a force of the mean weight is as long as the mean body
        length = float(vis.map.force) / max(float(self._model.stat.meanmass), 1e-9)
        force = length * np.einsum("ni,nij->nj", contact.force, axes)
        colour = np.tile(vis.rgba.contactforce[:3], (len(force), 1))
        self._arrows.show(*arrows(contact.pos, force, self._width("forcewidth"), colour))


def tubes(start: Floats, end: Floats, radius: Floats, rgb: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return cylinders between points; those without length are left out."""
    along = end - start
    length = np.linalg.norm(along, axis=1)
    keep = length > 0
    scale = np.stack([radius[keep], radius[keep], length[keep] / 2], axis=1)
    return (start + along / 2)[keep], quaternions.from_z(along[keep]), scale, rgb[keep]


def arrows(start: Floats, along: Floats, radius: float, rgb: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return arrows of the given radius; those without length are left out."""
    length = np.linalg.norm(along, axis=1)
    keep = length > 1e-12
    scale = np.stack([np.full(keep.sum(), radius), np.full(keep.sum(), radius), length[keep]], axis=1)
    return start[keep], quaternions.from_z(along[keep]), scale, rgb[keep]


def _lines(snapshot: Snapshot, option: SceneOption) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the pieces of spatial tendons and of round flexes of one dimension: both ends, radius and colour."""
    model = snapshot.model
    points, on = snapshot.wrap_xpos.reshape(-1, 3), snapshot.wrap_obj.ravel()
    found: list[tuple[Floats, Floats, Floats, Floats]] = []

    def add(start: Floats, end: Floats, radius: float, rgba: Floats) -> None:
        found.append((start, end, np.full(len(start), radius), np.tile(rgba[:3], (len(start), 1))))

    for tendon in range(model.ntendon):
        first, count = int(snapshot.ten_wrapadr[tendon]), int(snapshot.ten_wrapnum[tendon])
        if count and is_shown(option, "tendon", int(model.tendon_group[tendon])):
            i = np.arange(first, first + count - 1)
            # a pulley is not a point: the path begins anew behind it
            i = i[(on[i] != -2) & (on[i + 1] != -2)]
            add(points[i], points[i + 1], float(model.tendon_width[tendon]), rgba_of(model, "tendon", tendon))
    for flex in range(model.nflex):
        line = model.flex_dim[flex] == 1 and not has_box_section(model, flex)
        if line and is_shown(option, "flex", int(model.flex_group[flex])):
            start, count = int(model.flex_elemdataadr[flex]), int(model.flex_elemnum[flex])
            ends = model.flex_elem[start : start + 2 * count].reshape(-1, 2) + model.flex_vertadr[flex]
            radius = float(model.flex_radius[flex]) or THIN * float(model.stat.extent)
            vertices = snapshot.flexvert_xpos
            add(vertices[ends[:, 0]], vertices[ends[:, 1]], radius, np.array(model.flex_rgba[flex]))
    empty = (np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0), np.zeros((0, 3)))
    start, end, radius, rgb = (np.concatenate(parts) for parts in zip(empty, *found, strict=True))
    return start, end, radius, rgb
