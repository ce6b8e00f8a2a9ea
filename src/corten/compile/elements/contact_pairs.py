"""Pairs of geoms that are always tested for contact, and pairs of bodies that never are."""

from corten.compile.context import Context
from corten.compile.items import Item
from corten.spec import DefaultClasses, Element, Resolved, root_section

# bits by which the number of the first body is shifted in a signature
SHIFT = 16

COPIED = ("friction", "solref", "solreffriction", "solimp", "gap", "margin", "adhesion")


def read_pairs(root: Element, classes: DefaultClasses, context: Context) -> list[Item]:
    """Return the pairs of geoms, ordered by the bodies that they belong to."""
    section = root_section(root, "contact")
    elements = [] if section is None else [child for child in section.children if child.tag == "pair"]
    pairs = [_pair(classes.resolve(element), context) for element in elements]
    return sorted(pairs, key=lambda pair: pair.row["signature"])


def _pair(values: Resolved, context: Context) -> Item:
    if values["condim"] not in (1, 3, 4, 6):
        raise values.element.error(f"condim is {values['condim']}; allowed are 1, 3, 4 and 6")
    geoms = [context.ids["geom"][values[name]] for name in ("geom1", "geom2")]
    bodies = [context.row("geom", geom)["bodyid"] for geom in geoms]
    if bodies[0] > bodies[1]:
        geoms, bodies = geoms[::-1], bodies[::-1]
    row = {
        "dim": values["condim"],
        "geom1": geoms[0],
        "geom2": geoms[1],
        "signature": (bodies[0] << SHIFT) + bodies[1],
    }
    row |= {name: values[name] for name in COPIED}
    return Item(values.element, values["name"] or "", row)


def read_excludes(root: Element, classes: DefaultClasses, context: Context) -> list[Item]:
    """Return the pairs of bodies between which there is no contact, ordered by their numbers."""
    section = root_section(root, "contact")
    excludes = []
    for element in [] if section is None else section.children:
        if element.tag == "exclude":
            values = classes.resolve(element)
            low, high = sorted(context.body(values[name]) for name in ("body1", "body2"))
            excludes.append(Item(element, values["name"] or "", {"signature": (low << SHIFT) + high}))
    return sorted(excludes, key=lambda exclude: exclude.row["signature"])
