"""From materials to deformables: constraints, masses and friction of the flexes that <custom> names."""

import numpy as np

from corten.compile.context import Context
from corten.compile.deformables.constraints import cloth_constraints, join, section_area, soft_body_constraints
from corten.compile.deformables.ropes import rope_constraints
from corten.compile.deformables.settings import Material, find_materials
from corten.compile.flexes.places import Poses
from corten.compile.objects.body_rows import SCALAR
from corten.compile.objects.constraint_rows import Equality
from corten.compile.objects.flexes import Flex, XpbdConstraints
from corten.enums import EqualityType, JointType, ObjectType
from corten.model.xpbd_fields import Deformable
from corten.spec import Element


def choose_deformables(root: Element, context: Context) -> None:
    """Make cloth, soft bodies and ropes of the flexes that <custom> names; an equality each holds them together."""
    objects = context.objects
    for number, material in enumerate(find_materials(root, objects.flexes)):
        if material is None:
            continue
        flex = objects.flexes[number]
        flex.deformable = Deformable[material.kind.upper()]
        flex.substeps, flex.damping = int(material.numbers["substeps"]), material.numbers["damping"]
        if "friction" in material.numbers:
            flex.friction = (material.numbers["friction"], *flex.friction[1:])
        flex.xpbd = _constraints(flex, material, context)
        if "density" in material.numbers:
            _set_masses(flex, material, context)
        if material.numbers.get("drag"):
            _set_drag(flex, material.numbers["drag"], context)
        objects.equalities.append(_equality(number, material))


def _constraints(flex: Flex, material: Material, context: Context) -> XpbdConstraints:
    shape, numbers, text = flex.shape, material.numbers, material.text
    if material.kind == "cloth":
        return join(cloth_constraints(shape, numbers, text))
    if material.kind == "soft_body":
        return join(soft_body_constraints(shape, numbers, text))
    poses = Poses(context.objects.bodies) if _turns(flex, context) else None
    return join(rope_constraints(shape, numbers, text, poses))


def _turns(flex: Flex, context: Context) -> bool:
    """Tell whether all bodies of a rope that move by themselves can turn."""
    bodies = [context.objects.bodies[number] for number in set(flex.shape.vertbodyid.tolist())]
    moving = [body for body in bodies if body.joints]
    return all(any(joint.type not in SCALAR or joint.type == JointType.HINGE for joint in b.joints) for b in moving)


def _set_drag(flex: Flex, drag: float, context: Context) -> None:
    """Let the air brake vertices that slide by themselves: damping of their joints, drag times mass."""
    for number in set(flex.shape.vertbodyid.tolist()):
        body = context.objects.bodies[number]
        for joint in body.joints:
            if joint.type == JointType.SLIDE and not body.geoms:
                joint.dof = joint.dof._replace(damping=drag * body.mass)


def _set_masses(flex: Flex, material: Material, context: Context) -> None:
    """Give bodies that are nothing but a vertex the mass of the material around it; inertia is scaled with it."""
    shape, numbers = flex.shape, material.numbers
    corners = shape.places[shape.elements]
    if material.kind == "cloth":
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        volumes = 0.5 * np.linalg.norm(normals, axis=1) * numbers["thickness"]
    elif material.kind == "soft_body":
        volumes = np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])) / 6
    else:
        volumes = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1) * section_area(numbers)
    masses = np.zeros(len(shape.vertices))
    share = numbers["density"] * volumes / shape.elements.shape[1]
    np.add.at(masses, shape.elements.ravel(), np.repeat(share, shape.elements.shape[1]))
    numbers_of, counts = np.unique(shape.vertbodyid, return_counts=True)
    alone = set(numbers_of[counts == 1].tolist())
    for number, mass in zip(shape.vertbodyid.tolist(), masses.tolist(), strict=True):
        body = context.objects.bodies[number]
        if number in alone and body.joints and not body.geoms and not body.children:
            ratio = mass / body.mass
            body.mass, body.inertia = mass, (body.inertia[0] * ratio, body.inertia[1] * ratio, body.inertia[2] * ratio)


def _equality(flexid: int, material: Material) -> Equality:
    return Equality(
        element=material.text,
        name="",
        type=EqualityType.DEFORMABLE,
        obj1id=flexid,
        obj2id=-1,
        objtype=ObjectType.UNKNOWN,
        active0=True,
        # its rows have a response of their own
        solref=(0.02, 1.0),
        solimp=(0.9, 0.95, 0.001, 0.5, 2.0),
        data=(0.0,) * 12,
    )
