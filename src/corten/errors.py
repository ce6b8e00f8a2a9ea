"""Every error and warning that corten raises on purpose."""

import sys

from corten.enums import StepErrorKind


class ModelError(ValueError):
    """A model that cannot be honoured: says where, which element, what is wrong and what is allowed.

    `file`, `line` and `element` are None where they are not known (a model built in Python has no file).
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        element: str | None = None,
    ):
        self.message, self.file, self.line, self.element = message, file, line, element
        place = f"{file}:{line}" if file and line else file or (f"line {line}" if line else "")
        super().__init__(": ".join(part for part in (place, element, message) if part))

    def __reduce__(self):
        return _rebuild_model_error, (
            type(self),
            self.message,
            self.file,
            self.line,
            self.element,
        )


def _rebuild_model_error(kind, message, file, line, element):
    return kind(message, file=file, line=line, element=element)


class UnsupportedFeatureError(ModelError):
    """Something that MuJoCo has and corten does not have yet, named."""


class UnbuiltFeatureWarning(UserWarning):
    """A part of a model that is read and kept, but has no effect yet."""


class ModelWarning(UserWarning):
    """Something in a model that has no effect, as in MuJoCo, or that only MuJoCo would read."""


class AssetError(ValueError):
    """A mesh or height field that cannot be read or used: names it, its file and what is wrong."""


class StepError(RuntimeError):
    """A step that failed: `kind` says how, `where` is the index concerned (dof, coordinate, row), or -1.

    The state is left as it was when the failure was found. An error of a batch also has the `environment`, its `time`
    [s] and the number of the `step` since its last reset, from 0; they are None otherwise.
    """

    def __init__(
        self,
        message: str,
        kind: StepErrorKind,
        where: int = -1,
        environment: int | None = None,
        time: float | None = None,
        step: int | None = None,
    ):
        super().__init__(message)
        self.kind, self.where = kind, where
        self.environment, self.time, self.step = environment, time, step

    def __reduce__(self):
        return StepError, (str(self), self.kind, self.where, self.environment, self.time, self.step)


class GpuError(RuntimeError):
    """Something went wrong on a GPU, or on the way to it: `corten.gpu` has a type for each thing that can."""


class ViewerError(RuntimeError):
    """The viewer cannot be opened: says what is missing, or which port cannot be used."""


class StepWarning(UserWarning):
    """Trouble that a step survives; told once for a Data until it is reset, and counted in `data.warning_number`."""


class KernelError(TypeError):
    """A function that does not keep to the kernel language, with the line that breaks it."""


def caller_level() -> int:
    """Return how far up the stack the first caller outside of corten is, so that a warning names the user's line."""
    level, frame = 1, sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "corten":
        level, frame = level + 1, frame.f_back
    return level
