"""From elements to objects: everything that a model is made of, in its final order, before there are arrays."""

from collections.abc import Iterable, Set

from corten.compile.assets.asset_files import Files
from corten.compile.assets.meshes import Choices, choose_collision, prepare_meshes, read_height_fields, read_meshes
from corten.compile.assets.skins import read_skins
from corten.compile.assets.textures import read_materials, read_textures
from corten.compile.body_tree import read_tree
from corten.compile.context import Context
from corten.compile.derived.tendon_dofs import (
    demote_simple_bodies,
    refuse_tied_sleepers,
    set_tendon_dofs,
    ties_trees,
)
from corten.compile.derived.tree_addresses import (
    make_dofs,
    make_trees,
    set_body_addresses,
    set_joint_addresses,
    set_sleep_policies,
)
from corten.compile.elements.actuators import (
    compile_actuators,
    mark_damped,
    read_actuators,
    set_activation_addresses,
)
from corten.compile.elements.bodies import check_moving_masses, compile_body, compute_inertia
from corten.compile.elements.contact_pairs import read_excludes, read_pairs
from corten.compile.elements.custom import choose_functions, read_custom
from corten.compile.elements.equalities import read_equalities
from corten.compile.elements.hill_muscles import choose_muscles, set_least_activations
from corten.compile.elements.keyframes import read_keyframes, scale_key
from corten.compile.elements.model_options import near_plane, read_option, read_sizes, read_visual
from corten.compile.elements.plugins import Plugins
from corten.compile.elements.sensors import compile_sensors, read_sensors
from corten.compile.elements.tendons import compile_tendon, read_tendons
from corten.compile.kept_bodies import KeptBodies
from corten.compile.objects.addresses import set_history_addresses
from corten.compile.objects.body_rows import Body, Placed
from corten.compile.objects.collection import Objects
from corten.deformable.compile.elasticity import set_plastic_addresses
from corten.deformable.compile.flex_elements import find_edge_equalities, read_flexes
from corten.deformable.compile.materials import choose_deformables
from corten.enums import GeomType, TransmissionType
from corten.mjcf.source import Sources
from corten.passes.scale_frames.scaled_tree import ScaledTree
from corten.spec import DefaultClasses, Element
from corten.spec.build_tree import USER_KINDS
from corten.spec.compiler_settings import read_settings

# elements of actuators, tendons and sensors, which are compiled after the tree that they refer to
Others = dict[str, list[Placed]]


def collect_objects(
    root: Element,
    sources: Sources,
    mesh_collision: Choices = None,
    scaling: ScaledTree | None = None,
    kept: KeptBodies | None = None,
) -> Context:
    """Return the objects of an expanded tree with what they were made with; files are looked for in `sources`.

    `mesh_collision` goes before what the tree says of how meshes collide; `scaling` is what frames have scaled, `kept`
    what the last compilation of this very tree has left.
    """
    context, others = _read_elements(root, sources, scaling)
    objects, classes = context.objects, context.classes
    if kept is not None:
        kept.begin(root, context)
    compile_bodies(objects.bodies, context, kept)
    compile_references(root, context, others)
    choose_collision(root, objects.meshes, mesh_collision)
    _prepare_meshes(objects)
    context.complete(*objects.named())
    objects.custom = read_custom(root, classes, context)
    set_addresses(context)
    if kept is not None:
        kept.keep(objects.bodies)
    return context


def bodies_with_inertia(root: Element, sources: Sources, only: Set[int] | None = None) -> list[Body]:
    """Return the bodies of an expanded tree, all or those of elements with these identities, with geoms and inertia."""
    context, _ = _read_elements(root, sources)
    bodies = [body for body in context.objects.bodies if only is None or id(body.element) in only]
    for body in bodies:
        compute_inertia(body, context)
    return bodies


def _read_elements(root: Element, sources: Sources, scaling: ScaledTree | None = None) -> tuple[Context, Others]:
    """Return what elements say, and assets, before objects are made of bodies, tendons, actuators and sensors."""
    classes = DefaultClasses(root)
    settings = read_settings(root, classes)
    bodies = read_tree(root, classes, settings)
    others = read_others(root, classes)
    objects = Objects(
        settings=settings,
        model_name=root.attributes.get("model") or "",
        plugins=Plugins(root),
        option=read_option(root, classes) | read_visual(root, classes),
        sizes=read_sizes(root, classes, bodies, others),
        bodies=bodies,
        keys=read_keyframes(root, classes),
    )
    nuser = {kind: objects.sizes[f"nuser_{kind}"] for kind in USER_KINDS}
    context = Context(objects, classes, Files(sources, settings), nuser, near_plane(root, classes), scaling)
    context.complete("body")
    _read_assets(root, context)
    return context, others


def read_others(root: Element, classes: DefaultClasses) -> Others:
    """Return the elements that refer to what bodies hold, before objects are made of them."""
    return {
        "actuator": read_actuators(root, classes),
        "tendon": read_tendons(root, classes),
        "sensor": read_sensors(root, classes),
    }


