"""Commands from functions: annotations of their parameters become arguments and options of the command line.

A parameter `seconds: Annotated[float, Option(min=0.0, help="Simulated time.")] = 5.0` is the option `--seconds`; one
with an `Argument` stands without a name. Mistakes raise `UsageError`.
"""

import argparse
import enum
import importlib
import importlib.util
import inspect
import math
import sys
import types
import typing
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from corten.enums import Integrator
from corten.models import bundled

if TYPE_CHECKING:
    from corten.model import Model

# how kinds of values are called where one is missing
KIND_NAMES = {int: "N", float: "NUMBER", str: "TEXT", Path: "FILE"}


class UsageError(Exception):
    """Arguments that a command cannot take; `command` is the one whose help says more."""

    def __init__(self, message: str, command: str | None = None):
        super().__init__(message)
        self.command = command


@dataclass(frozen=True)
class Argument:
    """A parameter that stands without a name."""

    help: str
    metavar: str | None = None


@dataclass(frozen=True)
class Option:
    """A parameter with a name: `--words`, from that of the parameter, or `name`; `--yes/--no` for a choice of two."""

    name: str | None = None
    help: str = ""
    min: float | None = None
    max: float | None = None
    parser: Callable[[str], Any] | None = None
    metavar: str | None = None


class Parser(argparse.ArgumentParser):
    """A parser that raises its mistakes instead of ending the process, and knows what was meant."""

    def error(self, message: str) -> NoReturn:
        """Raise a mistake in the arguments."""
        message = message.removeprefix("argument ")
        if message.startswith("the following arguments are required: "):
            message = f"{message.rpartition(': ')[2]} is missing"
        raise UsageError(message, self.prog)

    def refuse(self, unknown: str) -> NoReturn:
        """Raise that there is no such option or argument, with the nearest that there is."""
        if not unknown.startswith("-"):
            self.error(f"{unknown!r} is one argument too many")
        word = unknown.partition("=")[0]
        near = get_close_matches(word, self._option_string_actions, 1)
        self.error(f"there is no option {word!r}" + (f"; {near[0]!r} is the nearest" if near else ""))


def make_parser(name: str, command: Callable[..., Any]) -> Parser:
    """Return the parser of a command: its docstring and the annotations of its parameters."""
    parser = Parser(
        prog=f"corten {name}", description=_plain(inspect.getdoc(command) or ""), allow_abbrev=False, add_help=False
    )
    hints = typing.get_type_hints(command, include_extras=True)
    for parameter in inspect.signature(command).parameters.values():
        kind, *words = typing.get_args(hints[parameter.name])
        _add(parser, parameter, _without_none(kind), words[0])
    parser.add_argument("--help", action="help", help="Show this message and exit.")
    return parser


def parse(parser: Parser, arguments: list[str]) -> dict[str, Any]:
    """Return the value of each parameter."""
    values, unknown = parser.parse_known_args(arguments)
    for word in unknown:
        parser.refuse(word)
    return vars(values)


def unknown_command(word: str, known: Iterable[str]) -> UsageError:
    """Return the mistake, to be raised, that there is no such command."""
    near = get_close_matches(word, known := list(known), 1)
    hint = f"; {near[0]!r} is the nearest" if near else f"; commands are {', '.join(known)}"
    return UsageError(f"there is no command {word!r}" + hint, "corten")


def _add(parser: Parser, parameter: inspect.Parameter, kind: Any, words: Argument | Option) -> None:
    """Add an argument or an option to a parser."""
    required = parameter.default is inspect.Parameter.empty
    default: Any = None if required else parameter.default
    told = "" if required or default in (None, False, (), "") else f" [default: {default}]"
    shared: dict[str, Any] = {"default": default, "help": _plain(words.help) + _plain(told)}
    if isinstance(words, Argument):
        metavar = words.metavar or parameter.name.upper()
        parser.add_argument(parameter.name, type=kind, nargs=None if required else "?", metavar=metavar, **shared)
        return
    name = words.name or "--" + parameter.name.replace("_", "-")
    shared["dest"] = parameter.name
    if kind is bool:
        for word, value in zip(name.split("/"), (True, False), strict=False):
            parser.add_argument(word, action="store_const", const=value, **shared)
        return
    metavar = words.metavar
    if typing.get_origin(kind) in (list, tuple):
        kind, shared["action"] = typing.get_args(kind)[0], "append"
    elif metavar is None and isinstance(kind, type) and issubclass(kind, enum.Enum):
        metavar = "|".join(str(member.value) for member in kind)
    reader = words.parser or _reader(kind, words)
    parser.add_argument(name, type=reader, metavar=metavar or KIND_NAMES.get(kind, "TEXT"), **shared)


def _reader(kind: Any, option: Option) -> Callable[[str], Any]:
    """Return what turns the text of an option into its value."""

    def read(text: str) -> Any:
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            allowed = {str(member.value): member for member in kind}
            return allowed[text] if text in allowed else _refuse(f"{text!r} is none of {', '.join(allowed)}")
        if kind not in (int, float):
            return kind(text)
        try:
            value = kind(text)
        except ValueError:
            _refuse(f"{text!r} is no {'whole number' if kind is int else 'number'}")
        low, high = option.min, option.max
        if not math.isfinite(value):
            _refuse(f"{text} is not finite")
        if low is not None and value < low:
            _refuse(f"{text} is less than {low:g}, the least that is allowed")
        if high is not None and value > high:
            _refuse(f"{text} is more than {high:g}, the most that is allowed")
        return value

    return read


def _refuse(message: str) -> NoReturn:
    raise argparse.ArgumentTypeError(message)


def _without_none(kind: Any) -> Any:
    """Return the one type beside None of a union; any other type as it is."""
    if isinstance(kind, types.UnionType):
        return next(member for member in typing.get_args(kind) if member is not types.NoneType)
    return kind


def _plain(text: str) -> str:
    # argparse puts values where it sees percent signs
    return text.replace("%", "%%")


# ---------------------------------------------------------------- the model that is meant, and options that change it


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


def png_file(path: Path | None) -> None:
    """Refuse a name for a picture that does not end in .png."""
    if path is not None and path.suffix.lower() != ".png":
        raise UsageError(f"{path} is no .png file; films are written by corten render --video")
