"""The table of commands, and how errors reach people: one line, no traceback."""

import contextlib
import logging
import os
import sys
import warnings

from corten.cli.arguments import IMPORT, MODEL, Parser, UsageError, import_module, make_parser, parse, unknown_command
from corten.cli.bench import bench
from corten.cli.cache import cache
from corten.cli.compile import compile_kernels
from corten.cli.docs import docs
from corten.cli.hash import hash_model
from corten.cli.info import info
from corten.cli.render import render, view
from corten.cli.run import run
from corten.cli.validate import convert, validate
from corten.errors import GpuError, ModelError, StepError, UnbuiltFeatureWarning, ViewerError

# what a user can cause and mend; everything else is a mistake of ours and shows where it happened
USER_ERRORS = (ModelError, StepError, GpuError, ViewerError, OSError, MemoryError)

# exit codes: something went wrong, and the arguments made no sense
FAILED, MISUSED = 1, 2

COMMANDS = {
    "run": run,
    "view": view,
    "render": render,
    "info": info,
    "bench": bench,
    "validate": validate,
    "convert": convert,
    "compile": compile_kernels,
    "hash": hash_model,
    "cache": cache,
    "docs": docs,
}

ABOUT = "MuJoCo's physics, written in Python, compiled to machine code."


def run_command(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    try:
        with warnings.catch_warnings(), notices_on_standard_error():
            warnings.showwarning = _show_warning
            warnings.simplefilter("default", UnbuiltFeatureWarning)
            return dispatch(arguments)
    except UsageError as error:
        command = error.command or f"corten {arguments[0]}"
        return _fail(f"{error}; see {command} --help", MISUSED)
    except SystemExit as done:
        # help was shown
        return done.code if isinstance(done.code, int) else 0
    except KeyboardInterrupt:
        return _fail("interrupted")
    except BrokenPipeError:
        # whoever read the output has seen enough; the interpreter shall not write the rest when it ends
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except USER_ERRORS as error:
        return _fail(_words(error))


def dispatch(arguments: list[str]) -> int:
    """Find the command that is meant and call it."""
    first, *rest = arguments or ["--help"]
    if first == "help":
        # `corten help run` is `corten run --help`
        first, rest = (rest[0], ["--help"]) if rest else ("--help", [])
    if first == "--version":
        import corten

        print(f"corten {corten.__version__}")
        return 0
    if first in ("--help", "-h"):
        print(overview())
        return 0
    if first.startswith("-"):
        raise UsageError(f"there is no option {first!r}", "corten")
    if first not in COMMANDS:
        raise unknown_command(first, COMMANDS)
    parser, imports = parser_of(first)
    values = parse(parser, ["--help" if word == "-h" else word for word in rest])
    if problem := wrong_setting():
        return _fail(problem)
    for module in values.pop("imports", None) or () if imports else ():
        import_module(module)
    return COMMANDS[first](**values) or 0


def wrong_setting() -> str | None:
    """Return what is wrong with the environment variables of corten, if anything is."""
    from corten.runtime.kernel import kernel_mode

    try:
        kernel_mode()
    except ValueError as error:
        return str(error)
    return None


def parser_of(name: str) -> tuple[Parser, bool]:
    """Return the parser of a command, and whether it can import modules that a model needs: all that read one can."""
    parser = make_parser(name, COMMANDS[name])
    reads_model = any(action.help == MODEL.help for action in parser._actions)
    if reads_model:
        parser.add_argument("--import", dest="imports", action="append", metavar="MODULE", help=IMPORT)
    return parser, reads_model


def overview() -> str:
    """Return the help of `corten` alone: all commands, each with the first sentence about it."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {(command.__doc__ or '').partition('.')[0]}." for name, command in COMMANDS.items()]
    start = f"usage: corten COMMAND ...\n\n{ABOUT}\n\ncommands:"
    end = "\n`corten COMMAND --help` says more about one; `corten --version` shows the version."
    return "\n".join([start, *lines, end])


@contextlib.contextmanager
def notices_on_standard_error():
    """Show what corten tells through `logging` while it works, one line each, unless somebody has asked otherwise."""
    logger = logging.getLogger("corten")
    if logger.hasHandlers():
        yield
        return
    handler, level = logging.StreamHandler(), logger.level
    handler.setFormatter(logging.Formatter("corten: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(level or logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def _words(error: BaseException) -> str:
    """Return what an error says, without numbers of the operating system."""
    if isinstance(error, MemoryError):
        return str(error) or "there is not enough memory for that"
    if isinstance(error, OSError) and error.strerror:
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror[0].lower()}{error.strerror[1:]}"
    return str(error)


def _fail(message: str, code: int = FAILED) -> int:
    print("corten: " + " ".join(message.split()), file=sys.stderr)
    return code


def _show_warning(message: Warning | str, *place: object, **more: object) -> None:
    print(f"corten: note: {message}", file=sys.stderr)
