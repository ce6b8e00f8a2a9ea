"""Functions of users: which of them the actuators of a model have, as <custom> says."""

from corten.compile.items import Item
from corten.enums import BiasType, DynType, GainType
from corten.mjcf.value import choices
from corten.spec import Element
from corten.spec.custom_names import find_object_settings
from corten.stages.user import registered_names

# kind of function: attribute of an actuator that asks for one, and its values
KINDS = {"dynamics": ("dyntype", DynType), "gain": ("gaintype", GainType), "bias": ("biastype", BiasType)}


def choose_functions(root: Element, actuators: list[Item]) -> None:
    """Give each actuator the numbers of its functions, -1 for none; those of a kind are counted as they appear."""
    columns = [_column(root, actuators, kind) for kind in KINDS]
    for actuator, *numbers in zip(actuators, *columns, strict=True):
        actuator.row["function"] = tuple(numbers)


def _column(root: Element, actuators: list[Item], kind: str) -> list[int]:
    attribute, types = KINDS[kind]
    chosen = find_object_settings(root, f"corten.actuator.NAME.{kind}")
    numbers: dict[str, int] = {}
    column = []
    for actuator in actuators:
        text = chosen.get(actuator.name) if actuator.name else None
        if actuator.row[attribute] == types["USER"]:
            name = _function(actuator, kind, attribute, text)
            column.append(numbers.setdefault(name, len(numbers)))
        elif text is not None:
            word = actuator.row[attribute].name.lower()
            raise text.error(f'{attribute} of the actuator is {word}, so it has no {kind} function; make it "user"')
        else:
            column.append(-1)
    return column


def _function(actuator: Item, kind: str, attribute: str, text: Element | None) -> str:
    """Return the name of the function that an actuator asks for."""
    known = registered_names(kind)
    if text is None:
        name, valid = actuator.name or "NAME", ", ".join(known) or "none"
        unnamed = "" if actuator.name else "give the actuator a name, and "
        raise actuator.element.error(
            f"{attribute} is user, but no function is chosen; {unnamed}add to <custom> "
            f'<text name="corten.actuator.{name}.{kind}" data="..."/> with the name of a {kind} function '
            f"(registered are: {valid}), or take one of {_others(attribute)}"
        )
    name = text.attributes["data"]
    if name not in known:
        raise text.error(f"no {kind} function named '{name}' is registered{choices(name, known)}")
    return name


def _others(attribute: str) -> str:
    """Return the types that need no function."""
    from corten.mjcf.schema import declaration

    words = declaration("actuator:general").limits[attribute]
    return ", ".join(word for word in words if word != "user")
