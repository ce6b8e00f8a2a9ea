"""Choices of a model (types, indices, switches) that change between steps are obeyed or refused."""

import contextlib

import numpy as np
import pytest

import corten
from corten.enums import BiasType, DisableBit, EqualityType, GeomType, Integrator
from corten.model import MODEL
from corten.model.blocks import CHOICES, STRUCTURE
from corten.pipeline.plans import KINDS, get_plan
from support.tolerance import LENGTH

SCENE = """
<mujoco>
  <asset>
    <mesh name="wedge" vertex="0 0 0  .1 0 0  0 .1 0  0 0 .1"/>
    <hfield name="hill" nrow="3" ncol="3" size="1 1 .1 .1" elevation="0 0 0 0 1 0 0 0 0"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <camera name="eye" pos="0 -1 1"/>
    <body name="a" pos="0 0 .2"><freejoint/><geom name="ball" type="sphere" size=".1 .1 .1"/><site name="s"/></body>
    <body name="b" pos="1 0 .2"><joint name="swing" axis="0 1 0"/><geom type="mesh" mesh="wedge"/></body>
  </worldbody>
  <equality><joint joint1="swing" active="false"/></equality>
  <actuator><motor name="motor" joint="swing"/></actuator>
  <sensor><jointpos joint="swing"/><framepos objtype="site" objname="s"/></sensor>
</mujoco>
"""


@pytest.fixture
def model():
    """Return a model that has been stepped."""
    model = corten.load_model_from_string(SCENE)
    corten.step(model, model.make_data())
    return model


def stages(model):
    """Return the names of the stages of a step."""
    return [stage.__name__ for stage in get_plan(model, "step").stages]


def test_options_are_obeyed_however_they_are_set(model):
    """Take the integrator that was set last, by the group of options or by the field."""
    data = model.make_data()
    model.opt_integrator = Integrator.RK4
    corten.step(model, data)
    assert "rk4_begin" in stages(model)
    model.opt.integrator = Integrator.EULER
    corten.step(model, data)
    assert "rk4_begin" not in stages(model)


def test_plans_come_back(model):
    """Find the plan of choices that were taken before instead of making it again."""
    first = get_plan(model, "step")
    model.opt_disableflags = DisableBit.CONTACT
    assert get_plan(model, "step") is not first
    model.opt_disableflags = 0
    assert get_plan(model, "step") is first


def test_a_geom_becomes_another_shape(model):
    """Let a ball that becomes a box rest on the floor, in a Data that knew the ball."""
    data = model.make_data()
    corten.step(model, data)
    model.geom_type[model.id("geom", "ball")] = GeomType.BOX
    corten.step(model, data, 300)
    assert data.qpos[2] == pytest.approx(0.1, abs=10 * LENGTH)
    assert data.ncon >= 4


def test_a_plane_becomes_a_ball(model):
    """Sort a geom in place anew when it is no plane any more: what lay on the plane lies on the ball."""
    data = model.make_data()
    corten.step(model, data, 100)
    model.geom_type[0], model.geom_size[0] = GeomType.SPHERE, (0.01, 0, 0)
    corten.step(model, data, 300)
    assert data.qpos[2] == pytest.approx(0.11, abs=LENGTH)


SHAPES = {
    GeomType.PLANE: 'size=".1 .2 .3"',
    GeomType.HFIELD: 'hfield="hill"',
    GeomType.SPHERE: 'size=".1 .2 .3"',
    GeomType.CAPSULE: 'size=".1 .2 .3"',
    GeomType.ELLIPSOID: 'size=".1 .2 .3"',
    GeomType.CYLINDER: 'size=".1 .2 .3"',
    GeomType.BOX: 'size=".1 .2 .3"',
    GeomType.MESH: 'mesh="wedge"',
    GeomType.SDF: 'mesh="wedge"',
}


@pytest.mark.parametrize("kind", SHAPES, ids=lambda kind: kind.name)
def test_bounds_follow_the_type(kind):
    """Give a geom whose type changes the box and the radius that it has if it is written with that type."""
    geoms = [f'<geom type="{other.name.lower()}" {shape}/>' for other, shape in SHAPES.items()]
    assets = SCENE[SCENE.index("<asset>") : SCENE.index("<worldbody>")]
    model = corten.load_model_from_string(f"<mujoco>{assets}<worldbody>{''.join(geoms)}</worldbody></mujoco>")
    wanted = list(SHAPES).index(kind)
    for geom in range(model.ngeom):
        model.geom_type[geom], model.geom_dataid[geom] = kind, model.geom_dataid[wanted]
        model.geom_size[geom] = model.geom_size[wanted]
    corten.forward(model, model.make_data())
    np.testing.assert_array_equal(model.geom_aabb, np.tile(model.geom_aabb[wanted], (model.ngeom, 1)))
    np.testing.assert_array_equal(model.geom_rbound, model.geom_rbound[wanted])


