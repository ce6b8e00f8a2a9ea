"""Sections: each may stand in a model many times, which means the same as standing there once."""

from corten.spec.element import Element

# kinds of objects that have user numbers, as <size> names them
USER_KINDS = ("body", "jnt", "geom", "site", "cam", "tendon", "actuator", "sensor")


def merge_sections(root: Element) -> bool:
    """Join sections with the same tag into the first of them; later values replace earlier ones.

    <default> sections stay apart, because a class inside the first does not see what the second writes. Tell whether
    anything was joined.
    """
    joined = False
    first: dict[str, Element] = {}
    for section in list(root.children):
        if section.tag == "default":
            continue
        if section.tag in first:
            section.remove()
            _join(first[section.tag], section)
            joined = True
        else:
            first[section.tag] = section
    return joined


def _join(target: Element, other: Element) -> None:
    _drop_excluded(target, other)
    for name, value in other.attributes.items():
        if target.declaration.attributes[name].gathered and name in target.attributes:
            value = tuple(dict.fromkeys(target.attributes[name] + value))
        target.attributes[name] = value
    for child in list(other.children):
        child.remove()
        twin = None if target.declaration.children[child.tag].many else target.first(child.tag)
        if twin is None:
            target.adopt(child)
        else:
            _join(twin, child)


def _drop_excluded(target: Element, other: Element) -> None:
    """Forget what the later section excludes, as if it had been replaced."""
    for rule in target.declaration.exclusive:
        written = [bundle for bundle in rule if any(name in other.attributes for name in bundle)]
        if written:
            for name in (name for bundle in rule if bundle not in written for name in bundle):
                target.attributes.pop(name, None)
