"""From objects to a Model: sizes, names and arrays."""

from corten.compile.assets.mesh_arrays import MeshArrays, fill_height_fields
from corten.compile.assets.skins import SkinArrays
from corten.compile.derived.bounding_trees import count_nodes, fill_trees
from corten.compile.derived.sparsity import Sparsity
from corten.compile.derived.tendon_dofs import moment_length
from corten.compile.elements.keyframes import complete_keyframes
from corten.compile.objects.actuator_rows import Actuator, Control, ForceOutput, HillMuscle
from corten.compile.objects.asset_rows import Material, Texture
from corten.compile.objects.body_parts import Camera, Geom, Light, Site
from corten.compile.objects.body_rows import Body, Dof, Joint, Tree
from corten.compile.objects.collection import Objects
from corten.compile.objects.columns import write_numbers, write_rows
from corten.compile.objects.constraint_rows import Equality, Exclude, Pair, Sensor, Tendon, Wrap
from corten.compile.objects.custom_rows import Key, Numeric, Plugin, Tuple, TupleElement
from corten.constants import MINVAL
from corten.deformable.compile.dissection import Elimination
from corten.deformable.compile.flex_arrays import FlexArrays
from corten.deformable.compile.xpbd_arrays import XpbdArrays
from corten.enums import JointType
from corten.model import Model
from corten.model.extension_fields import PluginKind
from corten.model.near_pairs import near_pairs_room

# ---------------------------------------------------------------- how many objects there are, and numbers they need


def count_objects(objects: Objects) -> dict[str, int]:
    """Return the sizes of a model that follow from its objects, but for those of meshes, skins and sparse matrices."""
    actuators, custom, plugins = objects.actuators, objects.custom, objects.plugins.instances
    return objects.sizes | {
        "nq": sum(joint.nq for joint in objects.joints),
        "nv": len(objects.dofs),
        "nu": sum(actuator.ctrlnum for actuator in actuators),
        "nactuator": len(actuators),
        "nhill": sum(actuator.hill is not None for actuator in actuators),
        "nout": sum(actuator.outnum for actuator in actuators),
        "nhistory": objects.nhistory,
        "nplastic": objects.nplastic,
        "na": sum(actuator.actnum for actuator in actuators),
        "nJmom": sum(moment_length(actuator, objects) for actuator in actuators),
        "nbody": len(objects.bodies),
        "nbvhstatic": count_nodes(objects.bodies, objects.meshes),
        "njnt": len(objects.joints),
        "ntree": len(objects.trees),
        "ngeom": len(objects.geoms),
        "nsite": len(objects.sites),
        "ncam": len(objects.cameras),
        "nlight": len(objects.lights),
        "ntex": len(objects.textures),
        "ntexdata": sum(len(texture.pixels) for texture in objects.textures),
        "nmat": len(objects.materials),
        "nhfield": len(objects.hfields),
        "nhfielddata": sum(hfield.asset.data.size for hfield in objects.hfields),
        "npair": len(objects.pairs),
        "nexclude": len(objects.excludes),
        "nnear": near_pairs_room(len(objects.geoms), len(objects.pairs)),
        "neq": len(objects.equalities),
        "ntendon": len(objects.tendons),
        "nwrap": sum(len(tendon.path) for tendon in objects.tendons),
        "nsensor": len(objects.sensors),
        "nsensordata": sum(sensor.dim for sensor in objects.sensors),
        "nnumeric": len(custom.numerics),
        "nnumericdata": sum(numeric.size for numeric in custom.numerics),
        "ntext": len(custom.texts),
        "ntuple": len(custom.tuples),
        "ntupledata": sum(each.size for each in custom.tuples),
        "nmocap": sum(body.mocap for body in objects.bodies),
        "ngravcomp": sum(body.gravcomp > 0 for body in objects.bodies),
        "nplugin": len(plugins),
        "npluginattr": sum(len(plugin.attributes) for plugin in plugins),
        "npluginstate": sum(plugin.statenum for plugin in plugins),
        "nkey": max(objects.sizes["nkey"], len(objects.keys)),
    }


# ---------------------------------------------------------------- from objects to a Model: sizes, names and arrays


# what holds for a model that has nothing to be measured
STATISTICS = {"stat_meaninertia": 1.0, "stat_meanmass": 1.0, "stat_meansize": 0.2, "stat_extent": 2.0}


def build_model(objects: Objects) -> Model:
    """Return a Model with everything but what has to be computed by stages."""
    sparsity = Sparsity.of(objects)
    meshes, skins = MeshArrays(objects.meshes), SkinArrays(objects.skins)
    flexes = FlexArrays(objects.flexes, objects.bodies)
    deformables = XpbdArrays(objects.flexes, objects.bodies)
    sizes = count_objects(objects) | sparsity.sizes() | meshes.sizes() | skins.sizes()
    elimination = Elimination.of(objects.flexes, objects.bodies)
    sizes |= flexes.sizes(sizes["nbvhstatic"]) | deformables.sizes() | {"nelim": len(elimination.trees)}
    model = Model(sizes, _names(objects, sizes["nkey"]), objects.custom.texts, _assets(objects))
    write_numbers(model, objects.option | STATISTICS)
    _fill_materials(model, objects)
    meshes.fill(model)
    fill_height_fields(model, objects.hfields)
    skins.fill(model)
    fill_objects(model, objects)
    flexes.fill(model)
    deformables.fill(model)
    elimination.fill(model)
    _fill_custom(model, objects)
    _fill_plugins(model, objects)
    sparsity.fill(model)
    return model


