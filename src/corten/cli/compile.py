"""`corten compile`: compile kernels ahead of time, so that nobody waits for them later."""

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

from corten.cli.arguments import Argument, load
from corten.enums import Integrator
from corten.errors import UnsupportedFeatureError

if TYPE_CHECKING:
    from corten.model import Model
    from corten.runtime.kernel import Stage


def compile_kernels(
    model: Annotated[
        str | None,
        Argument(help="Compile what this model needs, with every integrator; else everything."),
    ] = None,
) -> None:
    """Compile kernels ahead of time. They are kept on disk, and nobody waits for them later."""
    from corten.data import DATA
    from corten.model import MODEL
    from corten.pipeline.catalogue import all_stages
    from corten.runtime import cache
    from corten.runtime.build import build
    from corten.runtime.disk_cache import cache_folder
    from corten.runtime.kernel import Mode, kernel_mode

    if kernel_mode() is Mode.PYTHON:
        print("CORTEN_KERNELS=python: kernels run as plain Python, there is nothing to compile")
        return
    stages = all_stages() if model is None else stages_of(load(model))
    missing = sum(cache.read(cache.cache_key(stage, (MODEL, DATA), kernel_mode())) is None for stage in stages)
    start = time.perf_counter()
    build(stages, (MODEL, DATA))
    seconds = time.perf_counter() - start
    from corten.runtime.notices import counted

    print(f"{counted(len(stages), 'kernel')}: {missing} compiled, {len(stages) - missing} found, in {seconds:.1f} s")
    print(f"kept in {cache_folder()}")


def stages_of(model: "Model") -> list["Stage"]:
    """Return the stages of all plans of a model, with each integrator that it may have."""
    from corten.pipeline.plans import KINDS

    stages: dict[Stage, None] = {}
    for integrator in Integrator:
        model.opt.integrator = integrator
        for plan in KINDS.values():
            with suppress(UnsupportedFeatureError):
                stages.update(dict.fromkeys(plan(model)))
    return list(stages)
