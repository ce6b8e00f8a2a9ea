"""Turns in the convex engine: environments that share instructions go together where they have the same pairs."""

import ctypes

import numpy as np
import pytest

import corten
from corten.batch.pack import Pack
from corten.data import DATA
from corten.model import MODEL
from corten.pipeline.narrow_lanes import WIDE, scalar_stages
from corten.runtime.build import build
from corten.runtime.kernel import Mode, Target
from corten.stages.collision.convex.convex_pairs import convex_pairs
from corten.stages.collision.convex.turns import take_turns

WIDTH = WIDE
KINDS = {"ellipsoids": 'type="ellipsoid" size=".06 .05 .04"', "meshes": 'type="mesh" mesh="m"'}
ASSET = '<asset><mesh name="m" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1 .06 .06 .06"/></asset>'


def crowd(kind: str) -> corten.Model:
    """Return a model of four shapes that touch each other in mid-air."""
    bodies = "".join(f'<body pos="{0.07 * i} 0 0"><freejoint/><geom {KINDS[kind]}/></body>' for i in range(4))
    return corten.load_model_from_string(f"<mujoco>{ASSET}<worldbody>{bodies}</worldbody></mujoco>")


def turns(model: corten.Model, shifts: list[tuple[int, float]]) -> list[int]:
    """Return the turns of environments of which each has one of its bodies shifted."""
    datas = [model.make_data() for _ in shifts]
    for data, (body, shift) in zip(datas, shifts, strict=True):
        data.qpos[7 * body + 1] += shift
        corten.step(model, data)
        # each lane begins with what says nothing
        data.unseal()
        data.work.convex_turn = 7
    pack = Pack(datas[0], len(datas))
    for lane, data in enumerate(datas):
        for name, view in pack.views.items():
            view[..., lane] = data._views[name] if view[..., lane].shape == data._views[name].shape else 0
    code = build([take_turns], (MODEL, DATA), Mode.COMPILED, Target("lanes", width=len(datas)))[take_turns]
    call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)(code)
    assert call(model._address, pack.tables[0].ctypes.data) == 0
    return pack.views["convex_turn"].ravel().tolist()


def test_same_pairs_go_together():
    """Let environments with the same pairs of curved shapes go together, each in a state of its own."""
    assert turns(crowd("ellipsoids"), [(0, 1e-3 * i) for i in range(WIDTH)]) == [0] * WIDTH


def test_other_pairs_go_apart():
    """Part environments that have no pairs in common."""
    found = turns(crowd("ellipsoids"), [(1, 1.0), (1, 1.0), (2, 1.0), (2, 1.0)])
    assert sorted(set(found)) == [0, 1]
    assert found[0] == found[1] != found[2] == found[3]


def test_polyhedra_go_together_in_the_same_state_only():
    """Part environments whose pairs are polyhedra unless they are all alike."""
    model = crowd("meshes")
    assert turns(model, [(0, 0.0)] * WIDTH) == [0] * WIDTH
    assert set(turns(model, [(0, 0.0), (0, 0.0), (3, 1.0), (3, 1.0)])) == {0, 1}


def test_few_lanes_go_apart():
    """Keep the engine out of narrow registers, in which it loses."""
    assert convex_pairs.name in scalar_stages(WIDE // 2)
    assert convex_pairs.name not in scalar_stages(WIDE)


@pytest.mark.parametrize("kind", KINDS)
def test_turns_leave_no_trace(kind):
    """Give each environment of a crowd that parts the bits of stepping it alone."""
    model, rng = crowd(kind), np.random.default_rng(0)
    qvel = rng.uniform(-1, 1, (2 * WIDTH, model.nv))
    qvel[1] = qvel[0]
    batch = corten.BatchSim(model, len(qvel), lanes=WIDTH, threads=1)
    batch.qvel[:] = qvel
    assert not batch.step_all(nstep=40).any()
    for i, velocity in enumerate(qvel):
        data = model.make_data()
        data.qvel[:] = velocity
        corten.step(model, data, nstep=40)
        np.testing.assert_array_equal(batch.qpos[i], data.qpos)
