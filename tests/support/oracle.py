"""The oracle: the only importer of mujoco. The same model in both engines, states copied across, fields compared."""

import importlib
from collections.abc import Mapping
from contextlib import contextmanager
from typing import Any

import mujoco
import numpy as np

from corten.data import Data
from corten.model import MODEL, Model
from corten.model.near_pairs import near_pairs_room
from support.differences import UNREADABLE
from support.fields import read
from support.flex_couplings import flex_couplings
from support.hull_starts import set_hull_starts
from support.rod_edges import find_rods, set_rod_edges

KINDS = {
    "body": mujoco.mjtObj.mjOBJ_BODY,
    "joint": mujoco.mjtObj.mjOBJ_JOINT,
    "geom": mujoco.mjtObj.mjOBJ_GEOM,
    "site": mujoco.mjtObj.mjOBJ_SITE,
    "camera": mujoco.mjtObj.mjOBJ_CAMERA,
    "light": mujoco.mjtObj.mjOBJ_LIGHT,
    "mesh": mujoco.mjtObj.mjOBJ_MESH,
    "hfield": mujoco.mjtObj.mjOBJ_HFIELD,
    "texture": mujoco.mjtObj.mjOBJ_TEXTURE,
    "material": mujoco.mjtObj.mjOBJ_MATERIAL,
    "tendon": mujoco.mjtObj.mjOBJ_TENDON,
    "flex": mujoco.mjtObj.mjOBJ_FLEX,
    "equality": mujoco.mjtObj.mjOBJ_EQUALITY,
    "sensor": mujoco.mjtObj.mjOBJ_SENSOR,
    "actuator": mujoco.mjtObj.mjOBJ_ACTUATOR,
    "key": mujoco.mjtObj.mjOBJ_KEY,
    "numeric": mujoco.mjtObj.mjOBJ_NUMERIC,
    "text": mujoco.mjtObj.mjOBJ_TEXT,
    "tuple": mujoco.mjtObj.mjOBJ_TUPLE,
}
STATE = "qpos qvel act ctrl qfrc_applied xfrc_applied mocap_pos mocap_quat qacc_warmstart userdata".split()

# of what corten's models have and MuJoCo's have not, the numbers that stand for nothing where that is not 0
NONE_IS_MINUS_ONE = "geom_sdf actuator_function actuator_hillid sensor_function".split()
NONE_IS_MINUS_ONE += "mesh_triadr mesh_trivertadr mesh_coneadr mesh_start".split()
OWN_FIELDS = dict.fromkeys(NONE_IS_MINUS_ONE, -1)
RENAMED = {"moment": "actuator_moment", "ten_J_value": "ten_J", "hfield_elevation": "hfield_data"}


def oracle_field(source, name):
    """Return a field of MuJoCo's model or data under corten's name."""
    if name.startswith("opt_"):
        return getattr(source.opt, name[4:])
    if name.startswith("stat_"):
        return getattr(source.stat, name[5:])
    if name.startswith("vis_"):
        part, _, rest = name[4:].partition("_")
        return getattr(getattr(source.vis, "global_" if part == "global" else part), rest)
    return getattr(source, RENAMED.get(name, name))


def is_own(mjm, name: str) -> bool:
    """Tell whether a field of corten's models is none of MuJoCo's."""
    if name.startswith("vis_"):
        return name in UNREADABLE
    holders = {"opt_": mjm.opt, "stat": mjm.stat}
    source = holders.get(name[:4], mjm)
    return not hasattr(source, RENAMED.get(name, name) if source is mjm else name.partition("_")[2])


