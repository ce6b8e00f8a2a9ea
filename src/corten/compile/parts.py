"""All objects of a model in their final order, before there are arrays."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from corten.compile.actuators import check_length_range, compile_motor, read_actuators
from corten.compile.addresses import body_rows, dof_rows, part_sameframe, set_sleep_policies, tree_rows
from corten.compile.assets import read_assets
from corten.compile.bodies import check_moving_masses, compile_body, weigh_body
from corten.compile.context import Context
from corten.compile.custom import Custom, read_custom
from corten.compile.items import Body, Item
from corten.compile.keyframes import read_keyframes
from corten.compile.options import near_plane, read_option, read_sizes
from corten.compile.settings import Settings, read_settings
from corten.compile.tree import read_tree
from corten.spec import DefaultClasses, Element, Resolved

USER_KINDS = ("body", "jnt", "geom", "site", "cam", "actuator")
Rows = list[dict[str, Any]]


@dataclass(slots=True)
class Parts:
    """The objects of a model; joints, geoms and the like follow the order of their bodies."""

    settings: Settings
    option: dict[str, Any]
    sizes: dict[str, int]
    bodies: list[Body]
    materials: list[str]
    textures: list[str]
    keys: list[Resolved]
    joints: list[Item] = field(default_factory=list)
    geoms: list[Item] = field(default_factory=list)
    sites: list[Item] = field(default_factory=list)
    cameras: list[Item] = field(default_factory=list)
    lights: list[Item] = field(default_factory=list)
    actuators: list[Item] = field(default_factory=list)
    custom: Custom = field(default_factory=Custom)
    body_rows: Rows = field(default_factory=list)
    dof_rows: Rows = field(default_factory=list)
    tree_rows: Rows = field(default_factory=list)


def weigh_bodies(root: Element, only: Set[int] | None = None) -> list[Body]:
    """Return the bodies of an expanded tree, all or those of elements with these identities, with geoms and inertia."""
    parts, context = _read_elements(root, DefaultClasses(root))
    bodies = [body for body in parts.bodies if only is None or id(body.element) in only]
    for body in bodies:
        weigh_body(body, context)
    return bodies


def read_parts(root: Element) -> Parts:
    """Return the parts of an expanded tree."""
    classes = DefaultClasses(root)
    parts, context = _read_elements(root, classes)
    bodies = parts.bodies
    for body in bodies:
        compile_body(body, context)
    check_moving_masses(bodies)
    for kind in ("joints", "geoms", "sites", "cameras", "lights"):
        setattr(parts, kind, [item for body in bodies for item in getattr(body, kind)])

    # the others refer to objects of the tree by name
    joints = _numbered(joint.name for joint in parts.joints)
    motors = read_actuators(root, classes)
    check_length_range(root, motors)
    parts.actuators = [compile_motor(motor, number, joints, context) for number, motor in enumerate(motors)]
    parts.custom = read_custom(root, classes, _ids(parts))
    _set_addresses(parts)
    return parts


def _read_elements(root: Element, classes: DefaultClasses) -> tuple[Parts, Context]:
    """Return what elements say, before objects are made of them."""
    settings = read_settings(root, classes)
    bodies = read_tree(root, classes, settings)
    materials, textures = read_assets(root, classes)
    parts = Parts(
        settings=settings,
        option=read_option(root, classes),
        sizes=read_sizes(root, classes, bodies, read_actuators(root, classes)),
        bodies=bodies,
        materials=materials,
        textures=textures,
        keys=read_keyframes(root, classes),
    )
    return parts, _context(parts, near_plane(root, classes))


def _context(parts: Parts, znear: float) -> Context:
    return Context(
        settings=parts.settings,
        bodies=parts.bodies,
        materials=_numbered(parts.materials),
        textures=_numbered(parts.textures),
        nuser={kind: parts.sizes[f"nuser_{kind}"] for kind in USER_KINDS},
        znear=znear,
        body_ids=_numbered(body.name for body in parts.bodies),
    )


def _ids(parts: Parts) -> Mapping[str, Mapping[str, int]]:
    """Return the numbers of all named objects that a tuple can hold."""
    kinds = {
        "body": parts.bodies,
        "joint": parts.joints,
        "geom": parts.geoms,
        "site": parts.sites,
        "camera": parts.cameras,
        "light": parts.lights,
        "actuator": parts.actuators,
    }
    ids = {kind: _numbered(item.name for item in items) for kind, items in kinds.items()}
    return ids | {"material": _numbered(parts.materials), "texture": _numbered(parts.textures)}


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
    moved = [parts.joints[actuator.row["trnid"][0]].row["bodyid"] for actuator in parts.actuators]
    set_sleep_policies(bodies, parts.body_rows, parts.tree_rows, moved)


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names) if name}
