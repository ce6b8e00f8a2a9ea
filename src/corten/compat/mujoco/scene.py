"""MjvScene: what is seen of a model and a data, by which camera, and shapes that users add to it.

Its geoms are rows of corten's abstract scene. It keeps a copy of the state that it was updated with, from which
corten's renderer makes pictures, and a place for what users add behind those rows.
"""

import copy
import operator
from collections.abc import Iterator
from typing import Any, cast

import numpy as np

import corten
from corten.compat.mujoco.arguments import CLASSES, bound
from corten.compat.mujoco.names import NAMES, missing
from corten.compat.mujoco.struct import Struct
from corten.compat.mujoco.visuals import MjvGeom, MjvGLCamera, MjvLight
from corten.model.skins import skin_points
from corten.scene.cameras import View, find_camera, look_through
from corten.scene.options import SceneOption
from corten.scene.scene import make_scene
from corten.scene.shapes import MeshKey, axes_along, scene_sizes

CATEGORY, GEOM = NAMES["enums"]["mjtCatBit"], NAMES["enums"]["mjtGeom"]
MAXLIGHT = NAMES["constants"]["mjMAXLIGHT"]

# what lights of a scene copy from those of a model, and what a headlight has [m]
LIGHT_FIELDS = (
    *("type", "texid", "castshadow", "bulbradius", "intensity", "range", "attenuation", "cutoff", "exponent"),
    *("ambient", "diffuse", "specular"),
)
DIRECTIONAL, HEAD_RANGE, HEAD_RADIUS = NAMES["enums"]["mjtLightType"]["mjLIGHT_DIRECTIONAL"], 10.0, 0.02

# kinds of connectors whose place is their beginning, not their middle
FROM_BEGINNING = [GEOM[name] for name in ("mjGEOM_ARROW", "mjGEOM_ARROW1", "mjGEOM_ARROW2", "mjGEOM_LINE")]


class GeomRoom:
    """The geoms of a scene, as many as it has room for; each is made when it is first asked for."""

    def __init__(self, count: int):
        self._count, self._made = count, {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return tuple(self[i] for i in range(*key.indices(self._count)))
        number = operator.index(key)
        number += self._count if number < 0 else 0
        if not 0 <= number < self._count:
            raise IndexError(f"geom {key} does not exist; the scene has room for {self._count}")
        if number not in self._made:
            self._made[number] = MjvGeom()
        return self._made[number]

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(self._count))


class MjvScene(Struct):
    """A scene: flags, cameras, lights and geoms."""

    __slots__ = ("_extra", "_shown", "camera", "geoms", "lights")
    _fields = NAMES["structs"]["MjvScene"]

    _shown: Any
    _extra: int
    camera: tuple[Any, Any]
    lights: tuple[Any, ...]
    geoms: GeomRoom

    def __init__(self, model: Any = None, maxgeom: int = 0):
        super().__init__()
        self.camera = (MjvGLCamera(), MjvGLCamera())
        self.lights = tuple(MjvLight() for _ in range(MAXLIGHT))
        self.geoms = GeomRoom(maxgeom)
        setattr(self, "maxgeom", maxgeom)  # noqa: B010
        # model, data, camera and option of the last update, and the first geom that users added since
        self._shown, self._extra = None, 0
        if model is not None:
            _make_skins(self, model._model)

    def __copy__(self) -> "MjvScene":
        raise missing("copy of an MjvScene", "make another one and update it")


def _make_skins(scn: MjvScene, model: corten.Model) -> None:
    """Make room for the vertices of a model's skins."""
    rooms = {
        "skinfacenum": model.skin_facenum,
        "skinvertadr": model.skin_vertadr,
        "skinvertnum": model.skin_vertnum,
        "skinvert": np.zeros(3 * model.nskinvert, np.float32),
        "skinnormal": np.zeros(3 * model.nskinvert, np.float32),
    }
    for name, values in rooms.items():
        setattr(scn._store, name, np.array(values, NAMES["structs"]["MjvScene"][name][0]))
    scn._store.nskin = model.nskin


MjvScene.__module__ = "corten.compat.mujoco._structs"
CLASSES["MjvScene"] = MjvScene


