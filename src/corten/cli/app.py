"""The table of commands, and how errors reach people: one line, no traceback."""

import sys
import warnings

import typer

from corten.cli.bench import bench
from corten.cli.compile import compile_kernels
from corten.cli.convert import convert
from corten.cli.info import info
from corten.cli.render import render
from corten.cli.run import run
from corten.cli.validate import validate
from corten.cli.view import view
from corten.errors import GpuError, ModelError, StepError, UnbuiltFeatureWarning, ViewerError

# what a user can cause and mend; everything else is a mistake of ours and shows where it happened
USER_ERRORS = (ModelError, StepError, GpuError, ViewerError, OSError)


def show_version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        import corten

        print(f"corten {corten.__version__}")
        raise typer.Exit


def start(
    version: bool = typer.Option(False, "--version", callback=show_version, is_eager=True, help="Show the version."),
):
    """MuJoCo's physics, written in Python, compiled to machine code."""


app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
app.callback()(start)
app.command("run")(run)
app.command("render")(render)
app.command("compile")(compile_kernels)
app.command("bench")(bench)
app.command("info")(info)
app.command("validate")(validate)
app.command("convert")(convert)
app.command("view")(view)


def run_command(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            warnings.simplefilter("default", UnbuiltFeatureWarning)
            result = app(arguments or ["--help"], prog_name="corten", standalone_mode=False)
    except USER_ERRORS as error:
        return _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted")
    except Exception as error:
        # mistakes in the arguments carry a text for people, under the same name in every version of typer
        format_message = getattr(error, "format_message", None)
        if format_message is None:
            raise
        return _fail(format_message())
    return result if isinstance(result, int) else 0


def _fail(message: str) -> int:
    print("corten: " + " ".join(message.split()), file=sys.stderr)
    return 1


def _show_warning(message: Warning | str, *place: object, **more: object) -> None:
    print(f"corten: note: {message}", file=sys.stderr)