def fill_objects(model: Model, objects: Objects) -> None:
    """Fill the fields of all that stands in bodies or refers to it, and of keyframes."""
    _fill_tree(model, objects)
    fill_trees(model)
    _fill_constraints(model, objects)
    _fill_actuators(model, objects)
    write_rows(model, Key, complete_keyframes(model, objects.keys, objects.bodies))


def _names(objects: Objects, nkey: int) -> dict[str, list[str]]:
    names = {kind: [item.name for item in items] for kind, items in objects.named().items()}
    keys = [values["name"] or "" for values in objects.keys]
    return names | {"key": keys + [""] * (nkey - len(keys)), "text": list(objects.custom.texts)}


def _assets(objects: Objects) -> dict[str, tuple]:
    """Return what the model shares with others that were made of the same files."""
    return {
        "mesh": tuple(mesh.asset for mesh in objects.meshes),
        "hfield": tuple(hfield.asset for hfield in objects.hfields),
        "texture_file": tuple(texture.file for texture in objects.textures),
        "plugin": tuple(plugin.plugin for plugin in objects.plugins.instances),
        "model": (objects.model_name,),
    }


def _fill_tree(model: Model, objects: Objects) -> None:
    """Fill the fields of bodies, joints, dofs, trees, and of what hangs on bodies."""
    write_rows(model, Body, objects.bodies)
    write_rows(model, Joint, objects.joints)
    write_rows(model, Dof, objects.dofs)
    write_rows(model, Tree, objects.trees)
    write_rows(model, Geom, objects.geoms)
    write_rows(model, Site, objects.sites)
    write_rows(model, Camera, objects.cameras)
    write_rows(model, Light, objects.lights)
    model.qpos0 = [number for joint in objects.joints for number in initial_coordinates(joint, joint.ref, objects)]
    model.qpos_spring = [
        number for joint in objects.joints for number in initial_coordinates(joint, joint.springref, objects)
    ]


def initial_coordinates(joint: Joint, scalar: float, objects: Objects) -> tuple[float, ...]:
    """Return the coordinates of a joint: where its body was written, or `scalar` if it has one coordinate."""
    if joint.type == JointType.FREE:
        body = objects.bodies[joint.bodyid]
        return *body.pos, *body.quat
    return (1.0, 0.0, 0.0, 0.0) if joint.type == JointType.BALL else (scalar,)


def _fill_materials(model: Model, objects: Objects) -> None:
    """Fill the fields of textures and materials."""
    write_rows(model, Texture, objects.textures)
    write_rows(model, Material, objects.materials)
    for texture in objects.textures:
        if not texture.file:
            model.tex_data[texture.adr : texture.adr + len(texture.pixels)] = texture.pixels


def _fill_constraints(model: Model, objects: Objects) -> None:
    """Fill the fields of contact pairs, equality constraints, tendons and sensors."""
    write_rows(model, Pair, objects.pairs)
    model.flg_adhesion = any(item.adhesion for item in (*objects.geoms, *objects.pairs))
    write_rows(model, Exclude, objects.excludes)
    write_rows(model, Equality, objects.equalities)
    write_rows(model, Tendon, objects.tendons)
    write_rows(model, Wrap, [wrap for tendon in objects.tendons for wrap in tendon.path])
    write_rows(model, Sensor, objects.sensors)


def _fill_actuators(model: Model, objects: Objects) -> None:
    """Fill the fields of actuators, their controls, forces and Hill muscles."""
    actuators = objects.actuators
    write_rows(model, Actuator, actuators)
    write_rows(model, Control, [control for actuator in actuators for control in actuator.controls])
    write_rows(model, ForceOutput, [each.output for each in actuators for _ in range(each.outnum)])
    write_rows(model, HillMuscle, [actuator.hill for actuator in actuators if actuator.hill is not None])


def _fill_custom(model: Model, objects: Objects) -> None:
    custom = objects.custom
    write_rows(model, Numeric, custom.numerics)
    write_rows(model, Tuple, custom.tuples)
    write_rows(model, TupleElement, [element for each in custom.tuples for element in each.elements])
    model.numeric_data = [number for numeric in custom.numerics for number in numeric.data]


def _fill_plugins(model: Model, objects: Objects) -> None:
    plugins = objects.plugins.instances
    write_rows(model, Plugin, plugins)
    names = dict.fromkeys(plugin.plugin for plugin in plugins if plugin.kind == PluginKind.USER)
    own = {name: number for number, name in enumerate(names)}
    model.plugin[:] = [int(plugin.kind) + own.get(plugin.plugin, 0) for plugin in plugins]
    model.plugin_attr[:] = list(b"".join(plugin.attributes for plugin in plugins))


def scale_masses(model: Model, total: float) -> None:
    """Scale masses and inertias to a total mass [kg], if it is positive."""
    if total > 0:
        scale = max(MINVAL, total / max(MINVAL, sum(model.body_mass[1:].tolist())))
        model.body_mass[1:] *= scale
        model.body_inertia[1:] *= scale