def model_from_oracle(mjm) -> Model:
    """Return a corten Model with the constants that MuJoCo compiled, to test stages apart from the compiler."""
    sizes = {name: getattr(mjm, name, 0) for name in MODEL.sizes}
    sizes["nhull"], sizes["nnear"] = mjm.nmesh, near_pairs_room(mjm.ngeom, mjm.npair)
    couplings, rods = flex_couplings(mjm), find_rods(mjm)
    sizes["nrodedge"] = sum(len(rod.joints) for rod in rods)
    sizes["nefmKrow"], sizes["nefmK"] = len(couplings.rownnz), len(couplings.colind)
    model = Model(sizes, {kind: object_names(mjm, kind) for kind in COUNTS})
    for name, field in MODEL.fields.items():
        if is_own(mjm, name):
            setattr(model, name, OWN_FIELDS.get(name, 0))
        elif field.shape:
            getattr(model, name)[...] = np.reshape(oracle_field(mjm, name), getattr(model, name).shape)
        else:
            setattr(model, name, oracle_field(mjm, name))
    bodies, meshes = (mjm.body_bvhadr, mjm.body_bvhnum), (mjm.mesh_bvhadr, mjm.mesh_bvhnum)
    for address, count in (*zip(*bodies, strict=True), *zip(*meshes, strict=True)):
        nodes = slice(address, address + count)
        model.bvh_skip[nodes] = skip_nodes(model.bvh_child[nodes])
    set_hull_starts(model, mjm)
    model.efmK_rownnz[:], model.efmK_rowadr[:] = couplings.rownnz, couplings.rowadr
    model.efmK_colind[:], model.efmK_three[:] = couplings.colind, couplings.three
    start = mujoco.MjData(mjm)
    mujoco.mj_kinematics(mjm, start)
    mujoco.mj_flex(mjm, start)
    set_rod_edges(model, rods, start.flexvert_xpos, start.xmat.reshape(-1, 3, 3))
    model._accept_changes()
    return model


def skip_nodes(child: np.ndarray) -> np.ndarray:
    """Return the node behind all below each node of a tree."""
    skip = np.full(len(child), len(child))
    for node, (left, right) in enumerate(child):
        if left >= 0:
            skip[left], skip[right] = right, skip[node]
    return skip


COUNTS = {
    "body": "nbody",
    "joint": "njnt",
    "geom": "ngeom",
    "site": "nsite",
    "camera": "ncam",
    "light": "nlight",
    "mesh": "nmesh",
    "hfield": "nhfield",
    "texture": "ntex",
    "material": "nmat",
    "tendon": "ntendon",
    "flex": "nflex",
    "equality": "neq",
    "sensor": "nsensor",
    "actuator": "nactuator",
    "key": "nkey",
    "numeric": "nnumeric",
    "text": "ntext",
    "tuple": "ntuple",
}


def load_both(xml: str):
    """Return (MuJoCo's model, its data, corten's Model with the same constants, its Data)."""
    mjm = mujoco.MjModel.from_xml_string(xml)
    model = model_from_oracle(mjm)
    return mjm, mujoco.MjData(mjm), model, model.make_data()


def compiled(xml: str, assets: Mapping[str, bytes | str] | None = None) -> Model:
    """Return a corten Model with the constants that MuJoCo compiles from a model and the files it names."""
    files = {name: data.encode() if isinstance(data, str) else data for name, data in (assets or {}).items()}
    return model_from_oracle(mujoco.MjModel.from_xml_string(xml, files))


def copy_state(mjd, data: Data) -> None:
    """Give corten's Data the state and inputs of MuJoCo's."""
    data.time = mjd.time
    for name in STATE:
        getattr(data, name)[...] = getattr(mjd, name)


def copy_fields(mjd, data: Data, names) -> None:
    """Copy computed fields of MuJoCo's data into corten's, as inputs of one stage."""
    data.unseal()
    for name in names:
        value = oracle_field(mjd, name)
        if data.layout.fields[name].shape:
            getattr(data, name)[...] = np.reshape(value, getattr(data, name).shape)
        else:
            setattr(data, name, value)


def poison(data: Data, names) -> None:
    """Fill fields with NaN (ints with a large number), so that what a stage does not write is seen."""
    data.unseal()
    for name in names:
        array = read(data, name)
        array[...] = np.nan if array.dtype.kind == "f" else 10**9


