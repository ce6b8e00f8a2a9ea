"""Results that a step computes only for sensors that show them, for those who ask for them all the same."""

from collections.abc import Collection

from corten.model import Model
from corten.pipeline.plans import find_stages
from corten.runtime.kernel import Stage

# parts of forward dynamics that are done after a step, as MuJoCo's users call them there, and what they are asked for
PARTS = {
    "subtree_vel": ("subtree_linvel", "subtree_angmom"),
    "rne_post_constraint": ("cacc", "cfrc_int", "cfrc_ext"),
}


def asked_parts(names: Collection[str]) -> tuple[str, ...]:
    """Return the parts that compute results of these names."""
    return tuple(part for part, results in PARTS.items() if not set(results).isdisjoint(names))


def with_parts(model: Model, stages: tuple[Stage, ...], parts: tuple[str, ...]) -> tuple[Stage, ...]:
    """Return the stages of a step followed by those of parts; what sensors have had computed stays as it is."""
    wanted = [find_stages(model, part) for part in parts]
    return (*stages, *(stage for part in wanted if part[-1] not in stages for stage in part))
