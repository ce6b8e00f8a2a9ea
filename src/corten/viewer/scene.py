"""Geoms and sites on the page: instances of few meshes, each kind in one message; what stands still is sent once."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType, JointType
from corten.scene.options import NGROUP, SceneOption, VisFlag
from corten.scene.solids import solid_shapes
from corten.viewer import quaternions
from corten.viewer.shapes import Part, shape, split
from corten.viewer.snapshot import Snapshot
from corten.viewer.textures import Look, look_of, plain_pixel, textured_glb

if TYPE_CHECKING:
    from corten.model import Model

Floats = NDArray[Any]


class Picked(NamedTuple):
    """What a mouse pointed at: a geom or a site, and its number."""

    kind: str
    number: int


class Kind(NamedTuple):
    """What instances must have in common to be one batch."""

    of: str
    group: int
    still: bool
    shape: Hashable
    look: Look | None
    transparent: bool


@dataclass(slots=True)
class Instances:
    """Rows of a batch while it is being collected."""

    numbers: list[int] = field(default_factory=list)
    bodies: list[int] = field(default_factory=list)
    pos: list[Any] = field(default_factory=list)
    quat: list[Any] = field(default_factory=list)
    scale: list[Any] = field(default_factory=list)
    rgba: list[Any] = field(default_factory=list)


class Batch:
    """Instances of one mesh on the page, with their places in the frames of their bodies."""

    def __init__(self, kind: Kind, rows: Instances):
        self.kind, self.numbers = kind, rows.numbers
        self.bodies = np.array(rows.bodies)
        self.pos, self.quat = np.array(rows.pos, float), np.array(rows.quat, float)
        self.scale, self.rgba = np.array(rows.scale, np.float32), np.array(rows.rgba, float)
        self.handle: Any = None


class Scene:
    """The geoms and sites of one model on a viser server."""

    def __init__(self, server: Any, model: "Model", on_pick: Callable[..., Any] | None = None):
        self._server, self._model, self._on_pick = server, model, on_pick
        self._seen = fingerprint(model)
        self.batches = collect(model)
        # all instances one after the other: placed by one computation, then cut into batches
        rows = [(batch.bodies, batch.pos, batch.quat) for batch in self.batches]
        empty = (np.zeros(0, int), np.zeros((0, 3)), np.zeros((0, 4)))
        self._bodies, self._pos, self._quat = (np.concatenate(parts) for parts in zip(empty, *rows, strict=True))
        self._cuts = np.cumsum([len(batch.bodies) for batch in self.batches], dtype=int)[:-1]
        for number, batch in enumerate(self.batches):
            batch.handle = self._add(f"/model/{number}", batch)
            self._listen(batch)

    def show(self, snapshot: Snapshot, option: SceneOption) -> None:
        """Bring the page to a moment; call it within `server.atomic()`."""
        turn = snapshot.xquat[self._bodies]
        pos = (snapshot.xpos[self._bodies] + quaternions.rotate(turn, self._pos)).astype(np.float32)
        quat = quaternions.multiply(turn, self._quat).astype(np.float32)
        cut = zip(self.batches, np.split(pos, self._cuts), np.split(quat, self._cuts), strict=False)
        for batch, places, turns in cut:
            handle = batch.handle
            handle.visible = is_shown(option, batch.kind.of, batch.kind.group)
            # viser itself keeps back arrays that have not changed
            if handle.visible:
                handle.batched_positions, handle.batched_wxyzs = places, turns

    def is_outdated(self) -> bool:
        """Tell whether sizes, colours or places of geoms were changed since the scene was built."""
        return fingerprint(self._model) != self._seen

    def remove(self) -> None:
        """Take everything off the page."""
        for batch in self.batches:
            batch.handle.remove()

    def _add(self, name: str, batch: Batch) -> Any:
        kind, scene = batch.kind, self._server.scene
        mesh = shape(self._model, kind.shape)
        pos, quat = batch.pos.astype(np.float32), batch.quat.astype(np.float32)
        # ground throws no shadow that anybody sees, but would throw it on itself
        casts = kind.shape != "plane"
        if kind.look is not None:
            glb = textured_glb(self._model, kind.shape, mesh, kind.look)
            return scene.add_batched_glb(name, glb, quat, pos, batched_scales=batch.scale, lod="off", cast_shadow=casts)
        return scene.add_batched_meshes_simple(
            name,
            np.asarray(mesh.vertices, np.float32),
            mesh.faces,
            quat,
            pos,
            batched_scales=batch.scale,
            batched_colors=np.round(255 * batch.rgba[:, :3]).clip(0, 255).astype(np.uint8),
            batched_opacities=batch.rgba[:, 3].astype(np.float32) if kind.transparent else None,
            opacity=1.0 if kind.transparent else None,
            flat_shading=mesh.flat,
            side="double" if mesh.both_sides else "front",
            lod="off",
            cast_shadow=casts,
        )

    def _listen(self, batch: Batch) -> None:
        """Report clicks, and drags of what can move; over what stands still, dragging turns the camera."""
        if self._on_pick is None:
            return
        report, kind, numbers = self._on_pick, batch.kind.of, batch.numbers

        # functions of the event loop keep their order, which those of a thread pool do not
        async def clicked(event: Any) -> None:
            report(Picked(kind, numbers[event.instance_index or 0]), event)

        batch.handle.on_click(clicked)
        if not batch.kind.still:
            batch.handle.on_drag("left")(clicked)
            batch.handle.on_drag("left", modifier="shift")(clicked)


def collect(model: "Model") -> list[Batch]:
    """Sort the parts of all geoms and sites that can be seen into batches."""
    found: dict[Kind, Instances] = {}
    pixel = cache(partial(plain_pixel, model))
    for of, number, rgba, part in _parts(model):
        body = int(getattr(model, f"{of}_bodyid")[number])
        look = look_of(model, number, part, rgba) if of == "geom" else None
        still = model.body_weldid[body] == 0 and model.body_mocapid[model.body_rootid[body]] < 0
        group = int(getattr(model, f"{of}_group")[number])
        if look is not None and (plain := pixel(look.texture)) is not None:
            rgba, look = plain * rgba, None
        kind = Kind(of, group, bool(still), part.shape, look, bool(rgba[3] < 1))
        rows = found.setdefault(kind, Instances())
        pos, quat = getattr(model, f"{of}_pos")[number], getattr(model, f"{of}_quat")[number]
        rows.numbers.append(number)
        rows.bodies.append(body)
        rows.pos.append(pos + quaternions.rotate(quat, part.pos[0]))
        rows.quat.append(quaternions.multiply(quat, part.quat))
        rows.scale.append(part.scale[0])
        rows.rgba.append(rgba)
    return [Batch(kind, rows) for kind, rows in found.items()]


def every_group() -> SceneOption:
    """Return an option that shows all groups; the page hides those that are switched off."""
    option = SceneOption()
    for name in ("geom", "site", "flex", "skin"):
        getattr(option, f"{name}group")[:] = 1
    return option


def _parts(model: "Model") -> Iterator[tuple[str, int, Floats, Part]]:
    """Return the parts of the geoms and sites of the abstract scene, with their numbers and colours."""
    for of in ("geom", "site"):
        shapes = solid_shapes(model, every_group(), of)
        shapes = shapes.take(shapes.rgba[:, 3] > 0.0)
        for i, number in enumerate(shapes.objid.tolist()):
            for part in split(model, int(shapes.type[i]), shapes.mesh[i], shapes.size[i : i + 1]):
                yield of, number, shapes.rgba[i].astype(float), part


def is_shown(option: SceneOption, kind: str, group: int) -> bool:
    """Tell whether objects of a kind and group are shown."""
    if kind == "skin" and not option.shows(VisFlag.SKIN):
        return False
    return bool(getattr(option, f"{kind}group")[min(max(group, 0), NGROUP - 1)])


def fingerprint(model: "Model") -> bytes:
    """Return what the scene was built from, as far as users may change it in a compiled model."""
    names = (
        "geom_type geom_size geom_pos geom_quat geom_rgba geom_matid geom_group geom_dataid geom_sdf "
        "site_size site_pos site_quat site_rgba site_group mat_rgba mat_texrepeat hfield_elevation"
    )
    return b"".join(np.ascontiguousarray(getattr(model, name)).tobytes() for name in names.split())


# ---------------------------------------------------------------- what was clicked


def label(model: "Model", kind: str, number: int) -> str:
    """Return the name of an object, or its kind and number where it has none."""
    return model.name(kind, number) or f"{kind} {number}"


def body_of(model: "Model", picked: Picked) -> int:
    """Return the body of what was clicked."""
    return int(getattr(model, f"{picked.kind}_bodyid")[picked.number])


def describe(snapshot: Snapshot, picked: Picked) -> str:
    """Return a table, in Markdown, of what was clicked, its body and its joints."""
    model, number = snapshot.model, picked.number
    body = body_of(model, picked)
    kind = GeomType(int(getattr(model, f"{picked.kind}_type")[number])).name.lower()
    size = getattr(model, f"{picked.kind}_size")[number]
    rows = [
        (picked.kind, f"{label(model, picked.kind, number)} ({kind})"),
        ("size", f"{_numbers(size)} m"),
        ("body", f"{label(model, 'body', body)}, number {body}"),
        ("position", f"{_numbers(snapshot.xpos[body])} m"),
        ("orientation", _numbers(snapshot.xquat[body])),
        ("mass", f"{model.body_mass[body]:.4g} kg"),
        ("subtree", f"{model.body_subtreemass[body]:.4g} kg"),
    ]
    if picked.kind == "geom":
        material = int(model.geom_matid[number])
        rows.append(("material", label(model, "material", material) if material >= 0 else "none"))
        rows.append(("friction", _numbers(model.geom_friction[number])))
    first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
    for joint in range(first, first + count):
        kind = JointType(int(model.jnt_type[joint])).name.lower()
        rows.append(("joint", f"{label(model, 'joint', joint)} ({kind})"))
    lines = "\n".join(f"| {name} | {_escaped(text)} |" for name, text in rows)
    return f"| selected | |\n|---|---|\n{lines}"


def _numbers(values: np.ndarray) -> str:
    return " ".join(f"{float(value):.4g}" for value in values)


def _escaped(text: str) -> str:
    return "".join("\\" + letter if letter in r"\`*_{}[]<>()#+|~" else letter for letter in text)