def random_state(mjm, mjd, rng, speed=1.0) -> None:
    """Put MuJoCo's data into a random state: positions, velocities, controls, activations and applied forces."""
    mujoco.mj_resetData(mjm, mjd)
    mujoco.mj_integratePos(mjm, mjd.qpos, rng.uniform(-0.7, 0.7, mjm.nv), 1.0)
    mjd.qvel[:] = speed * rng.normal(0, 1, mjm.nv)
    mjd.ctrl[:] = rng.uniform(-1, 1, mjm.nu)
    mjd.qfrc_applied[:] = rng.normal(0, 0.3, mjm.nv)
    mjd.xfrc_applied[1:] = rng.normal(0, 0.3, (mjm.nbody - 1, 6))
    mjd.mocap_pos[:] += rng.normal(0, 0.1, mjd.mocap_pos.shape)
    mjd.mocap_quat[:] = rng.normal(0, 1, mjd.mocap_quat.shape)
    mjd.act[:] = rng.uniform(-0.5, 1.2, mjm.na)


def forward(mjm, mjd) -> None:
    """Let MuJoCo compute everything that follows from its state, momentum, energy and body forces included."""
    mujoco.mj_forward(mjm, mjd)
    mujoco.mj_energyPos(mjm, mjd)
    mujoco.mj_energyVel(mjm, mjd)
    mujoco.mj_subtreeVel(mjm, mjd)
    mujoco.mj_rnePostConstraint(mjm, mjd)


def find_contacts(mjm, mjd, qpos):
    """Let MuJoCo find the contacts of a pose and return them."""
    mjd.qpos[:] = qpos
    mujoco.mj_kinematics(mjm, mjd)
    mujoco.mj_collision(mjm, mjd)
    return mjd.contact


def geom_distance(mjm, mjd, geom1: int, geom2: int, distmax: float) -> tuple[float, np.ndarray]:
    """Return MuJoCo's distance of two geoms and its nearest points."""
    fromto = np.zeros(6)
    return mujoco.mj_geomDistance(mjm, mjd, geom1, geom2, distmax, fromto), fromto


def make_data(mjm):
    """Return fresh data of MuJoCo's for its model."""
    return mujoco.MjData(mjm)


def call(name: str, *arguments):
    """Call a function of MuJoCo's that no function here stands for, and return what it returns."""
    return getattr(mujoco, name)(*arguments)


def bindings():
    """Return MuJoCo's bindings themselves, for tests of what stands in for them."""
    return mujoco


def minimize():
    """Return MuJoCo's own least squares."""
    return importlib.import_module("mujoco.minimize")


def rotation_vector_rate(rotation, turn, dt: float) -> np.ndarray:
    """Return the rate of a rotation vector whose frame turns with a local angular velocity, by central differences."""
    origin, sides = np.array([1.0, 0.0, 0.0, 0.0]), []
    for time in (-dt, dt):
        quat, vector = origin.copy(), np.zeros(3)
        mujoco.mju_quatIntegrate(quat, np.array(rotation), 1.0)
        mujoco.mju_quatIntegrate(quat, np.array(turn), time)
        mujoco.mju_subQuat(vector, quat, origin)
        sides.append(vector)
    return (sides[1] - sides[0]) / (2 * dt)


def step(mjm, mjd, nstep: int = 1) -> None:
    """Let MuJoCo take steps."""
    mujoco.mj_step(mjm, mjd, nstep)


def integrate(mjm, mjd) -> None:
    """Let MuJoCo advance the state from what its forward dynamics left; RK4 evaluates three more states."""
    integrator = mujoco.mjtIntegrator(mjm.opt.integrator)
    if integrator == mujoco.mjtIntegrator.mjINT_RK4:
        mujoco.mj_RungeKutta(mjm, mjd, 4)
    elif integrator in (mujoco.mjtIntegrator.mjINT_IMPLICIT, mujoco.mjtIntegrator.mjINT_IMPLICITFAST):
        mujoco.mj_implicit(mjm, mjd)
    else:
        mujoco.mj_Euler(mjm, mjd)


