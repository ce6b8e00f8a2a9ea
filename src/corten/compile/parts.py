"""All objects of a model in their final order, before there are arrays."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from corten.compile.assets.files import Files
from corten.compile.assets.materials import read_materials
from corten.compile.assets.mesh_collision import Choices, choose_collision
from corten.compile.assets.meshes import mark_hulls, mark_octrees, mark_pieces, read_height_fields, read_meshes
from corten.compile.assets.skins import read_skins
from corten.compile.assets.textures import read_textures
from corten.compile.context import Context
from corten.compile.derived.addresses import body_rows, dof_rows, part_sameframe, set_sleep_policies, tree_rows
from corten.compile.derived.tendon_dofs import refuse_tied_sleepers, set_tendon_trees, tendon_bodies, ties_trees
from corten.compile.elements.actuators import compile_actuators, read_actuators
from corten.compile.elements.bodies import check_moving_masses, compile_body, weigh_body
from corten.compile.elements.contact_pairs import read_excludes, read_pairs
from corten.compile.elements.custom import Custom, read_custom
from corten.compile.elements.equalities import read_equalities
from corten.compile.elements.hill import choose_muscles
from corten.compile.elements.keyframes import read_keyframes
from corten.compile.elements.options import near_plane, read_option, read_sizes
from corten.compile.elements.sensors import compile_sensors, read_sensors
from corten.compile.elements.settings import Settings, read_settings
from corten.compile.elements.tendons import Tendon, compile_tendon, read_tendons
from corten.compile.elements.user_functions import choose_functions
from corten.compile.items import Body, Item, Placed
from corten.compile.tree import read_tree
from corten.enums import GeomType, TransmissionType
from corten.mjcf.source import Sources
from corten.spec import DefaultClasses, Element, Resolved

USER_KINDS = ("body", "jnt", "geom", "site", "cam", "tendon", "actuator", "sensor")
ON_BODIES = {"joint": "joints", "geom": "geoms", "site": "sites", "camera": "cameras", "light": "lights"}
Rows = list[dict[str, Any]]
Others = dict[str, list[Placed]]


@dataclass(slots=True)
class Parts:
    """The objects of a model; joints, geoms and the like follow the order of their bodies."""

    settings: Settings
    option: dict[str, Any]
    sizes: dict[str, int]
    bodies: list[Body]
    keys: list[Resolved]
    textures: list[Item] = field(default_factory=list)
    materials: list[Item] = field(default_factory=list)
    meshes: list[Item] = field(default_factory=list)
    hfields: list[Item] = field(default_factory=list)
    skins: list[Item] = field(default_factory=list)
    joints: list[Item] = field(default_factory=list)
    geoms: list[Item] = field(default_factory=list)
    sites: list[Item] = field(default_factory=list)
    cameras: list[Item] = field(default_factory=list)
    lights: list[Item] = field(default_factory=list)
    pairs: list[Item] = field(default_factory=list)
    excludes: list[Item] = field(default_factory=list)
    tendons: list[Tendon] = field(default_factory=list)
    equalities: list[Item] = field(default_factory=list)
    actuators: list[Item] = field(default_factory=list)
    sensors: list[Item] = field(default_factory=list)
    custom: Custom = field(default_factory=Custom)
    body_rows: Rows = field(default_factory=list)
    dof_rows: Rows = field(default_factory=list)
    tree_rows: Rows = field(default_factory=list)

    def kinds(self) -> dict[str, list[Any]]:
        """Return all objects that can have names, by kind."""
        return {
            "body": self.bodies,
            "joint": self.joints,
            "geom": self.geoms,
            "site": self.sites,
            "camera": self.cameras,
            "light": self.lights,
            "mesh": self.meshes,
            "hfield": self.hfields,
            "skin": self.skins,
            "texture": self.textures,
            "material": self.materials,
            "pair": self.pairs,
            "exclude": self.excludes,
            "tendon": self.tendons,
            "equality": self.equalities,
            "actuator": self.actuators,
            "sensor": self.sensors,
            "numeric": self.custom.numerics,
            "tuple": self.custom.tuples,
        }


def weigh_bodies(root: Element, sources: Sources, only: Set[int] | None = None) -> list[Body]:
    """Return the bodies of an expanded tree, all or those of elements with these identities, with geoms and inertia."""
    parts, context, _ = _read_elements(root, DefaultClasses(root), sources)
    bodies = [body for body in parts.bodies if only is None or id(body.element) in only]
    for body in bodies:
        weigh_body(body, context)
    return bodies


def read_parts(root: Element, sources: Sources, mesh_collision: Choices = None) -> Parts:
    """Return the parts of an expanded tree; files are looked for in `sources`.

    `mesh_collision` goes before what the tree says of how meshes collide.
    """
    classes = DefaultClasses(root)
    parts, context, others = _read_elements(root, classes, sources)
    for body in parts.bodies:
        compile_body(body, context)
    check_moving_masses(parts.bodies)
    for kind, name in ON_BODIES.items():
        setattr(parts, name, [item for body in parts.bodies for item in getattr(body, name)])
        context.add(kind, getattr(parts, name))

    # the others refer to objects of the tree by name
    _read_references(parts, root, classes, context, others)
    choose_collision(root, parts.meshes, mesh_collision)
    _mark_hulls(parts)
    _mark_octrees(parts)
    parts.custom = read_custom(root, classes, _ids(parts, context))
    _set_addresses(parts)
    return parts


def _read_elements(root: Element, classes: DefaultClasses, sources: Sources) -> tuple[Parts, Context, Others]:
    """Return what elements say, and assets, before objects are made of bodies, tendons, actuators and sensors."""
    settings = read_settings(root, classes)
    bodies = read_tree(root, classes, settings)
    others = {
        "actuator": read_actuators(root, classes),
        "tendon": read_tendons(root, classes),
        "sensor": read_sensors(root, classes),
    }
    parts = Parts(
        settings=settings,
        option=read_option(root, classes),
        sizes=read_sizes(root, classes, bodies, others),
        bodies=bodies,
        keys=read_keyframes(root, classes),
    )
    nuser = {kind: parts.sizes[f"nuser_{kind}"] for kind in USER_KINDS}
    context = Context(settings, bodies, nuser, near_plane(root, classes))
    context.add("body", bodies)
    _read_assets(parts, root, classes, context, Files(sources, settings))
    return parts, context, others


def _read_assets(parts: Parts, root: Element, classes: DefaultClasses, context: Context, files: Files) -> None:
    parts.textures = read_textures(root, classes, files)
    context.add("texture", parts.textures)
    parts.materials = read_materials(root, classes, dict(context.ids["texture"]))
    context.add("material", parts.materials)
    parts.meshes = read_meshes(root, classes, files)
    context.add("mesh", parts.meshes)
    parts.hfields = read_height_fields(root, classes, files)
    context.add("hfield", parts.hfields)
    parts.skins = read_skins(root, classes, context, files)


def _read_references(parts: Parts, root: Element, classes: DefaultClasses, context: Context, others: Others) -> None:
    parts.pairs = read_pairs(root, classes, context)
    parts.excludes = read_excludes(root, classes, context)
    parts.tendons = [compile_tendon(placed, context) for placed in others["tendon"]]
    context.add("tendon", parts.tendons)
    parts.equalities = read_equalities(root, classes, context)
    parts.actuators = compile_actuators(others["actuator"], classes, context)
    context.add("actuator", parts.actuators)
    parts.sensors = compile_sensors(others["sensor"], context)
    choose_functions(root, parts.actuators, parts.sensors)
    choose_muscles(root, parts.actuators, parts.joints)


def _mark_hulls(parts: Parts) -> None:
    """Let meshes have a hull, and pieces that they ask for, whose geoms can touch something."""
    paired = {pair.row[name] for pair in parts.pairs for name in ("geom1", "geom2")}
    needed = set()
    for number, geom in enumerate(parts.geoms):
        row = geom.row
        touches = row["contype"] or row["conaffinity"] or number in paired
        if touches and row["type"] in (GeomType.MESH, GeomType.SDF):
            needed.add(row["dataid"])
    mark_hulls(parts.meshes, needed)
    mark_pieces(parts.meshes, needed)


def _mark_octrees(parts: Parts) -> None:
    """Let meshes have an octree of distances that geoms of type sdf show."""
    fields = {geom.row["dataid"] for geom in parts.geoms if geom.row["type"] == GeomType.SDF}
    mark_octrees(parts.meshes, fields)


def _ids(parts: Parts, context: Context) -> Mapping[str, Mapping[str, int]]:
    """Return the numbers of all named objects that a tuple can hold."""
    for kind, items in parts.kinds().items():
        context.add(kind, items)
    return context.ids


def _set_addresses(parts: Parts) -> None:
    """Set what follows from the order of the objects and the shape of the tree."""
    bodies = parts.bodies
    coordinates = velocities = 0
    for joint in parts.joints:
        joint.row["qposadr"], joint.row["dofadr"] = coordinates, velocities
        coordinates, velocities = coordinates + joint.row["nq"], velocities + joint.row["nv"]
    for item in (*parts.geoms, *parts.sites):
        item.row["sameframe"] = part_sameframe(item.row, bodies[item.row["bodyid"]])
    parts.body_rows = body_rows(bodies)
    parts.dof_rows = dof_rows(bodies, parts.body_rows)
    parts.tree_rows = tree_rows(bodies, parts.body_rows, parts.dof_rows)
    for tendon in parts.tendons:
        tendon.bodies = tendon_bodies(tendon, parts.joints, parts.sites, parts.geoms)
    set_tendon_trees(parts.tendons, parts.joints, parts.body_rows)
    set_sleep_policies(bodies, parts.body_rows, parts.tree_rows, _moved(parts))
    refuse_tied_sleepers(parts.tendons, parts.body_rows, parts.tree_rows)


def _moved(parts: Parts) -> list[int]:
    """Return the bodies that must not fall asleep by themselves: moved by actuators, or bound to other trees."""
    moved: list[int] = []
    for actuator in parts.actuators:
        target, kind = actuator.row["trnid"][0], actuator.row["trntype"]
        if kind == TransmissionType.TENDON:
            moved += parts.tendons[target].bodies
        elif kind == TransmissionType.BODY:
            moved.append(target)
        else:
            joint = kind in (TransmissionType.JOINT, TransmissionType.JOINTINPARENT)
            moved.append((parts.joints if joint else parts.sites)[target].row["bodyid"])
    for tendon in parts.tendons:
        if ties_trees(tendon):
            moved += tendon.bodies
    return moved
