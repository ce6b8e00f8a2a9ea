"""Who is referred to: names of objects that some element needs."""

from corten.spec import DefaultClasses, Element
from corten.spec.check import classed_elements

# an xbody is a body, looked at from its own frame
SAME_OBJECTS = {"xbody": "body"}

# attributes that hold names of several bodies, as one text
LISTS = ("body", "node")


def references(root: Element) -> dict[str, set[str]]:
    """Return, for each kind of object, the names that elements refer to."""
    names: dict[str, set[str]] = {}
    classes = DefaultClasses(root)
    for element, childclass in classed_elements(root, classes):
        declaration, written = element.declaration, element.attributes
        if element.tag == "flex":
            names.setdefault("body", set()).update(word for key in LISTS for word in written.get(key, "").split())
        if not declaration.references:
            continue
        inherited = classes.inherited(element, childclass)
        for attribute in declaration.references:
            name = written.get(attribute, inherited.get(attribute))
            kind = declaration.attributes[attribute].kind or ""
            kind = written.get(kind[1:], "") if kind.startswith("@") else kind
            if name:
                names.setdefault(SAME_OBJECTS.get(kind, kind), set()).add(name)
    return names
