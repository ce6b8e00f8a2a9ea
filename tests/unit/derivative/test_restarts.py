"""A step that is begun within does what the whole step does: that follows from what its stages read and write."""

import functools

import pytest

from corten.data import DATA
from corten.model import MODEL
from corten.pipeline.order import may_restart
from corten.pipeline.plans import find_stages
from corten.runtime.build import stage_effects
from support.lane_scenes import SCENES

# parts of a step, and what changes between one that is whole and those that go on from it
PARTS = {"step_from_velocity": {"qvel", "act", "ctrl"}, "step_from_control": {"act", "ctrl"}}

# the state is given anew each time; the others tell of failures and warnings, and no result depends on them
HARMLESS = {"time", "qpos", "qvel", "act", "qacc_warmstart"}
HARMLESS |= {"error_where", "warning_info", "warning_number", "warning_told"}
# work space that several stages use, each of which fills it first; readings, of which each part of a step has its own
HARMLESS |= {"body_spatial", "block_slot", "sensordata"}


@functools.cache
def effects(stage) -> tuple[frozenset[str], frozenset[str]]:
    """Return the fields of Data that a stage reads, and those that it writes."""
    found = stage_effects(stage, (MODEL, DATA))
    return tuple(
        frozenset(name.removeprefix("Data.") for name in names if name.startswith("Data."))
        for names in (found.reads, found.writes)
    )


@pytest.mark.parametrize("name", SCENES)
def test_parts_of_a_step_may_be_repeated(name):
    """Leave out nothing that looks at what is nudged, and read nothing that was left there and changed since."""
    model = SCENES[name]()
    if not may_restart(model):
        return
    whole = find_stages(model, "step")
    for part, nudged in PARTS.items():
        again = find_stages(model, part)
        assert whole[0] is again[0]
        left_out = whole[1 : len(whole) - len(again) + 1]
        assert whole == (whole[0], *left_out, *again[1:])
        for stage in left_out:
            assert not effects(stage)[0] & nudged, stage
        # what a whole step reads before it writes it is given, so only what is left from before may be stale
        left = set().union(*(effects(stage)[1] for stage in left_out))
        read, written = set(), set()
        for stage in again:
            reads, writes = effects(stage)
            read |= reads - written
            written |= writes
        stale = (read & written & left) - HARMLESS
        assert not stale, (part, sorted(stale))
