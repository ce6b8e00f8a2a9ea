"""Calls of functions of MuJoCo's bindings, to be made with the bindings and with what stands in for them."""

import copy
import re
from typing import Any, NamedTuple

import numpy as np

import corten.compat.mujoco as ours
from corten.compat.mujoco.arguments import NAMES
from support import oracle

SCENE = """
<mujoco model="compat">
  <option timestep="0.004"/>
  <size nkey="2" nuserdata="3"/>
  <asset>
    <texture name="checker" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".1 .15 .2" width="16" height="16"/>
    <material name="floor" texture="checker" reflectance=".3"/>
  </asset>
  <worldbody>
    <light name="sun" pos="0 0 3"/>
    <camera name="eye" pos="0 -3 1" xyaxes="1 0 0 0 .3 1"/>
    <geom name="floor" type="plane" size="5 5 .1" material="floor"/>
    <body name="ball" pos="0 0 .099">
      <freejoint name="free"/>
      <geom name="ball" size=".1" mass="1"/>
      <geom name="brick" type="box" pos=".15 0 0" size=".05 .1 .08" rgba="1 0 0 1"/>
    </body>
    <body name="arm" pos="1 0 1">
      <joint name="shoulder" type="ball" damping=".1"/>
      <geom name="upper" type="capsule" fromto="0 0 0 .3 0 0" size=".04"/>
      <site name="tip" pos=".3 0 0" size=".02"/>
      <body name="hand" pos=".3 0 0">
        <joint name="wrist" axis="0 1 0" armature=".01" range="-1 1" limited="true"/>
        <joint name="slide" type="slide" axis="1 0 0" stiffness="5"/>
        <geom name="palm" type="ellipsoid" size=".1 .05 .03"/>
        <site name="grip" pos=".1 0 0" type="box" size=".05 .05 .05"/>
      </body>
    </body>
    <body name="mocap" mocap="true" pos="0 1 1"><geom name="target" type="sphere" size=".05" contype="0"/></body>
  </worldbody>
  <contact><exclude name="apart" body1="arm" body2="ball"/></contact>
  <tendon>
    <fixed name="cord" stiffness="1" armature=".1">
      <joint joint="wrist" coef="1"/>
      <joint joint="slide" coef="2"/>
    </fixed>
  </tendon>
  <equality><joint name="tied" joint1="wrist" joint2="slide" active="false"/></equality>
  <actuator>
    <motor name="turn" joint="wrist" ctrlrange="-1 1" ctrllimited="true"/>
    <general name="push" joint="slide" gainprm="10" biastype="affine" biasprm="0 -10" dyntype="filter" dynprm=".1"/>
  </actuator>
  <sensor>
    <jointpos name="angle" joint="wrist"/>
    <accelerometer name="felt" site="tip"/>
    <framepos name="where" objtype="site" objname="grip"/>
  </sensor>
  <custom>
    <numeric name="gains" data="1 2 3"/>
    <text name="motto" data="festina lente"/>
    <tuple name="pair"><element objtype="body" objname="arm"/></tuple>
  </custom>
  <keyframe><key name="up" qvel="0 0 0 0 0 0 .1 .2 .3 .4 .5"/></keyframe>
</mujoco>
"""


def loaded_by_both(text: str, *calls: str) -> list[tuple]:
    """Return module, model and data of MuJoCo's bindings and of what stands in for them, after some calls.

    The text is MJCF, or the path of a file.
    """
    found = []
    for module in (oracle.bindings(), ours):
        load = module.MjModel.from_xml_path if text.endswith(".xml") else module.MjModel.from_xml_string
        model = load(text)
        data = module.MjData(model)
        for name in calls:
            getattr(module, name)(model, data)
        found.append((module, model, data))
    return found


class Out(NamedTuple):
    """An array that a function writes: its extents, numbers or sizes of the model, and its type."""

    extents: tuple[Any, ...]
    dtype: str = "f8"


def out(*extents: Any, dtype: str = "f8") -> Out:
    """Return an array that a function writes."""
    return Out(extents, dtype)


class Seeded(NamedTuple):
    """Random numbers that a function reads: their extents."""

    extents: tuple[Any, ...]


def some(*extents: Any) -> Seeded:
    """Return random numbers."""
    return Seeded(extents)


POINT = [0.1, 0.2, 0.3]
RAYS = [0, 0, -1, 0, 0.01, -1]
BAND = [[1.0], [2], [3], [0.1], [0.2], [0.3], [4]]
FULL = NAMES["enums"]["mjtState"]["mjSTATE_INTEGRATION"]

