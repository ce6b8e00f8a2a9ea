"""Plans, made once for a model and its options and kept with it."""

from collections.abc import Callable

from corten.data import DATA
from corten.model import MODEL, Model
from corten.pipeline import order
from corten.runtime.kernel import Stage
from corten.runtime.plan import Plan

KINDS: dict[str, Callable[[Model], list[Stage]]] = {
    "step": order.step_stages,
    "forward": order.forward_stages,
    "step1": order.step1_stages,
    "step2": order.step2_stages,
    "inverse": order.inverse_stages,
}


def get_plan(model: Model, kind: str) -> Plan:
    """Return the plan of a model; options that decide about stages clear it (`Model.forget_plans`)."""
    plan = model._plans.get(kind)
    if plan is None:
        plan = model._plans[kind] = Plan(KINDS[kind](model), (MODEL, DATA))
    return plan


def compile_plans(model: Model, kinds: tuple[str, ...] = tuple(KINDS)) -> int:
    """Compile everything that a model's plans need; return the number of kernels."""
    plans = [get_plan(model, kind) for kind in kinds]
    return len({stage for plan in plans for stage in plan.stages})
