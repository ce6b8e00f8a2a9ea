"""What to say of a field that a Model or a Data has not: where it is, or what it is called here."""

from difflib import get_close_matches

from corten import names_in_mujoco
from corten.data.fields import DATA
from corten.model.fields import MODEL


def missing_field(owner: str, name: str) -> str:
    """Return the message that a Model or Data has no attribute of a name, and what is meant."""
    message = f"{owner!r} object has no attribute {name!r}"
    if name.startswith("_"):
        return message
    here, there = (MODEL, DATA) if owner == "Model" else (DATA, MODEL)
    if name in there.fields or name in there.sizes:
        place = f"data.{name}" if owner == "Model" else f"model.{name} (data.model is the Model)"
        return f"{message}; {place} is meant"
    near = get_close_matches(name, [*here.fields, *here.sizes], 1, 0.75)
    # the last line of a table fits every name
    table = getattr(names_in_mujoco, owner.upper())
    words = names_in_mujoco.find(name, table)
    if words != names_in_mujoco.table(table)["*"]:
        return message + names_in_mujoco.lead(words)
    return f"{message}; {near[0]!r} is the nearest" if near else message
