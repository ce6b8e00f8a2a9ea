"""What users change in a model between steps is checked before a plan is made from it.

The table of fields says which numbers a field allows; here stands what fields must have to do with each other.
"""

import warnings
from collections.abc import Iterable
from enum import IntEnum
from typing import Any

import numpy as np

from corten.enums import (
    BiasType,
    DisableBit,
    DynType,
    EnableBit,
    EqualityType,
    GainType,
    GeomType,
    Integrator,
    JointType,
    MeshCollision,
    ObjectType,
    SensorType,
    SolverType,
    WrapType,
)
from corten.errors import ModelError, ModelWarning, caller_level
from corten.model.geom_bounds import geom_bounds
from corten.model.model import Model
from corten.runtime.fields import Field

# size that counts the objects of each type
COUNTS = {
    ObjectType.BODY: "nbody",
    ObjectType.XBODY: "nbody",
    ObjectType.JOINT: "njnt",
    ObjectType.DOF: "nv",
    ObjectType.GEOM: "ngeom",
    ObjectType.SITE: "nsite",
    ObjectType.CAMERA: "ncam",
    ObjectType.LIGHT: "nlight",
    ObjectType.FLEX: "nflex",
    ObjectType.MESH: "nmesh",
    ObjectType.HFIELD: "nhfield",
    ObjectType.EQUALITY: "neq",
    ObjectType.TENDON: "ntendon",
    ObjectType.ACTUATOR: "nactuator",
    ObjectType.SENSOR: "nsensor",
    ObjectType.KEY: "nkey",
}

SCALAR = (JointType.HINGE, JointType.SLIDE)
BALL_SENSORS = (SensorType.BALLQUAT, SensorType.BALLANGVEL)
SCALAR_SENSORS = (SensorType.JOINTPOS, SensorType.JOINTVEL, SensorType.JOINTACTFRC)

# relative difference of sums of masses that may be rounding
SAME_MASS = {"float64": 1e-9, "float32": 1e-4}

# sensors that read the world's frame where they have no reference
FRAME_SENSORS = range(SensorType.FRAMEPOS, SensorType.FRAMEANGACC + 1)


def accept_choices(model: Model) -> None:
    """Check the choices of a model if they have changed, and let plans be made for them."""
    if model.changed():
        check_choices(model)
        _warn_stale_masses(model)
        model._drop_plans()
        model._accept_changes()


def _warn_stale_masses(model: Model) -> None:
    """Warn of masses that were changed without the constants that follow from them."""
    if not model._sealed or np.array_equal(model.accepted("body_mass"), model.body_mass):
        return
    children, total = model.body_parentid[1:], model.body_subtreemass
    sums = model.body_mass + np.bincount(children, total[1:], model.nbody)
    if not np.allclose(sums, total, rtol=SAME_MASS[model.layout.precision], atol=0.0, equal_nan=True):
        warning = (
            "body_mass was changed, but masses of subtrees (centres of mass depend on them) and inverse inertias are "
            "still those of the old masses: call corten.set_const(model) after such a change"
        )
        warnings.warn(warning, ModelWarning, stacklevel=caller_level())


def check_choices(model: Model) -> None:
    """Refuse choices that cannot be obeyed, with the field, the place in it, the value, and what is allowed."""
    for field in model.layout.fields.values():
        if field.block.watched and field.allowed is not None:
            _check_values(model, field)
    _check_geoms(model)
    _check_equalities(model)
    _check_sensors(model)
    _check_tendon_paths(model)
    check_actuators(model)
    _check_flags(model)

    _update_bounds(model)

    # bodies of explicit pairs, in one number
    bodies = model.geom_bodyid[model.pair_geom1] << 16, model.geom_bodyid[model.pair_geom2]
    model.engine_view().pair_signature[:] = bodies[0] + bodies[1]


def _check_values(model: Model, field: Field) -> None:
    """Refuse numbers that the table does not allow."""
    values, allowed = np.asarray(getattr(model, field.name)), field.allowed
    if isinstance(allowed, str):
        count = getattr(model, allowed)
        refuse_unless(field.name, values, (values >= -field.none) & (values < count), index_words(count, field.none))
    elif isinstance(allowed, tuple):
        refuse_unless(field.name, values, np.isin(values, allowed), ", ".join(map(str, allowed)))
    elif allowed is not None:
        refuse_unless(field.name, values, np.isin(values, list(allowed)), enum_words(allowed))