def tendon_lengths(mjm, mjd, dof: int, step: float) -> np.ndarray:
    """Return the tendon lengths after a small move along one dof; the data stay as they are."""
    twin, move = mujoco.MjData(mjm), np.zeros(mjm.nv)
    twin.qpos[:] = mjd.qpos
    move[dof] = step
    mujoco.mj_integratePos(mjm, twin.qpos, move, 1.0)
    mujoco.mj_fwdPosition(mjm, twin)
    return twin.ten_length.copy()


def moments(mjm, mjd) -> np.ndarray:
    """Return the moment arms of all actuators, shape (nout, nv)."""
    dense = np.zeros((mjm.nout, mjm.nv))
    for row, (first, count) in enumerate(zip(mjd.moment_rowadr, mjd.moment_rownnz, strict=True)):
        entries = slice(first, first + count)
        dense[row, mjd.moment_colind[entries]] = mjd.actuator_moment[entries]
    return dense


def inverse(mjm, mjd) -> None:
    """Let MuJoCo compute inverse dynamics."""
    mujoco.mj_inverse(mjm, mjd)


def set_state(data: Data, mjd) -> None:
    """Give MuJoCo the state and inputs of corten's Data."""
    mjd.time = data.time
    for name in STATE:
        getattr(mjd, name)[...] = getattr(data, name)


def velocity_derivative(mjm, mjd, integrator: int) -> np.ndarray:
    """Return qDeriv as an implicit integrator computes it at this state; the state stays as it is."""
    before, twin = mjm.opt.integrator, mujoco.MjData(mjm)
    mujoco.mj_copyState(mjm, mjd, twin, mujoco.mjtState.mjSTATE_INTEGRATION)
    mjm.opt.integrator = integrator
    mujoco.mj_step(mjm, twin)
    mjm.opt.integrator = before
    return twin.qDeriv.copy()


def schema_rows() -> list[tuple[int, str, str, tuple[str, ...]]]:
    """Return MuJoCo's schema as rows: depth, tag, multiplicity, attributes in alphabetical order."""
    rows: list[tuple[int, str, str, tuple[str, ...]]] = []
    for line in mujoco.mj_printSchema(False, False).splitlines():
        words = line.split()
        if len(words) > 1 and words[1].startswith("("):
            depth = (len(line) - len(line.lstrip())) // 3
            rows.append((depth, words[0], words[1].strip("()"), tuple(words[2:])))
        elif words:
            rows[-1] = (*rows[-1][:3], rows[-1][3] + tuple(words))
    return rows


def load_error(xml: str, assets: dict[str, bytes] | None = None) -> str | None:
    """Return what MuJoCo says of a model that it refuses, None of one that it loads."""
    try:
        mujoco.MjModel.from_xml_string(xml, assets)
    except ValueError as error:
        return str(error)
    return None


def load_file_error(path: str) -> str | None:
    """Return what MuJoCo says of a file that it refuses, None of one that it loads."""
    try:
        mujoco.MjModel.from_xml_path(path)
    except ValueError as error:
        return str(error)
    return None


def object_names(mjm, kind: str) -> list[str]:
    """Return the names of the objects of a kind in MuJoCo's model, in order."""
    return [mujoco.mj_id2name(mjm, KINDS[kind], i) or "" for i in range(getattr(mjm, COUNTS[kind]))]


def load_names(xml: str, kind: str) -> list[str]:
    """Return the names that MuJoCo gives to the objects of a kind, in order."""
    return object_names(mujoco.MjModel.from_xml_string(xml), kind)