@pytest.mark.parametrize(
    ("field", "index", "value", "words"),
    [
        ("geom_type", 1, 77, r"geom_type\[1\] is 77; allowed are PLANE \(0\)"),
        ("geom_type", 1, GeomType.MESH, r"geom_dataid\[1\] is -1; allowed are numbers of meshes, 0 to 0"),
        ("geom_dataid", 2, 5, r"geom_dataid\[2\] is 5"),
        ("mesh_collision", 0, 1, r"mesh_collision\[0\] is 1; .* load_model"),
        ("geom_condim", 1, 2, r"geom_condim\[1\] is 2; allowed are 1, 3, 4, 6"),
        ("geom_matid", 0, 0, r"geom_matid\[0\] is 0; allowed are -1 and no numbers"),
        ("eq_obj1id", 0, 9, r"eq_obj1id\[0\] is 9; allowed are 0 to 1"),
        ("eq_obj1id", 0, 0, r"eq_obj1id\[0\] is 0; allowed are joints that are hinges or slides: 1"),
        ("eq_type", 0, EqualityType.FLEXVERT, r"eq_type\[0\] is 5; allowed are CONNECT"),
        ("sensor_objid", 1, 1, r"sensor_objid\[1\] is 1; allowed are 0 to 0"),
        ("cam_bodyid", 0, -1, r"cam_bodyid\[0\] is -1; allowed are 0 to 2"),
        ("actuator_dyntype", 0, 1, r"actuator_dyntype\[0\] is 1, but the actuator has 0 activations"),
        ("actuator_biastype", 0, BiasType.USER, r"actuator_biastype\[0\] is 5 and was 0"),
    ],
)
def test_what_cannot_be_obeyed_is_refused(model, field, index, value, words):
    """Name field, place, value and what is allowed, and run again once it is mended."""
    data = model.make_data()
    before = getattr(model, field)[index]
    getattr(model, field)[index] = value
    with pytest.raises(corten.ModelError, match=words):
        corten.step(model, data)
    assert data.time == 0.0
    getattr(model, field)[index] = before
    corten.step(model, data)
    assert data.time > 0.0


def test_copies_know_what_was_accepted(model):
    """Refuse in a copy what was written before it was copied."""
    model.actuator_biastype[0] = BiasType.USER
    for twin in (model.copy(), model.__reduce__()[0](*model.__reduce__()[1])):
        with pytest.raises(corten.ModelError, match="actuator_biastype"):
            corten.step(twin, twin.make_data())


class Reader:
    """A model that records which fields are read."""

    def __init__(self, model):
        self._model, self.read = model, set()

    def __getattr__(self, name):
        self.read.add(name)
        return getattr(self._model, name)


@pytest.mark.parametrize("kind", KINDS)
def test_plans_follow_from_what_is_watched(model, kind):
    """Make plans from choices and from what users cannot change, and from nothing else."""
    for flags in (0, 16 | 2):
        model.opt_enableflags = flags
        reader = Reader(model)
        # some kinds cannot be had with sleep
        with contextlib.suppress(corten.UnsupportedFeatureError):
            KINDS[kind](reader)
        fields = {name for name in reader.read if name in MODEL.fields}
        free = {name for name in fields if MODEL.fields[name].block not in (CHOICES, STRUCTURE)}
        assert not free, f"{kind} is made from {free}"


def test_what_users_cannot_write(model):
    """Refuse writes to counts, addresses and structure with the errors that Python and NumPy have for it."""
    data = model.make_data()
    for owner, name in ((model, "nv"), (data, "ncon"), (data, "nefc"), (data, "maxcon"), (data, "model")):
        with pytest.raises(AttributeError, match="can be read, not assigned"):
            setattr(owner, name, 3)
    for owner, name in ((model, "jnt_qposadr"), (model, "body_parentid"), (data, "efc_id"), (data, "body_awake_ind")):
        with pytest.raises(ValueError, match="read-only"):
            getattr(owner, name)[...] = 3
        with pytest.raises(AttributeError, match="can be read, not assigned"):
            setattr(owner, name, 3)
    assert data.nq == model.nq and np.all(model.jnt_qposadr == [0, 7])


READ_ONLY = "jnt_type actuator_trntype actuator_trnid sensor_type geom_bodyid site_bodyid body_parentid jnt_qposadr"


@pytest.mark.parametrize("name", READ_ONLY.split())
def test_structure_says_what_to_do_instead(model, name):
    """Name the field and the remedy where somebody writes structure, as a whole, at a place or in a part."""
    words = f"Model.{name} .*change the Spec and compile it again"
    with pytest.raises(AttributeError, match=words):
        setattr(model, name, 0)
    with pytest.raises(ValueError, match=words):
        getattr(model, name)[0] = 0
    with pytest.raises(ValueError, match=words):
        getattr(model, name)[:1][:] = 0


def test_results_of_read_only_fields_are_plain(model):
    """Let users compute with read-only fields and write into copies of them."""
    twice, taken = 2 * model.jnt_qposadr, model.jnt_qposadr[[1, 0]]
    twice[0], taken[0] = 5, 6
    assert type(twice) is np.ndarray
    assert type(model.jnt_qposadr.sum() + model.jnt_qposadr[0]) is not type(model.jnt_qposadr)
    assert np.all(model.jnt_qposadr == [0, 7])


def test_sights_without_a_target_do_not_hinder_changes():
    """Let options change in a model whose cameras and lights shall face a body that nobody named."""
    sights = "".join(f'<camera mode="{mode}"/><light mode="{mode}"/>' for mode in ("targetbody", "targetbodycom"))
    model = corten.load_model_from_string(SCENE.replace("<camera", f"{sights}<camera"))
    data = model.make_data()
    model.opt.integrator = Integrator.IMPLICITFAST
    corten.step(model, data)
    assert data.time > 0.0
