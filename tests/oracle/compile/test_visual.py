"""`model.vis` holds what <visual> says, as MuJoCo's does."""

import numpy as np
import pytest

import corten
from corten.model import MODEL
from support.differences import UNREADABLE
from support.oracle import load_mujoco, oracle_field

EVERYTHING = """<mujoco>
  <visual>
    <global cameraid="-1" orthographic="true" fovy="30" azimuth="120" elevation="-20" offwidth="800" bvactive="true"/>
    <quality shadowsize="1024" offsamples="8" numquads="2"/>
    <headlight ambient=".2 .3 .4" active="{active}"/>
    <map znear=".02" zfar="30" haze=".5" alpha=".4"/>
    <scale contactwidth=".2" framelength="2"/>
    <rgba haze=".1 .2 .3 1" contactforce="1 0 0 1"/>
  </visual>
  <worldbody><geom size="1"/></worldbody>
</mujoco>"""


@pytest.mark.parametrize("active", ["false", "true", "auto", "0", "1", "2"])
def test_what_is_written_is_kept(active):
    """Compare every field of <visual> with MuJoCo's, where some are written and others are not."""
    text = EVERYTHING.format(active=active)
    model, mjm = corten.load_model_from_string(text), load_mujoco(text)
    names = [name for name in MODEL.fields if name.startswith("vis_") and name not in UNREADABLE]
    assert len(names) == 75
    for name in names:
        np.testing.assert_array_equal(getattr(model, name), oracle_field(mjm, name), err_msg=name)


def test_groups_read_and_write_the_fields():
    """Read and set fields through the groups of `model.vis`, under MuJoCo's names."""
    model = corten.load_model_from_string("<mujoco/>")
    assert model.vis.map.znear == np.float32(0.01)
    model.vis.map.znear = 0.5
    model.vis.rgba.haze[1] = 0.25
    assert model.vis_map_znear == 0.5
    assert model.vis_rgba_haze[1] == 0.25
    assert dir(model.vis.quality) == ["numquads", "numslices", "numstacks", "offsamples", "shadowsize"]
    with pytest.raises(AttributeError, match=r"vis\.map cannot be replaced"):
        model.vis.map = 3
