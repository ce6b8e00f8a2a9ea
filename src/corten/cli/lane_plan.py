"""How the stages of a model run in a batch, in words, without compiling any of them."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from corten.model import Model
    from corten.runtime.kernel import Stage

TOGETHER, ONE_BY_ONE, EITHER = "all lanes at once", "lane by lane", "all at once, or lane by lane"
ASIDE_WAY = "lane by lane, aside"

# environments of the batch that is described
MANY = 1024


class StageWay(NamedTuple):
    """How a stage runs, and why."""

    name: str
    way: str
    reason: str


def lane_summary(model: "Model") -> str:
    """Return in a sentence how a batch of a model steps on this machine."""
    from corten.batch.arguments import MOST_DOFS_IN_LANES, lane_count
    from corten.pipeline.order import step_stages

    width = lane_count(None, model.nv, MANY)
    if width == 1:
        reason = f"models of more than {MOST_DOFS_IN_LANES} dofs gain nothing from lanes ({model.nv} here)"
        return f"one environment after the other in each thread: {reason}"
    stages = dict.fromkeys(step_stages(model))
    together = sum(not _runs_apart(stage) for stage in stages)
    return (
        f"{width} environments to a vector; {together} of {len(stages)} stages run for all of them at once, the others "
        "for one after the other"
    )


def stage_ways(model: "Model") -> list[StageWay]:
    """Return how each stage of a step runs where several environments share a vector."""
    from corten.pipeline.order import step_stages

    stages = step_stages(model)
    guarded = _guarded(stages)
    return [_way(stage, stage in guarded) for stage in dict.fromkeys(stages)]


def _runs_apart(stage: "Stage") -> bool:
    """Tell whether a stage always runs for one lane after the other."""
    from corten.pipeline.scalar_stages import SCALAR_STAGES
    from corten.runtime.plan import Skip

    return isinstance(stage, Skip) or stage.name in SCALAR_STAGES


def _guarded(stages: "list[Stage]") -> "set[Stage]":
    """Return the stages that a condition may pass over."""
    from corten.runtime.plan import Skip

    return {
        stage
        for place, condition in enumerate(stages)
        if isinstance(condition, Skip)
        for stage in stages[place + 1 : place + 1 + condition.count]
    }


def _way(stage: "Stage", guarded: bool) -> StageWay:
    """Return how a stage runs in lanes."""
    from corten.data import DATA
    from corten.model import MODEL
    from corten.pipeline.scalar_fields import SCALAR_FIELDS
    from corten.runtime.build import stage_program
    from corten.runtime.passes.divergence import lane_report
    from corten.runtime.plan import Skip

    if isinstance(stage, Skip):
        return StageWay(stage.__name__, ONE_BY_ONE, f"a condition: each environment may pass over {stage.count} stages")
    report = lane_report(stage_program(stage, (MODEL, DATA)))
    counts = (
        (len(report.branches), "branch", "branches"),
        (len(report.loops), "loop", "loops"),
        (len(report.gathers | report.scatters), "index", "indices"),
    )
    parts = ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counts if count)
    differ = f"environments differ in {parts}" if parts else "all environments do the same"
    if stage.name in SCALAR_FIELDS:
        return StageWay(stage.__name__, ASIDE_WAY, f"measured: it loses on the memory of lanes; {differ}")
    if _runs_apart(stage):
        return StageWay(stage.__name__, ONE_BY_ONE, f"measured: it gains nothing in lanes; {differ}")
    if guarded:
        return StageWay(stage.__name__, EITHER, f"lane by lane where only some environments need it; {differ}")
    return StageWay(stage.__name__, TOGETHER, differ)
