"""Where a batch runs: the one place that chooses a device by its name.

A device says what it can run and makes the engine; the CPU is here, others stand above this folder and are imported
when they are asked for.
"""

import importlib
from abc import ABC, abstractmethod

from corten.batch.arguments import check_precision
from corten.batch.engine import Engine, TeamSize
from corten.batch.environments import Environments
from corten.batch.thread_engine import ThreadEngine
from corten.data import Data
from corten.model import Model

# names of devices, and the class of each that is not the CPU
DEVICES = {"cpu": "", "gpu": "corten.gpu.sim:Gpu"}

# what `device="auto"` tries, in this order
AUTO = ("gpu", "cpu")


class BatchDevice(ABC):
    """What environments of a batch can run on."""

    # what `BatchSim.device` says, and the precision of floats unless users say otherwise
    name: str
    precision: str

    @abstractmethod
    def check(self, model: Model, precision: str | None, lanes: int | None) -> None:
        """Refuse what cannot run here."""

    @abstractmethod
    def suits(self, model: Model, precision: str | None) -> bool:
        """Tell whether `device="auto"` may choose it for a batch of a model, with a precision if one is asked for."""

    @abstractmethod
    def make_engine(self, template: Data, n: int, size: TeamSize, keep: tuple[str, ...]) -> Engine:
        """Return what steps n environments that begin as a template."""


class Cpu(BatchDevice):
    """The threads of this process, which run everything."""

    name, precision = "cpu", "float64"

    def check(self, model: Model, precision: str | None, lanes: int | None) -> None:
        """Refuse nothing."""

    def suits(self, model: Model, precision: str | None) -> bool:
        """Tell that it does, always."""
        return True

    def make_engine(self, template: Data, n: int, size: TeamSize, keep: tuple[str, ...]) -> Engine:
        """Return an engine of threads."""
        return ThreadEngine(Environments(template, n, size, keep))


def choose_device(
    device: str | BatchDevice, model: Model, precision: str | None = None, lanes: int | None = None
) -> BatchDevice:
    """Return the device of that name; refuse one that cannot serve.

    "auto" is a GPU if there is one that is not software, unless users ask for a precision that it does not have.
    """
    if precision is not None:
        check_precision(precision)
    if device == "auto":
        return next(found for found in map(_named, AUTO) if found.suits(model, precision))
    if isinstance(device, str) and device not in DEVICES:
        raise ValueError(f"device is {device!r}; it must be one of {', '.join(map(repr, (*DEVICES, 'auto')))}")
    chosen = _named(device) if isinstance(device, str) else device
    chosen.check(model, precision, lanes)
    return chosen


def _named(device: str) -> BatchDevice:
    if not DEVICES[device]:
        return Cpu()
    module, _, kind = DEVICES[device].partition(":")
    return getattr(importlib.import_module(module), kind)()
