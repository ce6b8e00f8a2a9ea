"""A plan that is begun within does what the whole one does: that follows from what its stages read and write."""

import functools

import pytest

from corten.data import DATA
from corten.model import MODEL
from corten.pipeline.order import may_restart
from corten.pipeline.plans import find_stages
from corten.runtime.build import stage_effects
from support.lane_scenes import SCENES

# plans, the parts of them that are run again, and what changes between a whole one and those that go on from it
STEPS, CONTROLS = {"qvel", "act", "ctrl"}, {"act", "ctrl"}
PARTS = [
    ("step", "step_from_velocity", STEPS),
    ("step", "step_from_control", CONTROLS),
    ("step_without_sensors", "step_from_velocity_without_sensors", STEPS),
    ("step_without_sensors", "step_from_control_without_sensors", CONTROLS),
    ("inverse_with_sensors", "inverse_from_velocity", {"qvel", "qacc"}),
    ("inverse_with_sensors", "inverse_from_acceleration", {"qacc"}),
    ("actuated_inverse", "actuated_inverse_from_velocity", {"qvel", "qacc"}),
    ("actuated_inverse", "inverse_from_acceleration", {"qacc"}),
]

# the state is given anew each time; the others tell of failures and warnings, and no result depends on them
HARMLESS = {"time", "qpos", "qvel", "act", "qacc", "qacc_warmstart"}
HARMLESS |= {"error_where", "warning_info", "warning_number", "warning_told"}
# work space that several stages use, each of which fills it first; readings, of which each part of a step has its own
HARMLESS |= {"body_spatial", "block_slot", "tendon_total", "sensordata"}


@functools.cache
def effects(stage) -> tuple[frozenset[str], frozenset[str]]:
    """Return the fields of Data that a stage reads, and those that it writes."""
    found = stage_effects(stage, (MODEL, DATA))
    return tuple(
        frozenset(name.removeprefix("Data.") for name in names if name.startswith("Data."))
        for names in (found.reads, found.writes)
    )


@pytest.mark.parametrize("name", SCENES)
def test_parts_of_a_plan_may_be_repeated(name):
    """Leave out nothing that looks at what is nudged, and read nothing that was left there and changed since."""
    model = SCENES[name]()
    if not may_restart(model):
        return
    for kind, part, nudged in PARTS:
        whole, again = find_stages(model, kind), find_stages(model, part)
        # a step begins with a look at its state, whatever follows
        begin = whole[:1] if kind.startswith("step") else ()
        rest = again[len(begin) :]
        left_out = whole[len(begin) : len(whole) - len(rest)]
        assert again[: len(begin)] == begin
        assert whole == (*begin, *left_out, *rest)
        for stage in left_out:
            assert not effects(stage)[0] & nudged, stage
        # what a whole plan reads before it writes it is given, so only what is left from before may be stale
        left = set().union(*(effects(stage)[1] for stage in left_out))
        read, written = set(), set()
        for stage in again:
            reads, writes = effects(stage)
            read |= reads - written
            written |= writes
        stale = (read & written & left) - HARMLESS
        assert not stale, (part, sorted(stale))
