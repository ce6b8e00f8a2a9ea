"""What commands have in common: the model that is meant, and the options that change it."""

import argparse
import importlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from corten import bundled
from corten.cli.arguments import Argument, Option, UsageError
from corten.enums import Integrator

if TYPE_CHECKING:
    from corten.model import Model


def integrator_of(word: str) -> Integrator:
    """Return the integrator of a word of MJCF, whatever its case."""
    for integrator in Integrator:
        if integrator.word.lower() == word.lower():
            return integrator
    raise argparse.ArgumentTypeError(f"{word!r} is none of {', '.join(integrator.word for integrator in Integrator)}")


MODEL = Argument(help="An MJCF or URDF file, or the name of a model that comes with corten.")
IMPORT = "Import this module or .py file first, for the functions that it registers; may be given several times."
INTEGRATOR = Option(
    parser=integrator_of,
    metavar=f"[{'|'.join(integrator.word for integrator in Integrator)}]",
    help="Use this integrator instead of the model's own.",
)


def load(model: str, integrator: Integrator | None = None) -> "Model":
    """Return the model of a file or of a bundled name."""
    import corten

    loaded = corten.load_model(model_file(model))
    if integrator is not None:
        loaded.opt.integrator = integrator
    return loaded


def model_file(model: str) -> Path:
    """Return the file that is meant; a file on disk goes before a bundled model of the same name."""
    if not model.strip():
        raise UsageError(
            f"the name of the model is empty; models that come with corten are {', '.join(bundled.names())}"
        )
    if model in bundled.names() and not Path(model).is_file():
        return bundled.FOLDER / f"{model}.xml"
    if Path(model).is_dir():
        raise IsADirectoryError(f"{model} is a folder, not a model")
    if not Path(model).exists():
        hint = bundled.hint(Path(model).stem if Path(model).parent == Path() else model)
        raise FileNotFoundError(f"there is no file {model!r}{hint}")
    return Path(model)


def import_module(name: str) -> None:
    """Import a module, or a Python file, for what it registers; modules beside the current folder are found."""
    if not name.endswith(".py"):
        if "" not in sys.path:
            sys.path.insert(0, "")
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name is None or not name.startswith(error.name):
                raise
            raise UsageError(f"there is no module {name!r} to be imported; a file is named with its .py") from None
        return
    file = Path(name)
    if not file.is_file():
        raise FileNotFoundError(f"there is no file {name!r} to be imported")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
    # what stands beside the file can be imported, as when Python runs it
    sys.path.insert(0, str(file.resolve().parent))
    spec.loader.exec_module(module)


def describe(model: "Model") -> str:
    """Return the size and the integration of a model in one line."""
    counts = [(model.nbody - 1, "body", "bodies"), (model.nv, "dof", "dofs"), (model.nu, "control", "controls")]
    parts = [f"{count:,} {one if count == 1 else many}" for count, one, many in counts]
    word = model.opt.integrator.word
    return f"{', '.join(parts)}; {word}, steps of {1000 * model.opt.timestep:g} ms"
