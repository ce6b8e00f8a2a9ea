"""Who is referred to: names of objects that some element needs."""

from corten.spec import DefaultClasses, Element
from corten.spec.check import classed_elements
from corten.spec.names import references


def needed_names(root: Element) -> dict[str, set[str]]:
    """Return, for each kind of object, the names that elements refer to."""
    names: dict[str, set[str]] = {}
    classes = DefaultClasses(root)
    for element, childclass in classed_elements(root, classes):
        for _, kind, name in references(element, classes.inherited(element, childclass)):
            names.setdefault(kind, set()).add(name)
    return names