# arguments of functions of a model "m" and a data "d"; several calls of one function have several rows
CALLS: list[tuple[str, tuple[Any, ...]]] = [
    ("mj_name2id", ("m", 5, "brick")),
    ("mj_name2id", ("m", 5, "nobody")),
    ("mj_name2id", ("m", 16, "apart")),
    ("mj_id2name", ("m", 1, 2)),
    ("mj_id2name", ("m", 1, 99)),
    ("mj_jac", ("m", "d", out(3, "nv"), out(3, "nv"), POINT, 3)),
    ("mj_jac", ("m", "d", None, out(3, "nv"), POINT, 3)),
    ("mj_jacDot", ("m", "d", out(3, "nv"), out(3, "nv"), POINT, 3)),
    ("mj_jacDot", ("m", "d", out(3, "nv"), out(3, "nv"), POINT, 1)),
    ("mj_jacBody", ("m", "d", out(3, "nv"), out(3, "nv"), 3)),
    ("mj_jacBodyCom", ("m", "d", out(3, "nv"), out(3, "nv"), 3)),
    ("mj_jacGeom", ("m", "d", out(3, "nv"), out(3, "nv"), 2)),
    ("mj_jacSite", ("m", "d", out(3, "nv"), out(3, "nv"), 1)),
    ("mj_jacSubtreeCom", ("m", "d", out(3, "nv"), 2)),
    ("mj_jacPointAxis", ("m", "d", out(3, "nv"), out(3, "nv"), POINT, [0, 0, 1], 3)),
    ("mj_angmomMat", ("m", "d", out(3, "nv"), 2)),
    ("mj_fullM", ("m", "d", out("nv", "nv"))),
    ("mj_mulM", ("m", "d", out("nv"), some("nv"))),
    ("mj_mulM2", ("m", "d", out("nv"), some("nv"))),
    ("mj_solveM", ("m", "d", out(2, "nv"), some(2, "nv"))),
    ("mj_solveM2", ("m", "d", out(2, "nv"), some(2, "nv"), np.ones((1, 11)))),
    ("mj_rne", ("m", "d", 0, out("nv"))),
    ("mj_rne", ("m", "d", 1, out("nv"))),
    ("mj_contactForce", ("m", "d", 0, out(6))),
    ("mj_objectVelocity", ("m", "d", 5, 3, out(6), 0)),
    ("mj_objectVelocity", ("m", "d", 6, 1, out(6), 1)),
    ("mj_objectVelocity", ("m", "d", 1, 3, out(6), 1)),
    ("mj_objectAcceleration", ("m", "d", 2, 3, out(6), 1)),
    ("mj_applyFT", ("m", "d", POINT, POINT, POINT, 3, out("nv"))),
    ("mj_mulJacVec", ("m", "d", out("nefc"), some("nv"))),
    ("mj_mulJacTVec", ("m", "d", out("nv"), some("nefc"))),
    ("mj_ray", ("m", "d", [0, 0, 2], [0, 0, -1], None, True, -1, out(1, dtype="i4"), out(3))),
    ("mj_ray", ("m", "d", [0, 0, 2], [0, 0, -1], [1, 1, 1, 1, 1, 1], True, 1, out(1, dtype="i4"))),
    ("mj_multiRay", ("m", "d", [0, 0, 2], RAYS, None, True, -1, out(2, dtype="i4"), out(2), out(6), 2, 9.0)),
    ("mj_geomDistance", ("m", "d", 1, 3, 5.0, out(6))),
    ("mj_geomDistance", ("m", "d", 1, 3, 5.0, None)),
    ("mj_insideSite", ("m", "d", 1, POINT)),
    ("mj_stateSize", ("m", FULL)),
    ("mj_getState", ("m", "d", out(FULL), FULL)),
    ("mj_differentiatePos", ("m", out("nv"), 0.5, some("nq"), some("nq"))),
    ("mj_integratePos", ("m", out("nq"), some("nv"), 0.5)),
    ("mj_normalizeQuat", ("m", out("nq"))),
    ("mj_local2Global", ("d", out(3), out(9), POINT, [1, 0, 0, 0], 3, 0)),
    ("mj_getTotalmass", ("m",)),
    ("mj_isPyramidal", ("m",)),
    ("mj_isSparse", ("m",)),
    ("mj_isDual", ("m",)),
    ("mju_str2Type", ("geom",)),
    ("mju_str2Type", ("nothing",)),
    ("mju_type2Str", (5,)),
    ("mj_version", ()),
    ("mj_versionString", ()),
    ("mj_defaultSolRefImp", (out(2), out(5))),
    ("mjd_transitionFD", ("m", "d", 1e-6, True, out(23, 23), out(23, 2), out(7, 23), out(7, 2))),
    ("mjd_subQuat", ([0.5, 0.5, 0.5, 0.5], [1, 0, 0, 0], out(3, 3), out(3, 3))),
    ("mju_Halton", (5, 3)),
    ("mju_eig3", (out(3), out(9), out(4), [3, 0.1, 0, 0.1, 2, 0.2, 0, 0.2, 1])),
    ("mju_dense2Band", (out(7), [[1, 0, 0, 0.1], [0, 2, 0, 0.2], [0, 0, 3, 0.3], [0.1, 0.2, 0.3, 4]], 4, 1, 1)),
    ("mju_band2Dense", (out(4, 4), [1, 2, 3, 0.1, 0.2, 0.3, 4], 4, 1, 1, True)),
    ("mju_bandDiag", (3, 4, 1, 1)),
    ("mju_bandMulMatVec", (out(4), BAND, [[1.0], [2], [3], [4]], 4, 1, 1, 1, True)),
    ("mju_cholSolveBand", (out(4), [1, 2, 3, 0.1, 0.2, 0.3, 4], [1, 2, 3, 4], 4, 1, 1)),
    ("mju_dense2sparse", (out(9), [[1, 0, 2], [0, 0, 3]], out(2, dtype="i4"), out(2, dtype="i4"), out(9, dtype="i4"))),
    ("mju_sparse2dense", (out(2, 3), [1, 2, 3], [2, 1], [0, 2], [0, 2, 2])),
    ("mju_euler2Quat", (out(4), POINT, "zYx")),
    ("mju_springDamper", (1.0, 0.5, 4.0, 1.0, 0.3)),
    ("mju_springDamper", (1.0, 0.5, 4.0, 9.0, 0.3)),
    ("mju_muscleGain", (0.9, 0.3, [0.5, 1.5], 2.0, [0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2])),
    ("mju_muscleBias", (1.4, [0.5, 1.5], 2.0, [0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2])),
    ("mju_muscleDynamics", (0.4, 0.1, [0.01, 0.04, 0])),
    ("mju_rayGeom", ([0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1], [0.3, 0.2, 0.1], [1, 0.05, 0.02], [-1, 0, 0], 6, out(3))),
]  # fmt: skip

