"""`corten validate`: what of a model corten honours, and whether its constants are MuJoCo's."""

import importlib
import importlib.util
import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from corten.cli.arguments import MODEL, Argument, Option, UsageError, model_file
from corten.errors import UnbuiltFeatureWarning

if TYPE_CHECKING:
    import numpy as np

    from corten.model import Model

# relative difference of a constant, to the largest number of its field, that is more than rounding
ROUNDING = 1e-6

# fields that corten calls differently
OTHER_NAMES = {"hfield_elevation": "hfield_data"}

# order of the sides of hulls, which has no meaning
SKIPPED = ("mesh_poly",)


def validate(model: Annotated[str, MODEL]) -> int:
    """Check a model. Everything that is refused or has no effect yet, and, with mujoco installed, its constants."""
    from corten.runtime.notices import counted

    file = model_file(model)
    refused = unsupported(file)
    for line in refused:
        print(line)
    if refused:
        print(f"{file}: refused for {counted(len(refused), 'thing')} that MuJoCo has and corten has not")
        return 1
    loaded, notes = load_quietly(file)
    for note in notes:
        print(f"{file}: loads, but {note}")
    if importlib.util.find_spec("mujoco") is None:
        print(f"{file}: valid; install mujoco to have its constants compared")
        return 0
    found = compare(loaded, file)
    for name, words in found.items():
        print(f"{name}: {words}")
    if found:
        print(f"{file}: {counted(len(found), 'constant')} {'differs' if len(found) == 1 else 'differ'} from MuJoCo's")
        return 1
    print(f"{file}: valid; all constants are MuJoCo's")
    return 0


def unsupported(file: Path) -> list[str]:
    """Return a line for everything in a file that corten refuses as not built; other mistakes raise ModelError."""
    from corten.mjcf.include import read_model
    from corten.mjcf.source import Sources, open_file
    from corten.spec.build_tree import build_root, merge_sections
    from corten.spec.check import check_structure, find_unsupported

    text = open_file(str(file))
    root = build_root(read_model(text, Sources(text.folder)))
    check_structure(root)
    merge_sections(root)
    return list(dict.fromkeys(str(error) for error in find_unsupported(root)))


def load_quietly(file: Path) -> "tuple[Model, list[str]]":
    """Return a model and what loading it warned of."""
    import corten

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UnbuiltFeatureWarning)
        loaded = corten.load_model(file)
    return loaded, [str(note.message) for note in caught if note.category is UnbuiltFeatureWarning]


def compare(model: "Model", file: Path) -> dict[str, str]:
    """Return the sizes and fields in which a model differs from what MuJoCo compiles, in words."""
    import numpy as np

    other: Any = importlib.import_module("mujoco").MjModel.from_xml_path(str(file))
    found: dict[str, str] = {}
    for name, size in model.sizes().items():
        theirs = getattr(other, name, size)
        if theirs != size:
            found[name] = f"{size} here, {theirs} in MuJoCo"
    for name in [] if found else model.layout.fields:
        theirs = theirs_of(other, name)
        if theirs is not None and not name.startswith(SKIPPED):
            words = difference(np.asarray(getattr(model, name), float), np.asarray(theirs, float))
            found |= {name: words} if words else {}
    return found


def theirs_of(other: Any, name: str) -> Any:
    """Return what MuJoCo's model has under the name of a field, None if it has no such field."""
    group, _, rest = name.partition("_")
    if group == "vis":
        part, _, rest = rest.partition("_")
        value = getattr(getattr(other.vis, {"global": "global_"}.get(part, part)), rest)
        # the last two colours have no numbers there
        return None if getattr(value, "size", 1) == 0 else value
    if group in ("opt", "stat"):
        return getattr(getattr(other, group), rest, None)
    return getattr(other, OTHER_NAMES.get(name, name), None)


def difference(ours: "np.ndarray", theirs: "np.ndarray") -> str:
    """Return where two arrays differ most, in words; nothing if that is rounding."""
    import numpy as np

    if not ours.size:
        return ""
    error = np.abs(ours - theirs.reshape(ours.shape))
    largest = float(np.abs(theirs).max())
    if float(error.max()) <= ROUNDING * (largest or 1.0):
        return ""
    at = np.unravel_index(int(error.argmax()), error.shape)
    place = f"[{', '.join(str(int(index)) for index in at)}] is " if at else ""
    return f"{place}{ours[at]:.9g} here, {theirs.reshape(ours.shape)[at]:.9g} in MuJoCo"


# ---------------------------------------------------------------- `corten convert`: write a model as plain MJCF


FORCE = Option(help="Overwrite a file that is there already.")


def convert(
    model: Annotated[str, MODEL],
    output: Annotated[Path, Argument(help="The MJCF file to be written: an .xml file.")],
    force: Annotated[bool, FORCE] = False,
) -> None:
    """Write a model as plain MJCF. URDF becomes MJCF; includes, replicas and attached models become elements."""
    from corten.mjcf.value import write_xml
    from corten.passes.conventions import move_folder
    from corten.spec import Spec

    if output.suffix.lower() != ".xml":
        raise UsageError(f"{output} is no .xml file, and MJCF is all that is written{_other_format(output)}")
    if output.exists() and not force:
        whose = "the model itself" if output.samefile(model_file(model)) else "there already"
        raise UsageError(f"{output} is {whose}; --force overwrites it")
    spec = Spec.from_file(model_file(model)).flat()
    move_folder(spec.root, os.path.dirname(output))
    output.write_text(write_xml(spec.root), encoding="utf-8")
    print(f"wrote {output}")


def _other_format(output: Path) -> str:
    """Say what to do instead of writing a file of another kind."""
    if output.suffix.lower() == ".mjb":
        return "; a Model in binary is pickled: pickle.dump(model, file)"
    return ""
