"""The files of the models that come with the package, by name."""

import os
from difflib import get_close_matches
from pathlib import Path

FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """Return the names of the bundled models in alphabetical order."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.xml")))


def find(name: str) -> str:
    """Return the file that is meant by a path or a name; a file on disk goes before a bundled model of that name."""
    if name in names() and not os.path.exists(name):
        return str(FOLDER / f"{name}.xml")
    return name


def hint(name: str) -> str:
    """Return the end of a message about a file that does not exist: what may have been meant."""
    if name.lstrip().startswith("<"):
        return "; this is the text of a model, which load_model_from_string reads"
    if os.path.splitext(name)[1]:
        return ""
    near = get_close_matches(name, names(), 1, 0.7)
    return f"; {near[0]!r} comes with corten" if near else f"; models that come with corten are {', '.join(names())}"
