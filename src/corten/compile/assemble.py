"""From parts to a Model: sizes, names and arrays."""

from typing import Any

import numpy as np

from corten.compile.arrays import fill_rows
from corten.compile.assets.meshes import asset_sizes, fill_height_fields, fill_meshes
from corten.compile.assets.skins import fill_skins, skin_sizes
from corten.compile.derived import sparsity
from corten.compile.derived.bounding_trees import count_nodes, fill_trees
from corten.compile.derived.moment_sizes import moment_length
from corten.compile.elements.keyframes import fill_keyframes
from corten.compile.parts import Parts
from corten.constants import MINVAL
from corten.enums import JointType, TransmissionType
from corten.model import Model

# what holds for a model that has nothing to be measured
STATISTICS = {"stat_meaninertia": 1.0, "stat_meanmass": 1.0, "stat_meansize": 0.2, "stat_extent": 2.0}


def build_model(parts: Parts) -> Model:
    """Return a Model with everything but what has to be computed by stages."""
    paths = sparsity.dof_paths([dof["parentid"] for dof in parts.dof_rows])
    mass = sparsity.mass_matrix(paths, [dof["simplenum"] > 0 for dof in parts.dof_rows])
    coupled = sparsity.coupled_dofs(paths)
    incidence = sparsity.body_dofs(
        [row["parentid"] for row in parts.body_rows],
        [range(row["dofadr"], row["dofadr"] + row["dofnum"]) for row in parts.body_rows],
    )
    sizes = _sizes(parts)
    sizes |= {"nM": sum(map(len, paths)), "nC": len(mass), "nD": len(coupled), "nB": len(incidence)}
    assets = {
        "mesh": tuple(mesh.row["mesh"] for mesh in parts.meshes),
        "hfield": tuple(hfield.row["field"] for hfield in parts.hfields),
    }
    model = Model(sizes, _names(parts), parts.custom.texts, assets)
    for name, value in (parts.option | STATISTICS).items():
        setattr(model, name, value)
    _fill_tree(model, parts)
    _fill_assets(model, parts)
    fill_trees(model)
    _fill_constraints(model, parts)
    _fill_actuators(model, parts)
    _fill_custom(model, parts)
    _fill_sparsity(model, mass, coupled, incidence, paths)
    _scale_masses(model, parts.settings.settotalmass)
    fill_keyframes(model, parts.keys, parts.bodies)
    return model


def _sizes(parts: Parts) -> dict[str, int]:
    joints, actuators = parts.joints, parts.actuators
    own = {
        "nq": sum(joint.row["nq"] for joint in joints),
        "nv": len(parts.dof_rows),
        "nu": len(actuators),
        "nactuator": len(actuators),
        "nhill": sum("hill" in actuator.row for actuator in actuators),
        "nout": len(actuators),
        "na": sum(actuator.row["actnum"] for actuator in actuators),
        "nJmom": sum(moment_length(actuator.row, parts) for actuator in actuators),
        "nJten": sum(len(tendon.dofs) for tendon in parts.tendons),
        "nbody": len(parts.bodies),
        "nbvh": count_nodes(parts.bodies, parts.meshes),
        "njnt": len(joints),
        "ntree": len(parts.tree_rows),
        "ngeom": len(parts.geoms),
        "nsite": len(parts.sites),
        "ncam": len(parts.cameras),
        "nlight": len(parts.lights),
        "ntex": len(parts.textures),
        "ntexdata": sum(len(texture.row["pixels"]) for texture in parts.textures),
        "nmat": len(parts.materials),
        "npair": len(parts.pairs),
        "nexclude": len(parts.excludes),
        "neq": len(parts.equalities),
        "ntendon": len(parts.tendons),
        "nwrap": sum(len(tendon.path) for tendon in parts.tendons),
        "nsensor": len(parts.sensors),
        "nsensordata": sum(sensor.row["dim"] for sensor in parts.sensors),
        "nnumeric": len(parts.custom.numerics),
        "nnumericdata": len(parts.custom.numbers),
        "ntext": len(parts.custom.texts),
        "ntuple": len(parts.custom.tuples),
        "ntupledata": len(parts.custom.objects),
        "nmocap": sum(body.mocap for body in parts.bodies),
        "ngravcomp": sum(body.gravcomp > 0 for body in parts.bodies),
    }
    sizes = parts.sizes | own | asset_sizes(parts.meshes, parts.hfields) | skin_sizes(parts.skins)
    sizes["nkey"] = max(parts.sizes["nkey"], len(parts.keys))
    return sizes


def _names(parts: Parts) -> dict[str, list[str]]:
    names = {kind: [item.name for item in items] for kind, items in parts.kinds().items()}
    keys = [key["name"] or "" for key in parts.keys]
    names["key"] = keys + [""] * (parts.sizes["nkey"] - len(keys))
    return names | {"text": list(parts.custom.texts)}


