"""Every stage of the package and what it reads and writes, for whoever compiles, checks or describes all of them."""

import functools
import importlib
import pkgutil
from collections.abc import Iterable
from typing import TYPE_CHECKING

from corten import deformable, stages
from corten.data import DATA
from corten.model import MODEL
from corten.runtime.build import Layouts, stage_effects, stage_program
from corten.runtime.kernel import Stage

if TYPE_CHECKING:
    from corten.runtime.typed.tree import Program

LETTER = {MODEL.name: "m", DATA.name: "d"}


def all_stages() -> list[Stage]:
    """Return the stages of all modules below `corten.stages` and `corten.deformable`, by name."""
    found = {}
    for package in (stages, deformable):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            # those of the compiler are no stages of a step
            if module.name.startswith("corten.deformable.compile"):
                continue
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, Stage) and value.__module__ == module.name:
                    found[value.name] = value
    return [found[name] for name in sorted(found)]


@functools.cache
def all_programs() -> "dict[Stage, Program]":
    """Return the typed trees of all stages, for pages that describe them; it takes ten seconds."""
    return {stage: stage_program(stage, (MODEL, DATA)) for stage in all_stages()}


def stage_summary(stage: Stage) -> str:
    """Return the first paragraph of a stage's docstring: what it computes."""
    return " ".join((stage.__doc__ or "").split("\n\n")[0].split())


def stage_accesses(stage: Stage, layouts: Layouts = (MODEL, DATA)) -> dict[str, list[str]]:
    """Return all fields that a stage and its helpers read, and all that they write, as kernels name them."""
    effects = stage_effects(stage, layouts)
    return {"reads": short_names(effects.reads), "writes": short_names(effects.writes)}


def short_names(fields: Iterable[str]) -> list[str]:
    """Return fields such as `Model.body_pos` as kernels write them, `m.body_pos`; those of the Model first."""
    split = [name.split(".") for name in fields]
    return sorted((f"{LETTER[struct]}.{field}" for struct, field in split), key=lambda name: (name[0] != "m", name))