def mujoco_field(xml: str, name: str) -> np.ndarray:
    """Return a field of the model that MuJoCo compiles."""
    return np.array(getattr(mujoco.MjModel.from_xml_string(xml), name))


def spec_default(element: str, attribute: str):
    """Return what MuJoCo's editable model has for an attribute that nobody wrote, None where it keeps no such field."""
    spec = mujoco.MjSpec()
    if element in ("option", "compiler"):
        source = getattr(spec, element)
    elif hasattr(spec.visual, element):
        source = getattr(spec.visual, element)
    else:
        makers = {"general": spec.add_actuator, "spatial": spec.add_tendon, "connect": spec.add_equality}
        body = spec.worldbody.add_body()
        maker = makers.get(element) or getattr(body, f"add_{element}", None) or getattr(spec, f"add_{element}")
        source = maker()
    renamed = {"solreflimit": "solref_limit", "solimplimit": "solimp_limit", "fluidcoef": "fluid_coefs"}
    renamed |= {"solreffriction": "solref_friction", "solimpfriction": "solimp_friction"}
    renamed |= {"actuatorfrcrange": "actfrcrange", "actuatorgravcomp": "actgravcomp"}
    value = getattr(source, renamed.get(attribute, attribute), None)
    return None if value is None else np.array(value, dtype=float)


def constraint_jacobian(mjm, mjd) -> np.ndarray:
    """Return MuJoCo's constraint Jacobian, dense, whatever its storage: shape (nefc, nv)."""
    dense = np.zeros((mjd.nefc, mjm.nv))
    if not mujoco.mj_isSparse(mjm):
        return np.reshape(mjd.efc_J[: dense.size], dense.shape)
    for i, (start, n) in enumerate(zip(mjd.efc_J_rowadr, mjd.efc_J_rownnz, strict=True)):
        dense[i, mjd.efc_J_colind[start : start + n]] = mjd.efc_J[start : start + n]
    return dense


def contact_force(mjm, mjd, contact: int) -> np.ndarray:
    """Return the force and torque of a contact in its frame."""
    result = np.zeros(6)
    mujoco.mj_contactForce(mjm, mjd, contact, result)
    return result


def collide(mjm, mjd, pos, mat) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (dist, pos, normal) of the contacts that MuJoCo finds between geoms at given poses."""
    mjd.geom_xpos[:], mjd.geom_xmat[:] = pos, np.reshape(mat, (-1, 9))
    mujoco.mj_collision(mjm, mjd)
    contact = mjd.contact
    return contact.dist.copy(), contact.pos.copy(), contact.frame.reshape(-1, 9)[:, :3].copy()


@contextmanager
def callbacks(**functions):
    """Let MuJoCo call Python functions for a while: act_dyn, act_gain, act_bias or sensor."""
    try:
        for name, function in functions.items():
            getattr(mujoco, f"set_mjcb_{name}")(function)
        yield
    finally:
        for name in functions:
            getattr(mujoco, f"set_mjcb_{name}")(None)


def displace(mjm, mjd, change) -> None:
    """Move MuJoCo's configuration along a velocity for a second."""
    mujoco.mj_integratePos(mjm, mjd.qpos, change, 1.0)


def load_file(path):
    """Return MuJoCo's model of a file; what its compiler complains about is a warning."""
    return mujoco.MjSpec.from_file(str(path)).compile()


def load_mujoco(xml: str, assets: dict[str, bytes] | None = None):
    """Return MuJoCo's model of a text and the files that it names."""
    return mujoco.MjModel.from_xml_string(xml, assets)


def cast_ray(mjm, mjd, origin, direction, groups=None, static=True, exclude=-1) -> tuple[float, int, np.ndarray]:
    """Return distance, geom and normal of the first geom that MuJoCo finds on a ray."""
    geom, normal = np.zeros(1, np.int32), np.zeros(3)
    flags = None if groups is None else np.array(groups, np.uint8)
    distance = mujoco.mj_ray(mjm, mjd, origin, direction, flags, int(static), exclude, geom, normal)
    return distance, int(geom[0]), normal


