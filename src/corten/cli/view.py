"""`corten view`: a model in the browser."""

from typing import Annotated

from corten.cli.arguments import Option
from corten.cli.choice import MODEL, model_file


def view(
    model: Annotated[str, MODEL],
    port: Annotated[int | None, Option(min=0, max=65535, help="Port of the page; 0 for any free one.")] = None,
    host: Annotated[str, Option(help="Address to serve at; 0.0.0.0 shows the page to other machines.")] = "127.0.0.1",
    no_open: Annotated[bool, Option("--no-open", help="Do not open a browser.")] = False,
) -> None:
    """Show a model in the browser and simulate it there; it is loaded again whenever its file changes."""
    from corten import viewer

    viewer.launch_from_path(model_file(model), host=host, port=port, open_browser=not no_open)
