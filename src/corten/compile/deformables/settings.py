"""Which flexes are cloth, soft bodies or ropes, and of what material, as <custom> says.

<custom><text name="corten.cloth.NAME" data="cotton thickness=0.001 substeps=2"/></custom>
"""

from math import isfinite
from typing import NamedTuple

from corten.compile.objects.flexes import Flex
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