def scene_option(option: Any) -> SceneOption:
    """Return an MjvOption as corten has it."""
    own = SceneOption()
    for name in (
        "geomgroup",
        "sitegroup",
        "jointgroup",
        "tendongroup",
        "actuatorgroup",
        "flexgroup",
        "skingroup",
        "flags",
    ):
        getattr(own, name)[:] = getattr(option, name)
    own.frame, own.label = option.frame, option.label
    own.bvh_depth, own.flex_layer = option.bvh_depth, option.flex_layer
    return own


@bound
def mjv_updateScene(m: Any, d: Any, opt: Any, pert: Any, cam: Any, catmask: int, scn: Any) -> None:
    """List what a model and a data show now, and set the cameras and lights."""
    scn._shown = (m._model, d._data.copy(), copy.copy(cam), copy.copy(opt))
    scn.ngeom = 0
    add_geoms(m, d, opt, catmask, scn)
    for part in ("vert", "edge", "face", "skin"):
        setattr(scn, f"flex{part}opt", int(opt.flags[NAMES["enums"]["mjtVisFlag"][f"mjVIS_FLEX{part.upper()}"]]))
    scn._extra = scn.ngeom
    mjv_updateCamera(m, d, cam, scn)
    mjv_makeLights(m, d, scn)


@bound
def mjv_updateSkin(m: Any, d: Any, scn: Any) -> None:
    """Write where the vertices of all skins are, and their normals."""
    for skin in range(scn.nskin):
        points, normals, _ = skin_points(m._model, d._data.xpos, d._data.xmat, skin)
        first = 3 * int(scn.skinvertadr[skin])
        span = slice(first, first + 3 * int(scn.skinvertnum[skin]))
        scn.skinvert[span], scn.skinnormal[span] = points.ravel(), normals.ravel()


@bound
def mjv_addGeoms(m: Any, d: Any, opt: Any, pert: Any, catmask: int, scn: Any) -> None:
    """Add the geoms of a model in a state to a scene, behind those that it has."""
    add_geoms(m, d, opt, catmask, scn)


def add_geoms(m: Any, d: Any, opt: Any, catmask: int, scn: Any) -> None:
    """List the shapes, lines and labels of the abstract scene, as far as there is room."""
    scene = make_scene(m._model, d._data, scene_option(opt))
    shapes, lines, labels = scene.shapes, scene.lines, scene.labels
    # planes have numbers of their own
    mat, planes = shapes.mat.reshape(-1, 3, 3), 0
    for i in np.flatnonzero(shapes.category & catmask).tolist():
        geom = _next_geom(scn)
        if geom is None:
            return
        geom.type, geom.category, geom.matid = int(shapes.type[i]), int(shapes.category[i]), int(shapes.material[i])
        geom.size, geom.rgba, geom.pos, geom.mat = shapes.size[i], shapes.rgba[i], shapes.pos[i], mat[i]
        geom.objtype, geom.objid, geom.dataid = int(shapes.objtype[i]), int(shapes.objid[i]), _dataid(shapes.mesh[i])
        if geom.type == GEOM["mjGEOM_PLANE"]:
            geom.dataid, planes = planes, planes + 1
        geom.emission, geom.specular, geom.shininess, geom.reflectance = shapes.look[i].tolist()
        geom.transparent = int(geom.rgba[3] < 1)
    if not catmask & CATEGORY["mjCAT_DECOR"]:
        return
    for i in range(len(lines)):
        geom = _next_geom(scn)
        if geom is None:
            return
        mjv_connector(geom, GEOM["mjGEOM_LINE"], float(lines.width[i]), lines.start[i], lines.end[i])
        geom.rgba, geom.objtype, geom.objid = lines.rgba[i], int(lines.objtype[i]), int(lines.objid[i])
    for text, pos in zip(labels.text, labels.pos, strict=True):
        geom = _next_geom(scn)
        if geom is None:
            return
        geom.type, geom.label, geom.pos = GEOM["mjGEOM_LABEL"], text, pos


def _next_geom(scn: Any) -> Any:
    """Return the next geom of a scene, plain, and count it; None, with the status of a full scene, if there is none."""
    if scn.ngeom >= scn.maxgeom:
        scn.status = 1
        return None
    geom = scn.geoms[scn.ngeom]
    _reset_geom(geom)
    geom.segid = scn.ngeom
    scn.ngeom += 1
    return geom


