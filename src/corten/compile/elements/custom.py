"""Custom fields: numeric, text and tuple."""

from corten.compile.context import Context
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.custom import Custom, Numeric, Tuple, TupleElement
from corten.enums import ObjectType
from corten.errors import UnsupportedFeatureError
from corten.spec import DefaultClasses, Element, Resolved, root_section
from corten.spec.names import SAME_NAMES

# most numbers in one numeric field (MuJoCo's limit)
MOST_NUMBERS = 500


def read_custom(root: Element, classes: DefaultClasses, context: Context) -> Custom:
    """Return the custom fields; tuples name objects that the context knows."""
    custom, addresses = Custom(), Addresses()
    section = root_section(root, "custom")
    for element in [] if section is None else section.children:
        values = classes.resolve(element)
        name = values["name"]
        if element.tag == "numeric":
            data = _numbers(element, values["size"], values["data"] or ())
            adr = addresses.take("numbers", len(data))
            custom.numerics.append(Numeric(element=element, name=name, adr=adr, size=len(data), data=data))
        elif element.tag == "text":
            custom.texts[name] = values["data"]
        else:
            named = [_object(classes.resolve(child), context) for child in element.children]
            if not named:
                raise element.error("it is empty; a tuple needs at least one <element>")
            adr = addresses.take("objects", len(named))
            custom.tuples.append(Tuple(element=element, name=name, adr=adr, size=len(named), elements=named))
    return custom


def _numbers(element: Element, size: int | None, data: tuple[float, ...]) -> list[float]:
    """Return the numbers of a numeric field, filled up with zeros to its size."""
    count = len(data) if size is None else size
    if not 1 <= count <= MOST_NUMBERS:
        raise element.error(f"it has {count} numbers; allowed are 1 to {MOST_NUMBERS}: give data, or size")
    if len(data) > count:
        raise element.error(f"data has {len(data)} numbers, but size is {count}; raise size or leave it out")
    return [*data, *[0.0] * (count - len(data))]


def _object(values: Resolved, context: Context) -> TupleElement:
    """Return type, number and parameter of one element of a tuple."""
    word: str = values["objtype"]
    if SAME_NAMES.get(word, word) not in context.ids:
        raise values.element.error(f'objtype="{word}" is not supported', UnsupportedFeatureError)
    return TupleElement(
        objtype=ObjectType[word.upper()], objid=context.number(word, values["objname"]), objprm=values["prm"]
    )
