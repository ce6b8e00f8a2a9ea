"""The list of pairs of a small model finds what the sweep finds, in the same order."""

import numpy as np
import pytest

import corten
from corten.data import DATA
from corten.enums import DisableBit
from corten.model import MODEL
from corten.model.near_pairs import MOST_GEOMS
from corten.pipeline.plans import find_stages
from corten.runtime.plan import Plan
from corten.stages.collision import CONTACTS, broadphase_stages, narrowphase_stages
from corten.stages.collision.broad.bounds import bound_bodies, bound_geoms, bound_near_geoms
from corten.stages.collision.broad.candidates import describe_near_pairs, find_near_pairs, order_candidates
from corten.stages.collision.broad.sweep import list_sweep_members, sweep
from corten.stages.collision.contacts.gather import clear_contacts

LIST = [bound_near_geoms, find_near_pairs, describe_near_pairs]
SWEEP = [list_sweep_members, bound_geoms, bound_bodies, sweep, order_candidates]
SCENE = """
<mujoco>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <geom type="box" size=".1 .1 .1" pos=".3 0 0"/>
    <body name="a" pos="0 0 .1"><freejoint/>
      <geom name="a1" type="capsule" size=".1 .1"/><geom name="a2" size=".12" pos=".1 0 0"/>
      <body name="child" pos="0 0 .1"><joint axis="1 0 0"/><geom name="c" type="box" size=".1 .1 .1"/>
        <body name="grandchild" pos="0 0 .1"><joint axis="0 1 0"/><geom size=".1" margin=".02" gap=".01"/></body>
      </body>
    </body>
    <body name="b" pos=".1 0 .2"><freejoint/>
      <geom name="b1" type="cylinder" size=".1 .1"/><geom type="capsule" size=".05 .1" contype="2" conaffinity="1"/>
    </body>
    <body name="lone" pos="0 .1 .1"><freejoint/><geom name="lone" type="ellipsoid" size=".1 .12 .14"/></body>
    <body name="other" pos="0 -.1 .1"><freejoint/><geom type="box" size=".1 .12 .14"/></body>
    <body name="many" pos="0 -.2 .1"><freejoint/><geom size=".05"/><geom size=".05" pos=".1 0 0" margin=".03"/>
      <geom type="box" size=".05 .05 .05" pos=".2 0 0"/><geom size="1" contype="0" conaffinity="0"/>
    </body>
  </worldbody>
  <contact>
    <exclude body1="a" body2="lone"/>
    <pair geom1="b1" geom2="a2" margin=".05"/>
    <pair geom1="a1" geom2="c"/>
  </contact>
</mujoco>
"""


def contacts(model: corten.Model, broad: list, qpos: np.ndarray) -> list[np.ndarray]:
    """Return geoms, distances and positions of all contacts after a broad phase of these stages."""
    data = model.make_data()
    data.qpos[:] = qpos
    corten.kinematics(model, data)
    plan = Plan([*broad, *narrowphase_stages(model), *CONTACTS], (MODEL, DATA))
    while plan.run(model, data, 1):
        assert data.make_room()
    return [data.contact_geom.copy(), data.contact_dist.copy(), data.contact_pos.copy()]


@pytest.mark.parametrize("flag", [0, DisableBit.MIDPHASE, DisableBit.FILTERPARENT])
def test_same_contacts_as_the_sweep(flag):
    """Find the same contacts in the same order, aligned and at random, with all rules about who may touch."""
    model = corten.load_model_from_string(SCENE)
    model.opt.disableflags |= int(flag)
    corten.forward(model, model.make_data())
    assert find_near_pairs in broadphase_stages(model)
    together = model.near_together[: model.near_count]
    assert 0 < together.sum() < len(together)
    rng, found = np.random.default_rng(4), 0
    for trial in range(40):
        data = model.make_data()
        if trial:
            corten.integrate_pos(model, data.qpos, 0.2 * rng.standard_normal(model.nv), 1.0)
        listed, swept = (contacts(model, broad, data.qpos) for broad in (LIST, SWEEP))
        for ours, theirs in zip(listed, swept, strict=True):
            np.testing.assert_array_equal(ours, theirs)
        found += len(listed[0])
    assert found > 200


def test_list_follows_contact_bits():
    """Make the list again when a user changes who may touch."""
    model = corten.load_model_from_string(SCENE)
    data = model.make_data()
    corten.forward(model, data)
    before = data.ncon
    model.geom_contype[:] = 0
    model.geom_conaffinity[:] = 0
    corten.forward(model, data)
    assert 0 < data.ncon < before
    assert set(map(tuple, np.sort(data.contact_geom, axis=1))) <= {(2, 4), (3, 6)}


def test_many_geoms_are_swept():
    """Leave a model of many geoms to the sweep."""
    bodies = "".join(f'<body pos="{i} 0 1"><freejoint/><geom size=".1"/></body>' for i in range(60))
    model = corten.load_model_from_string(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    assert broadphase_stages(model) == SWEEP


SEEN_ONLY = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1" contype="{bits}" conaffinity="{bits}"/>
    <body pos="0 0 .09"><freejoint/>
      <geom name="solid" type="sphere" size=".05" contype="{bits}" conaffinity="{bits}"/>
      <geom name="seen" type="ellipsoid" size=".1 .1 .1" contype="0" conaffinity="0"/>
    </body>
    <body pos="0 0 .2"><freejoint/>
      <geom name="box" type="box" size=".1 .1 .05" contype="{bits}" conaffinity="{bits}"/>
    </body>
    {more}
  </worldbody>
</mujoco>
"""


@pytest.mark.parametrize("count", [0, 80, MOST_GEOMS], ids=["few geoms", "many to be seen", "without a list"])
def test_stages_of_shapes_that_may_touch(count):
    """Have no stage for what is only seen, and find its contacts once it gets contact bits."""
    more = '<geom size=".01" pos="1 1 1" contype="0" conaffinity="0"/>' * count
    model = corten.load_model_from_string(SEEN_ONLY.format(bits=1, more=more))
    assert (find_near_pairs in broadphase_stages(model)) == (count < MOST_GEOMS)
    names = {stage.__name__ for stage in find_stages(model, "collision")}
    assert "sphere_box" in names and not names & {"convex_pairs", "plane_ellipsoid"}

    data = model.make_data()
    corten.step(model, data)
    assert data.ncon == 0
    floor, seen, box = (model.id("geom", name) for name in ("floor", "seen", "box"))
    model.geom_contype[seen] = model.geom_conaffinity[seen] = 1
    corten.reset_data(model, data)
    corten.step(model, data)
    assert {tuple(geoms) for geoms in data.contact_geom.tolist()} == {(floor, seen), (seen, box)}


def test_nothing_may_touch():
    """Look for no contacts and make no rows of them where no contact bits allow any; find them once there are some."""
    model = corten.load_model_from_string(SEEN_ONLY.format(bits=0, more=""))
    names = {stage.__name__ for stage in find_stages(model, "step")}
    assert find_stages(model, "collision") == (clear_contacts,)
    assert not any("contact_rows" in name or "contact_impedance" in name for name in names)
    model.geom_contype[:] = model.geom_conaffinity[:] = 1
    data = model.make_data()
    corten.step(model, data)
    assert data.ncon > 0 and data.nefc > 0
