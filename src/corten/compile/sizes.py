"""How many objects of each kind a model has, and how many numbers they need."""

from corten.compile.derived.bounding_trees import count_nodes
from corten.compile.derived.moment_sizes import moment_length
from corten.compile.objects.collection import Objects
from corten.model.near_pairs import near_pairs_room


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
