"""Pairs of geoms that are always tested for contact, and pairs of bodies that never are."""

from corten.compile.context import Context
from corten.compile.objects.constraint_rows import Exclude, Pair
from corten.spec import DefaultClasses, Element, Resolved, root_section

# bits by which the number of the first body is shifted in a signature
SHIFT = 16

# dimensions that contacts can have
DIMENSIONS = (1, 3, 4, 6)


def read_pairs(root: Element, classes: DefaultClasses, context: Context) -> list[Pair]:
    """Return the pairs of geoms, ordered by the bodies that they belong to."""
    section = root_section(root, "contact")
    elements = [] if section is None else [child for child in section.children if child.tag == "pair"]
    pairs = [_pair(classes.resolve(element), context) for element in elements]
    return sorted(pairs, key=lambda pair: pair.signature)


def check_condim(values: Resolved) -> None:
    """Refuse a dimension that contacts cannot have."""
    if values["condim"] not in DIMENSIONS:
        raise values.element.error(f"condim is {values['condim']}; allowed are 1, 3, 4 and 6")


def _pair(values: Resolved, context: Context) -> Pair:
    check_condim(values)
    first, second = (context.ids["geom"][values[name]] for name in ("geom1", "geom2"))
    geoms = context.objects.geoms
    if geoms[first].bodyid > geoms[second].bodyid:
        first, second = second, first
    return Pair(
        element=values.element,
        name=values["name"] or "",
        dim=values["condim"],
        geom1=first,
        geom2=second,
        signature=(geoms[first].bodyid << SHIFT) + geoms[second].bodyid,
        solref=values["solref"],
        solreffriction=values["solreffriction"],
        solimp=values["solimp"],
        margin=values["margin"],
        gap=values["gap"],
        adhesion=values["adhesion"],
        friction=values["friction"],
    )


def read_excludes(root: Element, classes: DefaultClasses, context: Context) -> list[Exclude]:
    """Return the pairs of bodies between which there is no contact, ordered by their numbers."""
    section = root_section(root, "contact")
    excludes = []
    for element in [] if section is None else section.children:
        if element.tag == "exclude":
            values = classes.resolve(element)
            low, high = sorted(context.number("body", values[name]) for name in ("body1", "body2"))
            excludes.append(Exclude(element=element, name=values["name"] or "", signature=(low << SHIFT) + high))
    return sorted(excludes, key=lambda exclude: exclude.signature)