def _fill_tree(model: Model, parts: Parts) -> None:
    """Fill the fields of bodies, joints, dofs, trees, and of what hangs on bodies."""
    for body, row in zip(parts.bodies, parts.body_rows, strict=True):
        row |= body.row(model.nuser_body)
    fill_rows(model, "body_", "nbody", parts.body_rows)
    fill_rows(model, "dof_", "nv", parts.dof_rows)
    fill_rows(model, "tree_", "ntree", parts.tree_rows)
    for prefix, count, items in (
        ("jnt_", "njnt", parts.joints),
        ("geom_", "ngeom", parts.geoms),
        ("site_", "nsite", parts.sites),
        ("cam_", "ncam", parts.cameras),
        ("light_", "nlight", parts.lights),
    ):
        fill_rows(model, prefix, count, [item.row for item in items])
    reference: list[float] = []
    spring: list[float] = []
    for joint in parts.joints:
        start, rest = _joint_reference(joint.row, parts)
        reference += start
        spring += rest
    model.qpos0, model.qpos_spring = reference, spring


def _joint_reference(row: dict[str, Any], parts: Parts) -> tuple[list[float], list[float]]:
    """Return the coordinates of a joint in which the model was written, and in which its spring is at rest."""
    if row["type"] == JointType.FREE:
        pos, quat = parts.bodies[row["bodyid"]].pose
        return [*pos, *quat], [*pos, *quat]
    if row["type"] == JointType.BALL:
        return [1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]
    return [row["ref"]], [row["springref"]]


def _fill_assets(model: Model, parts: Parts) -> None:
    """Fill the fields of textures, materials, meshes and height fields."""
    address = 0
    for texture in parts.textures:
        texture.row["adr"] = address
        address += len(texture.row["pixels"])
    fill_rows(model, "tex_", "ntex", [texture.row for texture in parts.textures])
    if address:
        model.tex_data = np.concatenate([texture.row["pixels"] for texture in parts.textures])
    fill_rows(model, "mat_", "nmat", [material.row for material in parts.materials])
    fill_meshes(model, parts.meshes)
    fill_height_fields(model, parts.hfields)
    fill_rows(model, "skin_", "nskin", [skin.row for skin in parts.skins])
    fill_skins(model, parts.skins, {body.name: body.number for body in parts.bodies})


def _fill_constraints(model: Model, parts: Parts) -> None:
    """Fill the fields of contact pairs, equality constraints, tendons and sensors."""
    for prefix, count, items in (
        ("pair_", "npair", parts.pairs),
        ("exclude_", "nexclude", parts.excludes),
        ("eq_", "neq", parts.equalities),
        ("tendon_", "ntendon", parts.tendons),
        ("sensor_", "nsensor", parts.sensors),
    ):
        fill_rows(model, prefix, count, [item.row for item in items])
    fill_rows(model, "wrap_", "nwrap", [wrap for tendon in parts.tendons for wrap in tendon.path])
    rows = sparsity.Rows([tendon.dofs for tendon in parts.tendons])
    model.ten_J_rownnz, model.ten_J_rowadr, model.ten_J_colind = rows.rownnz, rows.rowadr, rows.colind


def _fill_actuators(model: Model, parts: Parts) -> None:
    """Fill the fields of actuators, their controls and forces, and which of them add damping or inertia to a joint."""
    rows = [actuator.row for actuator in parts.actuators]
    fill_rows(model, "actuator_", "nactuator", rows)
    fill_rows(model, "actuator_", "nu", [row["ctrl"] for row in rows])
    fill_rows(model, "actuator_", "nout", [row["out"] for row in rows])
    fill_rows(model, "hill_", "nhill", [row["hill"] for row in rows if "hill" in row])
    joints, tendons = [-1] * model.njnt, [-1] * model.ntendon
    for number, row in enumerate(rows):
        if row["damping"] or any(row["dampingpoly"]) or row["armature"]:
            drive = tendons if row["trntype"] == TransmissionType.TENDON else joints
            target = row["trnid"][0]
            # more than one is marked, to be searched for
            drive[target] = number if drive[target] == -1 else -2
    model.jnt_actuatorid, model.tendon_actuatorid = joints, tendons


def _fill_custom(model: Model, parts: Parts) -> None:
    custom = parts.custom
    fill_rows(model, "numeric_", "nnumeric", [item.row for item in custom.numerics])
    fill_rows(model, "tuple_", "ntuple", [item.row for item in custom.tuples])
    fill_rows(model, "tuple_", "ntupledata", custom.objects)
    model.numeric_data = custom.numbers


def _fill_sparsity(model: Model, mass, coupled, incidence, paths: list[list[int]]) -> None:
    for prefix, rows in (("M", mass), ("D", coupled), ("B", incidence)):
        setattr(model, f"{prefix}_rownnz", rows.rownnz)
        setattr(model, f"{prefix}_rowadr", rows.rowadr)
        setattr(model, f"{prefix}_colind", rows.colind)
    model.D_diag = [len(path) - 1 for path in paths]
    model.mapM2D, model.mapD2M = sparsity.entry_maps(mass, coupled, paths)


def _scale_masses(model: Model, total: float) -> None:
    """Scale masses and inertias to a total mass [kg], if it is positive; sum up the masses of subtrees."""
    if total > 0:
        scale = max(MINVAL, total / max(MINVAL, sum(model.body_mass[1:].tolist())))
        model.body_mass[1:] *= scale
        model.body_inertia[1:] *= scale
    subtree = model.body_mass.tolist()
    parents = model.body_parentid.tolist()
    for body in range(model.nbody - 1, 0, -1):
        subtree[parents[body]] += subtree[body]
    model.body_subtreemass = subtree
