"""Environments that share a pack and have other contacts than their neighbours: each gets what it gets alone."""

import numpy as np
import pytest

import corten
from support.batches import Twins

# geoms of all numbers of friction directions, an explicit pair twice, one with a surface that moves, one that sticks
CRAWLER = """<mujoco><option cone="{cone}" timestep=".004"/>
<default><geom size=".06" margin=".01" gap=".005"/><joint range="-40 40" limited="true"/></default>
<worldbody><geom name="floor" type="plane" size="3 3 .1"/>
<geom name="belt" type="capsule" fromto="-.5 .3 .05 .5 .3 .05" surfacevel=".5 .2 0 0 0 .3" condim="4"/>
<body pos="0 0 .2"><freejoint/><geom name="trunk" type="capsule" fromto="-.2 0 0 .2 0 0" condim="6"/>
<body pos=".2 0 0"><joint axis="0 1 0"/><geom name="arm" type="capsule" fromto="0 0 0 .2 .1 0" condim="1"/>
<body pos=".2 .1 0"><joint axis="1 0 0"/><geom name="hand" pos=".1 0 0"/></body></body>
<body pos="-.2 0 0"><joint axis="0 1 0"/><geom name="leg" type="capsule" fromto="0 0 0 -.2 .1 0" adhesion="2"/>
<body pos="-.2 .1 0"><joint axis="1 0 0"/><geom name="foot" pos="-.1 0 0" priority="1"/></body></body>
</body></worldbody>
<contact><pair geom1="hand" geom2="floor" condim="3"/><pair geom1="hand" geom2="floor" margin=".05" condim="1"/>
<pair geom1="foot" geom2="arm"/></contact></mujoco>"""


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize(("precision", "lanes"), [("float64", 8), ("float32", 16)])
def test_neighbours_have_other_contacts(cone, precision, lanes):
    """Let every environment lie elsewhere and differently, in the floor, on the belt, in the air, folded."""
    model = corten.load_model_from_string(CRAWLER.format(cone=cone))
    twins = Twins(model, 20, lanes=lanes, precision=precision, threads=1)
    rng, qpos = np.random.default_rng(1), np.tile(model.qpos0, (20, 1))
    qpos[:, :3] += rng.uniform((-0.1, -0.1, -0.25), (0.1, 0.4, 0.1), (20, 3))
    qpos[:, 3:7] = rng.normal(size=(20, 4))
    qpos[:, 7:] = rng.uniform(-1.0, 1.0, (20, model.nq - 7))
    twins.write("qpos", qpos.astype(twins.batch.qpos.dtype))
    found = set[int]()
    for _ in range(4):
        twins.step()
        found.update(int(data.ncon) for data in twins.alone)
    assert len(found) > 5
    assert twins.differences() == []
