"""Renderer: pictures of a model, with MuJoCo's interface, computed without a graphics driver."""

from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corten.batch import BatchSim
from corten.batch.arguments import thread_count, whole_number
from corten.data import Data
from corten.data.pair import check_pair
from corten.model import Model
from corten.render.content import Content, make_content, only_moves, with_marks, with_poses
from corten.render.engine import Grid, Samples, Tiles, Tracer, edge_pixels, sample_count
from corten.render.font import draw_labels
from corten.render.kernels.shade import find_colours
from corten.render.kernels.trace import find_normals, find_opaque, find_shapes
from corten.render.poses import BatchPoser
from corten.render.scene_builder import SceneBuilder
from corten.render.surfaces import Surfaces, trace_shapes
from corten.render.tessellation import facet_shapes, tessellate
from corten.runtime.kernel import Stage
from corten.scene.cameras import find_camera, look_through
from corten.scene.marks import MarkScene
from corten.scene.options import SceneOption
from corten.scene.shapes import Shapes, join

KINDS = ("rgb", "depth", "segmentation", "normals")

# pixels of the pictures that are computed at once
AT_ONCE = 1 << 21

# kinds of pictures in which round shapes are the polyhedra that MuJoCo draws
POLYHEDRA = ("depth", "segmentation")

COLOURS = (find_opaque, find_normals, find_colours)

# largest height and width of a picture [pixel]
MOST_PIXELS = 1 << 14