def _check_flags(model: Model) -> None:
    """Refuse flags that do not go together, or not with the integrator or the solver."""
    enabled, discrete = model.opt_enableflags, model.opt_integrator == Integrator.DISCRETE
    apart = not model.opt_disableflags & DisableBit.ISLAND
    if discrete and enabled & EnableBit.SLEEP and not apart:
        raise ModelError("integrator DISCRETE with EnableBit.SLEEP does not go with DisableBit.ISLAND")
    if enabled & EnableBit.IPC and (not discrete or model.opt_solver == SolverType.PGS):
        raise ModelError("EnableBit.IPC needs integrator DISCRETE and solver NEWTON or CG")
    if enabled & EnableBit.IPC and enabled & (EnableBit.SLEEP | EnableBit.FWDINV):
        raise ModelError("EnableBit.IPC does not go with EnableBit.SLEEP and EnableBit.FWDINV")


def _check_geoms(model: Model) -> None:
    """Refuse geoms without the mesh or height field of their type, and meshes that lack what they collide by."""
    kinds, assets = model.geom_type, model.geom_dataid
    for kind, count, words in (
        (GeomType.MESH, model.nmesh, "meshes"),
        (GeomType.HFIELD, model.nhfield, "height fields"),
    ):
        fine = (kinds != kind) | ((assets >= 0) & (assets < count))
        allowed = f"numbers of {words}, {index_words(count)}, for a geom of type {kind.name}"
        refuse_unless("geom_dataid", assets, fine, allowed)
    fields = (kinds == GeomType.SDF) & (model.geom_sdf < 0) & (assets != -1) & (model.geom_plugin < 0)
    octrees = np.flatnonzero(model.mesh_octadr >= 0)
    fine = ~fields | np.isin(assets, octrees)
    refuse_unless("geom_dataid", assets, fine, f"-1 or meshes that have distances ({_listed(octrees)}) for type SDF")
    fine = (assets >= -1) & (assets < max(model.nmesh, model.nhfield))
    refuse_unless("geom_dataid", assets, fine, index_words(max(model.nmesh, model.nhfield), none=True))

    used = np.unique(assets[kinds == GeomType.MESH])
    for way, has in (
        (MeshCollision.TRIANGLES, model.mesh_triadr >= 0),
        (MeshCollision.DECOMPOSE, model.mesh_piecenum > 0),
    ):
        lacking = np.isin(np.arange(model.nmesh), used) & (model.mesh_collision == way) & ~has
        words = f"what it was loaded with: load_model(..., mesh_collision=...) prepares a mesh for {way.name.lower()}"
        refuse_unless("mesh_collision", model.mesh_collision, ~lacking, words)


def _update_bounds(model: Model) -> None:
    """Give geoms whose type or asset has changed the bounds of what they are now."""
    if model._sealed:
        kinds, assets = model.accepted("geom_type"), model.accepted("geom_dataid")
        for geom in np.flatnonzero((model.geom_type != kinds) | (model.geom_dataid != assets)):
            model.geom_aabb[geom], model.geom_rbound[geom] = geom_bounds(model, int(geom))


def _check_equalities(model: Model) -> None:
    """Refuse equality constraints between objects that do not exist or have no one coordinate."""
    kinds, objects = model.eq_type, model.eq_objtype
    served = [kind for kind in EqualityType if kind != EqualityType.FLEXVERT]
    refuse_unless("eq_type", kinds, np.isin(kinds, served), enum_words(served))
    frames = kinds <= EqualityType.WELD
    ends = ObjectType.BODY, ObjectType.SITE
    refuse_unless("eq_objtype", objects, ~frames | np.isin(objects, ends), enum_words(ends))
    chosen = (
        (frames & (objects == ObjectType.BODY), model.nbody, False),
        (frames & (objects == ObjectType.SITE), model.nsite, False),
        (kinds == EqualityType.JOINT, model.njnt, True),
        (kinds == EqualityType.TENDON, model.ntendon, True),
        (np.isin(kinds, (EqualityType.FLEX, EqualityType.FLEXSTRAIN, EqualityType.DEFORMABLE)), model.nflex, True),
    )
    for rows, count, single in chosen:
        for name, none in (("eq_obj1id", False), ("eq_obj2id", single)):
            values = getattr(model, name)
            fine = ~rows | ((values >= -none) & (values < count))
            refuse_unless(name, values, fine, f"{index_words(count, none)} for its eq_type")
    joints = np.flatnonzero(np.isin(model.jnt_type, SCALAR))
    for name in ("eq_obj1id", "eq_obj2id"):
        values = getattr(model, name)
        fine = (kinds != EqualityType.JOINT) | (values < 0) | np.isin(values, joints)
        refuse_unless(name, values, fine, f"joints that are hinges or slides: {_listed(joints)}")


