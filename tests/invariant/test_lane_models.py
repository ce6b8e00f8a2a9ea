"""Models with all that a step can have, in lanes: hashes of all kept fields are those of stepping alone.

`tools/compare_batches.py` compares further models, all numbers of lanes and threads, and fresh processes.
"""

import hashlib

import numpy as np
import pytest

import corten
from corten.data import DATA, blocks
from corten.enums import ConstraintType, EqualityType, GainType, GeomType
from corten.pipeline.parts import RESULTS
from support.batches import NOT_COMPARED, SPARSE
from support.fields import read
from support.lane_scenes import SCENES

# environments; steps before some are reset and after; steps of scenes in which something falls asleep
COUNT, STEPS, SLEEPY_STEPS = 6, 8, 60

# every number of lanes is tried with few models, since each compiles all stages anew
FEW = ("rolling contacts", "equalities")

# what a batch computes where it is asked to keep it, but a single step for sensors alone
ASKED = tuple(name for results in RESULTS.values() for name in results)

FIELDS = tuple(
    name
    for name, field in DATA.fields.items()
    if field.block is not blocks.WORK and name not in (*DATA.growing, *NOT_COMPARED, *SPARSE, *ASKED)
)
KEPT = tuple(name for name in FIELDS if DATA.fields[name].block not in (blocks.STATE, blocks.INPUTS))


def steps_of(name: str) -> int:
    """Return how many steps a scene takes before and after resets."""
    return SLEEPY_STEPS if "sleep" in name else STEPS


def inputs(model: corten.Model, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the first velocities, and controls for every second step."""
    rng = np.random.default_rng(0)
    return rng.uniform(-0.3, 0.3, (COUNT, model.nv)), rng.uniform(-1, 1, (2 * steps, COUNT, model.nu))


def hash_of(owner, take=lambda value: value) -> str:
    """Return a hash of all kept fields."""
    found = hashlib.blake2b(digest_size=8)
    for name in FIELDS:
        found.update(np.asarray(take(read(owner, name)), DATA.fields[name].kind.dtype).tobytes())
    return found.hexdigest()


def alone(model: corten.Model, steps: int) -> list[str]:
    """Return the hash of each environment that is stepped alone; some of them are reset on the way."""
    qvel, ctrl = inputs(model, steps)
    hashes = []
    for i in range(COUNT):
        data = model.make_data()
        data.qvel[:] = qvel[i]
        for step in range(2 * steps):
            if step == steps and i % 3 == 1:
                corten.reset_data(model, data)
                data.qvel[:] = -qvel[i]
            data.ctrl[:] = ctrl[step, i]
            corten.step(model, data)
        hashes.append(hash_of(data))
    return hashes


def together(model: corten.Model, steps: int, lanes: int | None, threads: int) -> list[str]:
    """Return the hash of each environment of a batch that does the same."""
    qvel, ctrl = inputs(model, steps)
    batch = corten.BatchSim(model, COUNT, lanes=lanes, threads=threads, keep=KEPT)
    batch.qvel[:] = qvel
    for step in range(2 * steps):
        if step == steps:
            chosen = np.arange(COUNT) % 3 == 1
            batch.reset_where(chosen)
            batch.qvel[chosen] = -qvel[chosen]
        batch.ctrl[:] = ctrl[step]
        assert not batch.step_all().any()
    return [hash_of(batch, lambda value, i=i: value[i]) for i in range(COUNT)]


@pytest.mark.filterwarnings("ignore::corten.UnbuiltFeatureWarning")
@pytest.mark.parametrize("name", SCENES)
def test_lanes_and_threads(name):
    """Step environments that differ with one to three threads, each a pack of its own and in lanes of this machine."""
    model, steps = SCENES[name](), steps_of(name)
    wanted = alone(model, steps)
    assert len(set(wanted)) == COUNT
    for lanes in (1, None):
        for threads in (1, 2, 3):
            assert together(model, steps, lanes, threads) == wanted, (lanes, threads)


@pytest.mark.parametrize("lanes", [2, 4, 8])
@pytest.mark.parametrize("name", FEW)
def test_widths(name, lanes):
    """Step environments in any number of lanes, wider than a register of this machine or not."""
    model = SCENES[name]()
    assert together(model, STEPS, lanes, 2) == alone(model, STEPS)


def test_scenes_have_something_of_everything():
    """Let contacts, all kinds of equalities, limits, friction, muscles, assets and sleep be among the scenes."""
    rows, equalities, gains, geoms, asleep = set(), set(), set(), set(), 0
    for name, load in SCENES.items():
        model = load()
        data = model.make_data()
        for _ in range(2 * steps_of(name)):
            corten.step(model, data)
            rows |= set(data.efc_type[: data.nefc].tolist())
            asleep += bool(model.ntree and not data.tree_awake.all())
        equalities |= set(model.eq_type.tolist())
        gains |= set(model.actuator_gaintype.tolist())
        geoms |= set(model.geom_type.tolist())
    assert {GainType.MUSCLE, GainType.AFFINE} <= gains
    assert {GeomType.HFIELD, GeomType.MESH, GeomType.SDF} <= geoms
    assert {EqualityType.CONNECT, EqualityType.WELD, EqualityType.JOINT, EqualityType.TENDON} <= equalities
    wanted = set(ConstraintType)
    assert wanted <= rows, wanted - rows
    assert asleep > 0