def _read_assets(root: Element, context: Context) -> None:
    objects, classes, files = context.objects, context.classes, context.files
    objects.textures = read_textures(root, classes, files)
    context.complete("texture")
    objects.materials = read_materials(root, classes, context.ids["texture"])
    context.complete("material")
    objects.meshes = read_meshes(root, classes, files, objects.plugins)
    objects.hfields = read_height_fields(root, classes, files)
    context.complete("mesh", "hfield")
    objects.skins = read_skins(root, classes, context, files)


def compile_bodies(some: Iterable[Body], context: Context, kept: KeptBodies | None = None) -> None:
    """Make the objects of some bodies, and list those that hang on bodies, in the order of these."""
    for body in some:
        if kept is None or not kept.restore(body):
            compile_body(body, context)
    objects, bodies = context.objects, context.objects.bodies
    check_moving_masses(bodies)
    objects.joints = [joint for body in bodies for joint in body.joints]
    objects.geoms = [geom for body in bodies for geom in body.geoms]
    objects.sites = [site for body in bodies for site in body.sites]
    objects.cameras = [camera for body in bodies for camera in body.cameras]
    objects.lights = [light for body in bodies for light in body.lights]
    context.complete("joint", "geom", "site", "camera", "light")


def compile_references(root: Element, context: Context, others: Others) -> None:
    """Compile what refers to objects of the tree by name."""
    objects, classes = context.objects, context.classes
    objects.pairs = read_pairs(root, classes, context)
    objects.excludes = read_excludes(root, classes, context)
    objects.tendons = [compile_tendon(placed, context) for placed in others["tendon"]]
    context.complete("tendon")
    objects.flexes = read_flexes(root, classes, context)
    context.complete("flex")
    objects.equalities = read_equalities(root, classes, context)
    find_edge_equalities(objects.flexes, objects.equalities)
    choose_deformables(root, context)
    objects.actuators = compile_actuators(others["actuator"], classes, context)
    context.complete("actuator")
    if context.scaling is not None:
        for key in objects.keys:
            scale_key(key, context.scaling, objects.actuators, objects.flexes)
    objects.sensors = compile_sensors(others["sensor"], context)
    choose_functions(root, objects.actuators, objects.sensors, objects.plugins.instances)
    choose_muscles(root, objects.actuators, objects.joints)
    set_least_activations(root, objects.actuators)


def _prepare_meshes(objects: Objects) -> None:
    """Let meshes have hulls and convex pieces whose geoms can touch something, and octrees that sdf geoms show."""
    paired = {geom for pair in objects.pairs for geom in (pair.geom1, pair.geom2)}
    touching, distances = set(), set()
    for number, geom in enumerate(each.shared for each in objects.geoms):
        if geom.type == GeomType.SDF and geom.plugin < 0:
            distances.add(geom.dataid)
        if geom.type in (GeomType.MESH, GeomType.SDF) and (geom.contype or geom.conaffinity or number in paired):
            touching.add(geom.dataid)
    prepare_meshes(objects.meshes, touching, distances, {site.dataid for site in objects.sites})


def set_addresses(context: Context) -> None:
    """Set what follows from the order of the objects and the shape of the tree."""
    objects, bodies = context.objects, context.objects.bodies
    set_joint_addresses(objects.joints)
    set_body_addresses(bodies)
    context.simple = [body.simple for body in bodies]
    demote_simple_bodies(objects)
    objects.dofs = make_dofs(bodies)
    objects.trees = make_trees(bodies, objects.dofs)
    set_tendon_dofs(objects)
    set_activation_addresses(objects.actuators)
    objects.nhistory = set_history_addresses(objects.actuators, objects.sensors)
    objects.nplastic = set_plastic_addresses(objects.joints, objects.tendons, objects.flexes)
    mark_damped(objects.actuators, objects.joints, objects.tendons)
    set_sleep_policies(bodies, objects.trees, _moved_bodies(objects))
    refuse_tied_sleepers(objects.tendons, bodies, objects.trees)


def _moved_bodies(objects: Objects) -> list[int]:
    """Return the bodies that must not fall asleep by themselves: moved by actuators, by plugins, or bound to others."""
    moved = [body.number for body in objects.bodies if body.plugin >= 0]
    for actuator in objects.actuators:
        target, kind = actuator.trnid[0], actuator.trntype
        if kind == TransmissionType.TENDON:
            moved += objects.tendons[target].bodies
        elif kind == TransmissionType.BODY:
            moved.append(target)
        else:
            on_joint = kind in (TransmissionType.JOINT, TransmissionType.JOINTINPARENT)
            on_joint = on_joint or (kind == TransmissionType.SO3 and actuator.trnid[1] < 0)
            moved.append((objects.joints if on_joint else objects.sites)[target].bodyid)
    for flex in objects.flexes:
        if not flex.may_sleep:
            moved += {*flex.shape.vertbodyid.tolist(), *flex.shape.nodebodyid.tolist()} - {-1}
    for tendon in objects.tendons:
        if ties_trees(tendon):
            moved += tendon.bodies
    return moved