# functions whose arguments follow from their signatures: vectors and matrices of any size fit each other
FREE = [
    name
    for name, entries in NAMES["functions"].items()
    if name.startswith("mju_")
    and all(re.match(r"float$|int$|bool$|f[48]\[", entry[1]) for entry in entries)
    and name not in {call for call, _ in CALLS}
    # the bindings of 4.0 convert one friction coefficient too few of pyramids
    and "Pyramid" not in name
    and name not in ("mju_cholFactorBand", "mju_printMat", "mju_warningText", "mju_writeNumBytes")
]


def call(module: Any, m: Any, d: Any, name: str, arguments: tuple[Any, ...], rng: np.random.Generator) -> list[Any]:
    """Call a function; return its result and all that it wrote, or the type of error that it raised."""
    made = [made_of(m, d, argument, rng) for argument in arguments]
    try:
        result = getattr(module, name)(*made)
    except TypeError as error:
        return [type(error)]
    return [result, *(each for each in made if isinstance(each, np.ndarray))]


def as_arrays(name: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return arguments with arrays in place of lists, of the types that a function reads: what most callers have."""
    types = {"f8": float, "i4": np.int32, "u1": np.uint8, "f4": np.float32}
    kinds = [entry[1] for entry in NAMES["functions"][name]]
    return tuple(
        np.array(argument, types[kind[:2]]) if isinstance(argument, list) else argument
        for argument, kind in zip(arguments, kinds, strict=False)
    )


def made_of(m: Any, d: Any, argument: Any, rng: np.random.Generator) -> Any:
    """Return an argument: the model, the data, a copy of it, an array to write, random numbers, or what is given."""
    if isinstance(argument, str) and argument in ("m", "d", "other"):
        return m if argument == "m" else d if argument == "d" else copy.copy(d)
    if not isinstance(argument, Out | Seeded):
        return copy.deepcopy(argument)
    extents = [_extent(m, d, extent) for extent in argument.extents]
    if isinstance(argument, Out) and argument.dtype == "i4":
        return np.zeros(extents, np.int32)
    return rng.standard_normal(extents)


def _extent(m: Any, d: Any, extent: Any) -> int:
    if extent == FULL:
        return 1 + m.nq + 3 * m.nv + m.na + m.nhistory + m.nu + 6 * m.nbody + m.neq + 7 * m.nmocap + m.nuserdata
    return extent if isinstance(extent, int) else getattr(d if extent == "nefc" else m, extent)


def free_arguments(name: str) -> tuple[Any, ...]:
    """Return arguments of a function that follow from its signature."""
    given: list[Any] = []
    for _, kind, *_ in NAMES["functions"][name]:
        if found := re.match(r"f[48]\[([\w,]+)\]", kind):
            given.append(some(*(int(each) if each.isdigit() else 4 for each in found[1].split(","))))
        else:
            given.append({"float": 0.7, "int": 3, "bool": True}[kind])
    return tuple(given)
