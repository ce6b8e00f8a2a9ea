"""MjvScene: what is seen of a model and a data, by which camera, and shapes that users add to it.

Its geoms are rows of corten's abstract scene. It keeps a copy of the state that it was updated with, from which
corten's renderer makes pictures, and a place for what users add behind those rows.
"""

import copy
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import CLASSES, FUNCTIONS, NAMES, bound, missing
from corten.compat.mujoco.options import MjvGeom, MjvGLCamera, MjvLight
from corten.compat.mujoco.struct import Struct
from corten.model.skinning import skin_points
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
    number = int(key[1])
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


# ---------------------------------------------------------------- room space and model space


MINVAL = NAMES["constants"]["mjMINVAL"]


@bound
def mjv_room2model(modelpos: np.ndarray, modelquat: np.ndarray, roompos: np.ndarray, *given: Any) -> None:
    """Convert a pose from the room into the space of the model."""
    roomquat, scn = given
    _check_scale(scn)
    if not scn.enabletransform:
        modelpos[:], modelquat[:] = roompos, roomquat
        return
    pos, quat = np.zeros(3), np.zeros(4)
    FUNCTIONS["mju_negPose"](pos, quat, scn.translate.astype(float), scn.rotate.astype(float))
    FUNCTIONS["mju_mulPose"](modelpos, modelquat, pos, quat, roompos, roomquat)
    modelpos *= 1.0 / scn.scale


@bound
def mjv_model2room(roompos: np.ndarray, roomquat: np.ndarray, modelpos: np.ndarray, *given: Any) -> None:
    """Convert a pose from the space of the model into the room."""
    modelquat, scn = given
    _check_scale(scn)
    if not scn.enabletransform:
        roompos[:], roomquat[:] = modelpos, modelquat
        return
    pose = scn.translate.astype(float), scn.rotate.astype(float)
    FUNCTIONS["mju_mulPose"](roompos, roomquat, *pose, scn.scale * modelpos, modelquat)


def _check_scale(scn: Any) -> None:
    if scn.scale < MINVAL:
        raise FatalError("mjvScene scale too small")


def _check_near(scn: Any) -> None:
    if any(camera.frustum_near < MINVAL for camera in scn.camera):
        raise FatalError("mjvScene frustum_near too small")


def unit(vector: np.ndarray) -> np.ndarray:
    """Return a vector with length one; one without direction becomes the x axis."""
    length = np.linalg.norm(vector)
    return vector / length if length >= MINVAL else np.array([1.0, 0.0, 0.0])


@bound
def mjv_cameraInModel(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, scn: Any) -> None:
    """Compute where the middle between both cameras is, and how it looks, in the space of the model."""
    _check_near(scn)
    places, axes = [], []
    for camera in scn.camera:
        ahead, above = unit(camera.forward.astype(float)), unit(camera.up.astype(float))
        frame = np.stack([unit(np.cross(above, ahead)), above, ahead], axis=1)
        quat, pos, turned, mat = np.zeros(4), np.zeros(3), np.zeros(4), np.zeros(9)
        FUNCTIONS["mju_mat2Quat"](quat, frame.ravel())
        FUNCTIONS["mjv_room2model"](pos, turned, camera.pos.astype(float), quat, scn)
        FUNCTIONS["mju_quat2Mat"](mat, turned)
        places.append(pos)
        axes.append(mat.reshape(3, 3))
    headpos[:] = 0.5 * (places[0] + places[1])
    forward[:] = unit(0.5 * (axes[0][:, 2] + axes[1][:, 2]))
    up[:] = unit(0.5 * (axes[0][:, 1] + axes[1][:, 1]))


@bound
def mjv_cameraInRoom(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, scn: Any) -> None:
    """Compute where the middle between both cameras is, and how it looks, in the room."""
    _check_near(scn)
    for target, name in ((headpos, "pos"), (forward, "forward"), (up, "up")):
        middle = np.mean([getattr(camera, name).astype(float) for camera in scn.camera], axis=0)
        target[:] = middle if name == "pos" else unit(middle)


@bound
def mjv_frustumHeight(scn: Any) -> float:
    """Return how high what both cameras see is at a distance of one, on average."""
    first, second = scn.camera
    if first.orthographic != second.orthographic:
        raise FatalError("cannot average frustums of perspective and orthographic cameras")
    if not first.orthographic:
        _check_near(scn)
    heights = [
        (float(camera.frustum_top) - float(camera.frustum_bottom))
        / (1.0 if camera.orthographic else float(camera.frustum_near))
        for camera in scn.camera
    ]
    return 0.5 * sum(heights)


@bound
def mjv_alignToCamera(res: np.ndarray, vec: np.ndarray, forward: np.ndarray) -> None:
    """Turn a vector about the vertical so that its y axis lies where a camera looks."""
    length = np.linalg.norm(forward[:2])
    ahead = forward[:2] / length if length >= MINVAL else np.array([1.0, 0.0])
    res[:] = (vec[0] * ahead[1] + vec[1] * ahead[0], -vec[0] * ahead[0] + vec[1] * ahead[1], vec[2])


@bound
def mjv_cameraFrame(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, *given: Any) -> None:
    """Compute where a camera is, and its axes."""
    right, d, cam = given
    model = d.model._model
    view = look_through(model, d._data, find_camera(model, cam))
    headpos[:], forward[:], up[:], right[:] = view.pos, view.forward, view.up, view.right
