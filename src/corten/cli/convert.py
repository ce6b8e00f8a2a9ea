"""`corten convert`: write a model as plain MJCF."""

import os
from pathlib import Path
from typing import Annotated

from corten.cli.arguments import Argument, Option, UsageError
from corten.cli.choice import MODEL, model_file

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
