"""Elements that name a replica beside something that all replicas share: copied, as MuJoCo copies them."""

import numpy as np
import pytest

import corten
from corten.errors import ModelError, ModelWarning
from support import oracle

WORLD = """
<worldbody><site name="c"/><geom name="cg" size=".1"/>
  <body name="o" pos="0 3 0"><joint name="oj"/><geom size=".1"/></body>
  <replicate count="3" offset="1 0 0" {}><body name="b"><joint name="j"/><geom size=".1"/>
    <geom name="g" size=".05" pos="0 0 .2"/><site name="s" pos="0 .3 0"/></body></replicate></worldbody>
"""
SHARING = {
    "a path that begins at a site": '<tendon><spatial name="t"><site site="c"/><site site="s"/></spatial></tendon>',
    "a path that ends at a site": '<tendon><spatial name="t"><site site="s"/><site site="c"/></spatial></tendon>',
    "a path around a geom": '<tendon><spatial><site site="c"/><geom geom="cg"/><site site="s"/></spatial></tendon>',
    "a path around replicas": '<tendon><spatial><site site="c"/><geom geom="g"/><site site="s"/></spatial></tendon>',
    "what names that path": '<tendon><spatial name="t"><site site="c"/><site site="s"/></spatial></tendon>'
    '<actuator><motor tendon="t"/></actuator><sensor><tendonpos tendon="t"/></sensor>',
    "pairs": '<contact><pair geom1="cg" geom2="g"/><pair geom1="g" geom2="cg" condim="1"/></contact>',
    "a frame": '<sensor><framepos objtype="site" objname="s" reftype="site" refname="c"/></sensor>',
    "a reference frame": '<sensor><framepos objtype="site" objname="c" reftype="body" refname="b"/></sensor>',
    "a distance": '<sensor><distance geom1="g" geom2="cg"/></sensor>',
    "contacts": '<sensor><contact geom1="cg" geom2="g"/><contact site="c" geom2="g"/></sensor>',
    "a site around": '<sensor><insidesite site="c" objtype="geom" objname="g"/></sensor>',
}
FIELDS = "wrap_type wrap_objid wrap_prm tendon_num actuator_trnid pair_geom1 pair_geom2 pair_dim sensor_type "
FIELDS += "sensor_objid sensor_refid body_pos"


@pytest.mark.parametrize("sep", ["", 'sep="-"'])
@pytest.mark.parametrize("sections", SHARING.values(), ids=SHARING.keys())
def test_shared_with_replicas(sections, sep):
    """Agree with MuJoCo on the copies, and on what each of them names."""
    xml = f"<mujoco>{WORLD.format(sep)}{sections}</mujoco>"
    mjm, model = oracle.load_mujoco(xml), corten.load_model_from_string(xml)
    for name in FIELDS.split():
        ours = getattr(model, name)
        np.testing.assert_array_equal(ours, np.reshape(getattr(mjm, name), ours.shape), err_msg=name)
    for kind in ("tendon", "sensor", "body"):
        names = oracle.object_names(mjm, kind)
        assert [model.name(kind, i) or "" for i in range(len(names))] == names


@pytest.mark.parametrize(
    "sections",
    [
        '<tendon><fixed><joint joint="j" coef="1"/><joint joint="oj" coef="1"/></fixed></tendon>',
        '<tendon><spatial><site site="c"/><geom geom="cg" sidesite="s"/><site site="c"/></spatial></tendon>',
        '<actuator><general site="s" refsite="c"/></actuator>',
        '<equality><weld body1="b" body2="o"/></equality>',
    ],
)
def test_what_mujoco_loses_is_refused(sections):
    """Refuse what MuJoCo refuses, or leaves out without a word."""
    with pytest.raises(ModelError, match="which is not replicated, beside one that is"):
        corten.load_model_from_string(f"<mujoco>{WORLD.format('')}{sections}</mujoco>")


def test_prefix_has_no_effect():
    """Read the prefix of a replicate, do nothing with it, as MuJoCo, and say so."""
    world = WORLD.format('prefix="p" sep="_"')
    xml = f"<mujoco>{world}</mujoco>"
    with pytest.warns(ModelWarning, match="<replicate>: prefix has no effect"):
        model = corten.load_model_from_string(xml)
    assert [model.name("body", i) for i in range(2, 5)] == ["b_0", "b_1", "b_2"] == oracle.load_names(xml, "body")[2:]


FREE = '<framepos objtype="body" objname="b"/><clock name="k"/><e_kinetic/><contact data="found"/>'
FREE += '<framepos objtype="body" objname="world"/><framepos objtype="site" objname="c"/>'
NESTED = """
<worldbody><site name="c"/><replicate count="2" offset="1 0 0" sep="_"><body name="b"><geom size=".1"/>
  <replicate count="3" offset="0 .1 0"><site name="s"/></replicate></body></replicate></worldbody>
"""


@pytest.mark.parametrize("world", [WORLD.format(""), WORLD.format('sep="-"'), NESTED])
def test_sensors_that_watch_nothing(world):
    """Copy clocks and the like with every replica, copies included, as MuJoCo does, and say so."""
    xml = f"<mujoco>{world}<sensor>{FREE}</sensor></mujoco>"
    mjm = oracle.load_mujoco(xml)
    with pytest.warns(ModelWarning, match="sensors that watch no object have become"):
        model = corten.load_model_from_string(xml)
    np.testing.assert_array_equal(model.sensor_type, mjm.sensor_type)
    np.testing.assert_array_equal(model.sensor_objid, mjm.sensor_objid)
    assert [model.name("sensor", i) or "" for i in range(model.nsensor)] == oracle.object_names(mjm, "sensor")


def test_too_many_clocks():
    """Refuse replicas that would fill the memory with clocks, at once."""
    world = '<worldbody><replicate count="40"><geom size=".1"/></replicate></worldbody><sensor><clock/></sensor>'
    with pytest.raises(ModelError, match="double with each of 40 copies"):
        corten.load_model_from_string(f"<mujoco>{world}</mujoco>")
