"""What to say of a field that a Model or a Data has not: where it is, or what it is called here."""

from difflib import get_close_matches

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
    # what MuJoCo's names are called here is read only for messages
    from corten.compat import equivalents

    # the last line of a table fits every name
    table = getattr(equivalents, owner.upper())
    words = equivalents.find(name, table)
    if words != equivalents.table(table)["*"]:
        return message + equivalents.lead(words)
    return f"{message}; {near[0]!r} is the nearest" if near else message