def _reset_geom(geom: Any) -> None:
    fresh = MjvGeom()
    for name in MjvGeom._fields:
        setattr(geom, name, getattr(fresh, name))
    geom.category = CATEGORY["mjCAT_DECOR"]


def _dataid(key: MeshKey | None) -> int:
    """Return how MuJoCo numbers what a geom is made of: meshes twice, one more for their hulls."""
    if key is None or key[0] not in ("mesh", "hull", "hfield"):
        return -1
    number = cast(int, key[1])
    return number if key[0] == "hfield" else 2 * number + (key[0] == "hull")


@bound
def mjv_updateCamera(m: Any, d: Any, cam: Any, scn: Any) -> None:
    """Set the cameras of a scene: those of two eyes, as far apart as the model says."""
    fixed = cam.type == NAMES["enums"]["mjtCamera"]["mjCAMERA_FIXED"]
    view = look_through(m._model, d._data, find_camera(m._model, cam))
    apart = m.cam_ipd[cam.fixedcamid] if fixed else m.vis.global_.ipd
    for camera, side in zip(scn.camera, (-0.5, 0.5), strict=True):
        set_gl_camera(camera, view)
        camera.pos = view.pos + side * apart * view.right


def set_gl_camera(camera: Any, view: View) -> None:
    """Write where a camera is and what it sees."""
    camera.pos, camera.forward, camera.up = view.pos, view.forward, view.up
    near = 1.0 if view.window.orthographic else view.near
    camera.frustum_near, camera.frustum_far = view.near, view.far
    camera.frustum_top, camera.frustum_bottom = near * view.window.top, -near * view.window.bottom
    camera.frustum_center, camera.frustum_width = near * view.window.centre, near * view.window.half_width
    camera.orthographic = int(view.window.orthographic)


@bound
def mjv_makeLights(m: Any, d: Any, scn: Any) -> None:
    """Write the lights of a model in a state into a scene: the headlight first, if it is on."""
    count = 0
    head = m.vis.headlight
    if head.active:
        light, (left, right) = scn.lights[0], scn.camera
        light.pos, light.dir = 0.5 * (left.pos + right.pos), left.forward
        light.headlight, light.id, light.texid, light.castshadow = 1, -1, -1, 0
        light.type, light.range, light.bulbradius, light.intensity = DIRECTIONAL, HEAD_RANGE, HEAD_RADIUS, 0.0
        light.ambient, light.diffuse, light.specular = head.ambient, head.diffuse, head.specular
        light.cutoff, light.exponent, light.attenuation = 0.0, 0.0, 0.0
        count = 1
    for number in range(m.nlight):
        if not m.light_active[number] or count >= MAXLIGHT:
            continue
        light = scn.lights[count]
        light.pos, light.dir, light.headlight, light.id = d.light_xpos[number], d.light_xdir[number], 0, number
        for name in LIGHT_FIELDS:
            setattr(light, name, getattr(m, f"light_{name}")[number])
        count += 1
    scn.nlight = count


@bound
def mjv_initGeom(geom: Any, type: int, *given: Any) -> None:
    """Set a geom of a scene to a shape with a size, place and colour, and everything else to its default."""
    size, pos, mat, rgba = given
    _reset_geom(geom)
    geom.type = type
    geom.size, geom.pos, geom.mat, geom.rgba = _extents(type, size), pos, mat.reshape(3, 3), rgba


def _extents(type: int, size: np.ndarray) -> np.ndarray:
    """Return a size of geoms as extents along the axes."""
    return scene_sizes(np.array([type]), size.reshape(1, 3))[0]


@bound
def mjv_connector(geom: Any, type: int, width: float, from_: np.ndarray, to: np.ndarray) -> None:
    """Set type, place and size of a geom of a scene so that it leads from a point to another."""
    way = to - from_
    length = float(np.linalg.norm(way))
    begins = type in FROM_BEGINNING
    geom.type = type
    geom.size = (width, width, length if begins else 0.5 * length)
    geom.pos = from_ if begins else 0.5 * (from_ + to)
    geom.mat = axes_along(way.reshape(1, 3))[0].reshape(3, 3)