def _check_sensors(model: Model) -> None:
    """Refuse sensors of objects that do not exist or do not have what is measured."""
    kinds = model.sensor_type
    for prefix in ("obj", "ref"):
        types, values = getattr(model, f"sensor_{prefix}type"), getattr(model, f"sensor_{prefix}id")
        for kind in sorted(set(types.tolist())):
            count = getattr(model, COUNTS[ObjectType(int(kind))]) if kind in COUNTS else 0
            rows = types == kind
            none = rows & (kind not in COUNTS) | (prefix == "ref") & np.isin(kinds, FRAME_SENSORS)
            fine = ~rows | ((values >= 0) & (values < count)) | none & (values == -1)
            refuse_unless(f"sensor_{prefix}id", values, fine, f"{index_words(count)} for its sensor_{prefix}type")
    values = model.sensor_objid
    for sensors, joints in ((BALL_SENSORS, (JointType.BALL,)), (SCALAR_SENSORS, SCALAR)):
        numbers = np.flatnonzero(np.isin(model.jnt_type, joints))
        fine = ~np.isin(kinds, sensors) | np.isin(values, numbers)
        refuse_unless(
            "sensor_objid", values, fine, f"{enum_words(joints).lower()} joints for its type: {_listed(numbers)}"
        )
    pixels = model.cam_resolution[:, 0] * model.cam_resolution[:, 1]
    for s in np.flatnonzero((kinds == SensorType.RANGEFINDER) & (model.sensor_objtype == ObjectType.CAMERA)):
        before = model.accepted("sensor_objid")[s]
        fine = np.arange(model.nsensor) != s if pixels[values[s]] != pixels[before] else np.full(model.nsensor, True)
        refuse_unless("sensor_objid", values, fine, f"cameras with as many pixels as camera {before}")


def _check_tendon_paths(model: Model) -> None:
    """Refuse sites beside which tendons shall pass a geom that do not exist."""
    around = np.isin(model.wrap_type, (WrapType.SPHERE, WrapType.CYLINDER))
    values = model.wrap_prm
    fine = ~around | ((values >= -1) & (values < model.nsite) & (values == np.rint(values)))
    refuse_unless("wrap_prm", values, fine, f"{index_words(model.nsite, none=True)} where a tendon wraps around a geom")


# ---------------------------------------------------------------- words


def refuse_unless(name: str, values: np.ndarray, fine: np.ndarray, allowed: str) -> None:
    """Refuse the first value of a field that is not fine."""
    if not np.all(fine):
        place = [int(index) for index in np.argwhere(~np.asarray(fine))[0]]
        where = f"[{', '.join(map(str, place))}]" if place else ""
        raise ModelError(f"{name}{where} is {values[tuple(place)]}; allowed are {allowed}")


def index_words(count: int, none: bool = False) -> str:
    """Return which indices there are, for people."""
    numbers = f"0 to {count - 1}" if count else "no numbers, for there are none"
    return f"-1 and {numbers}" if none else numbers


def enum_words(members: Iterable[IntEnum]) -> str:
    """Return names and values of members, for people."""
    return ", ".join(f"{member.name} ({int(member)})" for member in members)


def _listed(numbers: Any) -> str:
    return ", ".join(map(str, numbers)) or "none"


# ---------------------------------------------------------------- actuators


# kinds that any actuator can have; the others need parameters, activations or functions that are made with the model
FREE = {
    "actuator_gaintype": (GainType.FIXED, GainType.AFFINE, GainType.MUSCLE),
    "actuator_biastype": (BiasType.NONE, BiasType.AFFINE, BiasType.MUSCLE),
    "actuator_dyntype": (DynType.NONE, DynType.INTEGRATOR, DynType.FILTER, DynType.FILTEREXACT, DynType.MUSCLE),
}


def check_actuators(model: Model) -> None:
    """Refuse kinds of actuators for which the model was not made."""
    for name, free in FREE.items():
        now, before = getattr(model, name), model.accepted(name)
        for i in np.flatnonzero(now != before):
            if now[i] not in free or before[i] not in free:
                words = ", ".join(f"{kind.name} ({int(kind)})" for kind in free)
                raise ModelError(f"{name}[{i}] is {now[i]} and was {before[i]}; it can change among {words} only")
    dynamics = model.actuator_dyntype
    for i in np.flatnonzero(dynamics != model.accepted("actuator_dyntype")):
        if (dynamics[i] != DynType.NONE) != (model.actuator_actnum[i] > 0):
            count = int(model.actuator_actnum[i])
            raise ModelError(f"actuator_dyntype[{i}] is {dynamics[i]}, but the actuator has {count} activations")
