"""Cloth, soft bodies and ropes: which flexes are such, of what material, and what they become.

A user says so by a name and a preset, with numbers that differ from it:

    <custom><text name="corten.cloth.NAME" data="cotton thickness=0.001 substeps=2"/></custom>

The XPBD constraints of such a flex are held by one equality.
"""

from math import isfinite
from typing import NamedTuple

import numpy as np

from corten.compile.context import Context
from corten.compile.objects.body_rows import SCALAR
from corten.compile.objects.constraint_rows import Equality
from corten.deformable.compile.edge_jacobian import Poses
from corten.deformable.compile.flex import Flex, XpbdConstraints
from corten.deformable.compile.xpbd_constraints import (
    cloth_constraints,
    join,
    rope_constraints,
    section_area,
    soft_body_constraints,
)
from corten.deformable.fields.kinds import Deformable
from corten.enums import EqualityType, JointType, ObjectType
from corten.mjcf.value import choices
from corten.spec import Element
from corten.spec.materials import DEFAULTS, DIMENSIONS, NEEDED, PRESETS, WORDS, Numbers
from corten.spec.names import find_object_settings


class Material(NamedTuple):
    """A kind of deformable, the numbers of its material, and the element that says so."""

    kind: str
    numbers: Numbers
    text: Element


def find_materials(root: Element, flexes: list[Flex]) -> list[Material | None]:
    """Return the material of each flex, None where it is no deformable of corten's; refuse what does not fit."""
    found: dict[str, Material] = {}
    for kind in WORDS:
        for name, text in find_object_settings(root, f"corten.{kind}.NAME").items():
            if name in found:
                raise text.error(f"the flex '{name}' is a {found[name].kind} already")
            found[name] = Material(kind, read_numbers(text, kind), text)
    for flex in flexes:
        if flex.name in found:
            _check_flex(flex, found[flex.name])
    return [found.get(flex.name) if flex.name else None for flex in flexes]


def read_numbers(text: Element, kind: str) -> Numbers:
    """Return the numbers that a text such as `cotton thickness=0.001` stands for."""
    presets, needed = PRESETS[kind], NEEDED[kind]
    preset: str | None = None
    given: dict[str, float] = {}
    for place, word in enumerate(text.attributes["data"].split()):
        name, assigned, number = word.partition("=")
        if not assigned and place == 0:
            if word not in presets:
                raise text.error(f"no material of a {kind} is named '{word}'{choices(word, presets)}")
            preset = word
            continue
        if name not in WORDS[kind]:
            raise text.error(f"'{name}' is no number of a {kind}{choices(name, WORDS[kind])}")
        if name in given:
            raise text.error(f"{name} is given twice")
        given[name] = _number(text, kind, name, number)
    numbers = {**(DEFAULTS if preset is None else presets[preset]), **given}
    missing = [f"{name} ({WORDS[kind][name].meaning})" for name in needed if name not in numbers]
    if missing:
        raise text.error(f"{', '.join(missing)} must be given, or a material ({', '.join(presets)})")
    return numbers


def _number(text: Element, kind: str, name: str, written: str) -> float:
    word = WORDS[kind][name]
    try:
        number = float(written)
    except ValueError:
        raise text.error(f"{name} is '{written}'; it must be a number: {word.meaning}") from None
    if not (isfinite(number) and word.least <= number <= word.most):
        raise text.error(f"{name} is {written}; {word.meaning} is from {word.least:g} to {word.most:g}")
    if name == "substeps" and number != int(number):
        raise text.error(f"substeps is {written}; it must be 1, 2, 3 or 4")
    return number


def _check_flex(flex: Flex, material: Material) -> None:
    """Refuse what a flex cannot be at the same time."""
    kind, text = material.kind, material.text
    dim, elements = DIMENSIONS[kind]
    if flex.dim != dim:
        raise text.error(f"a {kind} is made of {elements}, dim {dim}; the flex '{flex.name}' has dim {flex.dim}")
    if flex.interp:
        raise text.error(f"the flex '{flex.name}' follows nodes; a {kind} needs a body for each vertex (dof 'full')")
    if flex.rigid:
        raise text.error(f"all vertices of the flex '{flex.name}' lie in one body; a {kind} needs bodies that move")
    own = {
        "elasticity": flex.stretches or flex.bends or len(flex.shape.bending) or len(flex.shape.stiffness),
        "damping of its elasticity": flex.damping,
        "stiffness or damping of its edges": flex.edgestiffness or flex.edgedamping,
        "an equality of its edges": flex.edgeequality,
        "passive contacts": flex.passive,
    }
    for name, given in own.items():
        if given:
            raise text.error(f"the flex '{flex.name}' has {name}, too; a {kind} has its own, so remove one of them")


# ---- from materials to constraints, masses and friction


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
