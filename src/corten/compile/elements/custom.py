"""Custom fields: numeric, text and tuple."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from corten.compile.items import Item
from corten.enums import ObjectType
from corten.errors import UnsupportedFeatureError
from corten.spec import DefaultClasses, Element, Resolved, root_section

# most numbers in one numeric field (MuJoCo's limit)
MOST_NUMBERS = 500

# words that name the same objects as other words
SAME_OBJECTS = {"xbody": "body"}


@dataclass(slots=True)
class Custom:
    """The custom fields of a model; numbers of all numeric fields, and objects of all tuples, are in one list each."""

    numerics: list[Item] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    tuples: list[Item] = field(default_factory=list)
    objects: list[dict] = field(default_factory=list)


def read_custom(root: Element, classes: DefaultClasses, ids: Mapping[str, Mapping[str, int]]) -> Custom:
    """Return the custom fields; `ids` gives the numbers of named objects of each kind."""
    custom = Custom()
    section = root_section(root, "custom")
    for element in [] if section is None else section.children:
        values = classes.resolve(element)
        name = values["name"]
        if element.tag == "numeric":
            numbers = _numbers(element, values["size"], values["data"] or ())
            row = {"adr": len(custom.numbers), "size": len(numbers)}
            custom.numerics.append(Item(element, name, row))
            custom.numbers += numbers
        elif element.tag == "text":
            custom.texts[name] = values["data"]
        else:
            objects = [_object(classes.resolve(child), ids) for child in element.children]
            if not objects:
                raise element.error("it is empty; a tuple needs at least one <element>")
            row = {"adr": len(custom.objects), "size": len(objects)}
            custom.tuples.append(Item(element, name, row))
            custom.objects += objects
    return custom


def _numbers(element: Element, size: int | None, data: tuple[float, ...]) -> list[float]:
    """Return the numbers of a numeric field, filled up with zeros to its size."""
    count = len(data) if size is None else size
    if not 1 <= count <= MOST_NUMBERS:
        raise element.error(f"it has {count} numbers; allowed are 1 to {MOST_NUMBERS}: give data, or size")
    if len(data) > count:
        raise element.error(f"data has {len(data)} numbers, but size is {count}; raise size or leave it out")
    return [*data, *[0.0] * (count - len(data))]


def _object(values: Resolved, ids: Mapping[str, Mapping[str, int]]) -> dict:
    """Return type, number and parameter of one element of a tuple."""
    word: str = values["objtype"]
    known = ids.get(SAME_OBJECTS.get(word, word))
    if known is None:
        raise values.element.error(f'objtype="{word}" is not supported', UnsupportedFeatureError)
    return {
        "objtype": ObjectType[word.upper()],
        "objid": known[values["objname"]],
        "objprm": values["prm"],
    }
