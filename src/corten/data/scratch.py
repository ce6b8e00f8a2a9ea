"""The work space of all stages, from the modules that declare it."""

import functools
import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType

from corten.data import blocks
from corten.runtime.scratch import Requested, Room, ScratchField

# packages of stages
PACKAGES = ("corten.stages", "corten.deformable")

# packages in these that have none
WITHOUT_STAGES = ("corten.deformable.compile", "corten.deformable.fields")


def stage_modules() -> Iterator[ModuleType]:
    """Yield the modules of all stages, in the order of their names."""
    for package in PACKAGES:
        yield from _modules(package)


def _modules(name: str) -> Iterator[ModuleType]:
    """Yield a module and, if it is a package, all that are below it."""
    module = importlib.import_module(name)
    yield module
    for found in pkgutil.iter_modules(getattr(module, "__path__", ()), f"{name}."):
        if found.name not in WITHOUT_STAGES:
            yield from _modules(found.name)


def owned(module: str, fields: tuple[ScratchField, ...]) -> tuple[ScratchField, ...]:
    """Return work space as that of a module, in the block where it lies."""
    return tuple(
        replace(field, owner=module, block=blocks.RESULTS if field.lasting else blocks.WORK) for field in fields
    )


def declared_scratch() -> tuple[tuple[Room, ...], tuple[ScratchField, ...]]:
    """Return the sizes and the fields that modules of stages declare as their ROOMS and their SCRATCH."""
    rooms: list[Room] = []
    fields: list[ScratchField] = []
    for module in stage_modules():
        rooms += vars(module).get("ROOMS", ())
        fields += owned(module.__name__, vars(module).get("SCRATCH", ()))
    return tuple(rooms), tuple(fields)


def declared_requests() -> tuple[Requested, ...]:
    """Return what modules of stages declare as their REQUESTED: results that are computed for those who look."""
    return tuple(each for module in stage_modules() for each in vars(module).get("REQUESTED", ()))


@functools.cache
def requested_fields() -> frozenset[str]:
    """Return the names of these results."""
    return frozenset(name for each in declared_requests() for name in each.fields)
