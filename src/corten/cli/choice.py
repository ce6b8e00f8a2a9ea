"""What commands have in common: the model that is meant, and the options that change it."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from corten.enums import Integrator

if TYPE_CHECKING:
    from corten.model import Model


def integrator_of(word: str) -> Integrator:
    """Return the integrator of a word of MJCF, whatever its case."""
    for integrator in Integrator:
        if integrator.word.lower() == word.lower():
            return integrator
    raise typer.BadParameter(f"{word!r} is none of {', '.join(integrator.word for integrator in Integrator)}")


MODEL = typer.Argument(help="An MJCF or URDF file, or the name of a model that comes with corten.")
INTEGRATOR = typer.Option(
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
    from corten import models

    if Path(model).is_file():
        return Path(model)
    if model in models.names():
        return models.path(model)
    if Path(model).is_dir():
        raise IsADirectoryError(f"{model} is a folder, not a model")
    raise FileNotFoundError(f"there is no file {model!r}; models that come with corten are {', '.join(models.names())}")


def describe(model: "Model") -> str:
    """Return the size and the integration of a model in one line."""
    counts = [(model.nbody - 1, "body", "bodies"), (model.nv, "dof", "dofs"), (model.nu, "control", "controls")]
    parts = [f"{count} {one if count == 1 else many}" for count, one, many in counts]
    word = model.opt.integrator.word
    return f"{', '.join(parts)}; {word}, steps of {1000 * model.opt.timestep:g} ms"
