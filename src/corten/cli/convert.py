"""`corten convert`: write a model as plain MJCF."""

import os
from pathlib import Path
from typing import Annotated

import typer

from corten.cli.choice import MODEL, model_file


def convert(
    model: Annotated[str, MODEL],
    output: Annotated[Path, typer.Argument(help="The MJCF file to be written.")],
) -> None:
    """Write a model as plain MJCF. URDF becomes MJCF; includes, replicas and attached models become elements."""
    from corten.mjcf.writer import write_xml
    from corten.spec import Spec
    from corten.spec.files import move_folder

    spec = Spec.from_file(model_file(model)).flat()
    move_folder(spec.root, os.path.dirname(output))
    output.write_text(write_xml(spec.root), encoding="utf-8")
    print(f"wrote {output}")