def cast_flex_ray(mjm, mjd, flex, origin, direction, **what) -> tuple[float, int, np.ndarray]:
    """Return distance, vertex and normal of where MuJoCo finds a flex on a ray."""
    vertex, normal = np.full(1, -1, np.int32), np.zeros(3)
    parts = what.get("parts", ("edges", "skin"))
    flags = [name in parts for name in ("vertices", "edges", "faces", "skin")]
    distance = mujoco.mj_rayFlex(mjm, mjd, what.get("layer", 0), *flags, flex, origin, direction, vertex, normal)
    return distance, int(vertex[0]), normal


def cast_skin_ray(mjm, mjd, origin, direction) -> tuple[float, int]:
    """Return distance and vertex of where MuJoCo finds the first skin, as it draws it, on a ray."""
    scene = mujoco.MjvScene(mjm, 1000)
    mujoco.mjv_updateScene(mjm, mjd, mujoco.MjvOption(), None, mujoco.MjvCamera(), mujoco.mjtCatBit.mjCAT_ALL, scene)
    point = scene.skinvert[: 3 * mjm.skin_vertnum[0]].reshape(-1, 3).copy()
    faces, vertex = mjm.skin_face[: mjm.skin_facenum[0]].copy(), np.full(1, -1, np.int32)
    return mujoco.mju_raySkin(len(faces), len(point), faces, point, origin, direction, vertex), int(vertex[0])


def draw(text: str, size: tuple[int, int]) -> dict[str, np.ndarray]:
    """Return MuJoCo's pictures of a model at its beginning, by the free camera and then each of its own.

    Shadows are drawn with a small map: a large one takes most of the time in software.
    """
    mjm = mujoco.MjModel.from_xml_string(text)
    mjd = mujoco.MjData(mjm)
    mujoco.mj_forward(mjm, mjd)
    mjm.vis.quality.shadowsize = min(mjm.vis.quality.shadowsize, 1024)
    found: dict[str, list[np.ndarray]] = {"depth": [], "segmentation": [], "rgb": []}
    with mujoco.Renderer(mjm, *size) as renderer:
        for camera in range(-1, mjm.ncam):
            renderer.update_scene(mjd, camera)
            renderer.enable_depth_rendering()
            found["depth"].append(renderer.render())
            renderer.enable_segmentation_rendering()
            found["segmentation"].append(renderer.render())
            renderer.disable_segmentation_rendering()
            found["rgb"].append(renderer.render())
    return {name: np.array(pictures) for name, pictures in found.items()}


def abstract_scene(text: str, ctrl: float, force: float, **options: Any) -> list[dict[str, Any]]:
    """Return all that MuJoCo's abstract scene holds of a model with some controls and a force on its first body.

    `options` are those of MjvOption, of which `flags` names what is switched on.
    """
    mjm = mujoco.MjModel.from_xml_string(text)
    mjd = mujoco.MjData(mjm)
    mjd.ctrl[:], mjd.xfrc_applied[1, 2] = ctrl, force
    mujoco.mj_forward(mjm, mjd)
    option = mujoco.MjvOption()
    option.flags[list(options.pop("flags"))] = 1
    for name, value in options.items():
        setattr(option, name, value)
    scene = mujoco.MjvScene(mjm, maxgeom=5000)
    mujoco.mjv_updateScene(mjm, mjd, option, None, mujoco.MjvCamera(), mujoco.mjtCatBit.mjCAT_ALL, scene)
    words = ("type", "category", "objtype", "objid", "pos", "mat", "size", "rgba", "label")
    return [{word: np.copy(getattr(geom, word)) for word in words} for geom in scene.geoms[: scene.ngeom]]


def public_names() -> list[str]:
    """Return the names of MuJoCo's functions, types and constants."""
    return [name for name in dir(mujoco) if name.startswith(("mj", "Mj"))]