class Renderer:
    """Makes pictures of `height` times `width` pixels of a model; works like `mujoco.Renderer`.

    Rays are traced by compiled kernels on `threads` threads, all cores unless given: no OpenGL, no driver, no display.
    The same scene gives the same bits, whatever the number of threads.
    """

    def __init__(self, model: Model, height: int = 240, width: int = 320, *, threads: int | None = None):
        if not isinstance(model, Model):
            raise TypeError(f"a Renderer is made for a Model, not {type(model).__name__}")
        self._model = model
        self._height, self._width = (_extent(name, n) for name, n in (("height", height), ("width", width)))
        self._tracer = Tracer(thread_count(threads))
        self._grid = Grid(self._height, self._width, self._tracer.width)
        self._surfaces = Surfaces(model)
        self._builder = SceneBuilder(model, self._surfaces)
        self._option = SceneOption()
        #: how scenes are drawn: `renderer.scene.flags[corten.RndFlag.SHADOW] = 0` and the like; and marks of one's own
        self.scene = MarkScene()
        self._contents: list[Content] | None = None
        # shapes that the memory of the scene holds, and what they were made with: a kind of picture and flags
        self._shapes, self._filled = trace_shapes(Shapes.none()), None
        self._mode, self._closed, self._marked = "rgb", False, False

    @property
    def model(self) -> Model:
        """The model that it shows."""
        return self._model

    @property
    def height(self) -> int:
        """Rows of a picture."""
        return self._height

    @property
    def width(self) -> int:
        """Columns of a picture."""
        return self._width

    # ---------------------------------------------------------------- what is shown

    def update_scene(self, data: Data, camera: Any = -1, scene_option: SceneOption | None = None) -> None:
        """Show what a Data has now, as `forward` or `kinematics` left it, and where a camera looks.

        `camera` is a name, a number (-1: the free camera) or a `corten.Camera`; `scene_option` says what is shown.
        Marks that were in `scene` are gone: `scene.add(...)` shows others, until the next call.
        """
        self._check_open("update_scene")
        self.scene.clear()
        check_pair(self._model, data)
        option = scene_option or self._option
        view = look_through(self._model, data, find_camera(self._model, camera))
        self._contents, self._filled = [make_content(self._model, data, view, option, self._surfaces)], None

    def add_shapes(self, make: Callable[[Surfaces], Shapes]) -> None:
        """Show more shapes in the scene that was updated last; `make` is given the surfaces that they may be of."""
        self._check_open("add_shapes")
        if self._contents is None:
            raise RuntimeError("add_shapes comes after update_scene, which says what is shown")
        added = tessellate(self._model, make(self._surfaces), self._surfaces)
        if len(added):
            self._contents = [replace(each, shapes=join([added, each.shapes])) for each in self._contents]
            self._filled = None

    # ---------------------------------------------------------------- what a picture is

    def enable_depth_rendering(self) -> None:
        """Let pictures be distances along the direction of sight [m], float32 in shape (height, width)."""
        self._mode = "depth"

    def disable_depth_rendering(self) -> None:
        """Let pictures be colours again."""
        self._mode = "rgb" if self._mode == "depth" else self._mode

    def enable_segmentation_rendering(self) -> None:
        """Let pictures be numbers and ObjectTypes of what is seen, else -1; int32 in shape (height, width, 2)."""
        self._mode = "segmentation"

    def disable_segmentation_rendering(self) -> None:
        """Let pictures be colours again."""
        self._mode = "rgb" if self._mode == "segmentation" else self._mode

    def enable_normal_rendering(self) -> None:
        """Let pictures be outward normals in the world, zeros for nothing; float32 in shape (height, width, 3)."""
        self._mode = "normals"

    def disable_normal_rendering(self) -> None:
        """Let pictures be colours again."""
        self._mode = "rgb" if self._mode == "normals" else self._mode

    def choose(self, kind: str) -> None:
        """Let pictures be of a kind: "rgb", "depth", "segmentation" or "normals"."""
        if kind not in KINDS:
            raise ValueError(f"kind is {kind!r}; it must be one of {', '.join(map(repr, KINDS))}")
        self._mode = kind

    def render(self, *, out: NDArray | None = None) -> NDArray:
        """Return the picture of the scene, in `out` if it is given, whose shape must fit.

        Colours are uint8 in shape (height, width, 3), unless another kind of picture was enabled.
        """
        self._check_open("render")
        if self._contents is None:
            raise RuntimeError("render comes after update_scene, which says what is shown")
        contents = self._contents
        if self.scene.ngeom:
            marks = self.scene.geoms[: self.scene.ngeom]
            contents = [with_marks(content, self._model, self._surfaces, marks) for content in contents]
        if self.scene.ngeom or self._marked:
            self._filled, self._marked = None, self.scene.ngeom > 0
        picture = self._pictures(contents)[0]
        if out is None:
            return np.ascontiguousarray(picture)
        if out.shape != picture.shape:
            raise ValueError(f"out has the shape {out.shape}; this picture has {picture.shape}")
        np.copyto(out, picture, casting="unsafe")
        return out

    def render_batch(
        self, batch: BatchSim, camera: Any = -1, scene_option: SceneOption | None = None, *, out: NDArray | None = None
    ) -> NDArray:
        """Return pictures of all environments of a batch of this model, in shape (n, height, width, ...).

        Positions follow the states of the environments, whose batch is left as it is.
        """
        self._check_open("render_batch")
        if batch.model is not self._model:
            raise ValueError("the batch is of another model than the Renderer")
        option, found = scene_option or self._option, find_camera(self._model, camera)
        place, many = BatchPoser(batch, option), max(1, AT_ONCE // (self._height * self._width))
        pictures, template = [], None
        for first in range(0, len(batch), many):
            contents = []
            for number, i in enumerate(range(first, min(first + many, len(batch)))):
                data = place(i)
                view = look_through(data.model, data, found)
                if template is not None and data.model is self._model:
                    contents.append(with_poses(template, data.model, data, view))
                    continue
                contents.append(make_content(data.model, data, view, option, self._surfaces, number))
                if i == 0 and data.model is self._model and only_moves(data.model, option, contents[0]):
                    template = contents[0]
            self._contents, self._filled = None, None
            part = self._pictures(contents)
            if out is None:
                pictures.append(part)
            else:
                np.copyto(out[first : first + len(part)], part, casting="unsafe")
        if out is not None:
            return out
        return np.concatenate(pictures) if pictures else np.zeros((0, *self._shape()), self._dtype())

    def _shape(self) -> tuple[int, ...]:
        """Return the shape of a picture."""
        return (self._height, self._width, *{"depth": (), "segmentation": (2,)}.get(self._mode, (3,)))

    def _dtype(self) -> type:
        """Return the type of the numbers of a picture."""
        return {"rgb": np.uint8, "segmentation": np.int32}.get(self._mode, np.float32)

    def _pictures(self, contents: list[Content]) -> NDArray:
        """Return the pictures of all views of the scene."""
        views, tiles = len(contents), self._grid.tiles(len(contents))
        self._fill(contents)
        if self._mode == "depth":
            return self._trace(tiles, views, "depth", (find_shapes,))
        if self._mode == "normals":
            return self._trace(tiles, views, "normal", (find_shapes, find_normals))
        if self._mode == "segmentation":
            shape = self._trace(tiles, views, "shape", (find_shapes,))
            names = np.stack([self._shapes.objid, self._shapes.objtype], axis=1).astype(np.int32)
            return np.concatenate([names, np.full((1, 2), -1, np.int32)])[shape]
        rgb = self._trace(tiles, views, "rgb", COLOURS)
        samples = sample_count(int(self._model.vis_quality_offsamples))
        edge = edge_pixels(rgb) if samples > 1 else np.zeros(0, bool)
        if edge.any():
            again = Samples(edge, samples, self._tracer.width)
            self._tracer.run(self._builder.scene, again.tiles, COLOURS, ("rgb",))
            rgb = np.ascontiguousarray(rgb)
            again.put_into(rgb)
        pictures = np.rint(255.0 * rgb).astype(np.uint8)
        for picture, content in zip(pictures, contents, strict=True):
            draw_labels(picture, content.view, content.labels)
        return pictures

    def _fill(self, contents: list[Content]) -> None:
        """Write the scene, unless it is there already."""
        flags, polyhedra = self.scene.flags if self._mode == "rgb" else None, self._mode in POLYHEDRA
        wanted = polyhedra, None if flags is None else flags.tobytes()
        if self._filled == wanted:
            return
        if polyhedra:
            contents = [
                replace(content, shapes=facet_shapes(self._model, content.shapes, self._surfaces))
                for content in contents
            ]
        self._shapes, self._filled = self._builder.fill(contents, (self._height, self._width), flags), wanted

    def _trace(self, tiles: Tiles, views: int, name: str, stages: tuple[Stage, ...]) -> NDArray:
        self._tracer.run(self._builder.scene, tiles, stages, (name,))
        return self._grid.pictures(tiles.fields[name], views)

    # ---------------------------------------------------------------- end

    def close(self) -> None:
        """Let go of the scene; nothing can be rendered afterwards."""
        self._closed, self._contents = True, None

    def _check_open(self, what: str) -> None:
        if self._closed:
            raise RuntimeError(f"{what} cannot be called after close.")

    def __enter__(self) -> "Renderer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _extent(name: str, number: int) -> int:
    extent = whole_number(name, number, 1)
    if extent > MOST_PIXELS:
        raise ValueError(f"{name} is {extent}; a picture has {MOST_PIXELS} pixels at most")
    return extent
