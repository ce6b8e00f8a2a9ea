"""Forces on bodies and shapes that are plugins of users: choice, configuration, batches, copies and mistakes."""

import copy
import hashlib
import pickle
import re

import numpy as np
import pytest

import corten
import support.user_plugins  # noqa: F401 - registers plugins
from corten.distance_field import sdf_distance, sdf_gradient
from corten.errors import ModelError
from corten.runtime import sqrt
from corten.runtime.kernel import Helper
from corten.stages.user import registry
from support.batches import Twins
from support.modes import OTHER_MODES, check_same_output
from support.plugin_scenes import shape_scene
from support.tolerance import EXACT, FORMULA_CONTACT


@corten.register("sdf", "test.ball", config={"radius": 0.2, "x": 0.5})
def ball(prm, x):
    """A sphere beside the origin."""
    out = x[0] - prm[1]
    return sqrt(out * out + x[1] * x[1] + x[2] * x[2]) - prm[0]


@corten.register("sdf_box", "test.ball")
def ball_box(prm):
    """A box around it."""
    reach = 1.1 * prm[0]
    return prm[1], 0, 0, reach, reach, reach


@corten.register("sdf", "test.boxless")
def boxless(prm, x):
    """A shape without a box."""
    return x[0]


@corten.register("sdf", "test.empty")
def empty(prm, x):
    """A shape without an inside."""
    return 1


@corten.register("sdf", "test.nan")
def no_number(prm, x):
    """A distance that is not a number."""
    return 0.0 / (prm[0] - prm[0])


@corten.register("sdf_box", "test.empty")
@corten.register("sdf_box", "test.nan")
def unit_box(prm):
    """A cube."""
    return 0, 0, 0, 1, 1, 1


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """Forget what a test registers."""
    copies = {kind: dict(functions) for kind, functions in registry._registered.items()}
    monkeypatch.setattr(registry, "_registered", copies)


def shape_xml(*plugins: str, config: str = "", more: str = "") -> str:
    """Return a free body of several shapes above a floor."""
    declared = "".join(
        f'<plugin plugin="{name}"><instance name="i{k}">{config}</instance></plugin>' for k, name in enumerate(plugins)
    )
    meshes = "".join(f'<mesh name="m{k}"><plugin instance="i{k}"/></mesh>' for k in range(len(plugins)))
    geoms = "".join(
        f'<geom name="g{k}" type="sdf" mesh="m{k}" pos="0 {3 * k} 0"><plugin instance="i{k}"/></geom>'
        for k in range(len(plugins))
    )
    return f"""<mujoco><extension>{declared}</extension><asset>{meshes}</asset><worldbody>
    <geom name="floor" type="box" size="9 9 .1" pos="0 0 -.7"/><body><freejoint/>{geoms}</body></worldbody>
    {more}</mujoco>"""


HINGES = """<mujoco><option><flag contact="disable" gravity="disable" sleep="disable"/></option>
<extension><plugin plugin="test.hinge"><instance name="stiff"><config key="stiffness" value="7"/></instance></plugin>
<plugin plugin="test.homing"/></extension>
<worldbody>
  <body><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/><plugin instance="stiff"/></body>
  <body><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/><plugin plugin="test.hinge"/></body>
  <body><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/><plugin instance="stiff"/></body>
  <body><joint type="slide"/><geom size=".1"/><plugin plugin="test.homing"/></body>
  <body pos="0 3 0"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
</worldbody></mujoco>"""


# ---------------------------------------------------------------- forces


def test_instances_have_their_own_numbers():
    """Give each body the force of its instance, and bodies without a plugin none."""
    model = corten.load_model_from_string(HINGES)
    data = model.make_data()
    data.qpos[:] = 0.1
    corten.forward(model, data)
    assert np.allclose(data.qfrc_passive, [-0.7, -0.1, -0.7, -0.4, 0.0], rtol=0, atol=EXACT)
    assert model.plugin_names == ("test.hinge", "test.hinge", "test.homing")
    assert model.body_plugin.tolist() == [-1, 0, 1, 0, 2, -1]
    assert sum(stage.__name__ == "user_passive" for stage in model._plans["forward"].stages) == 2


def test_forces_in_batches():
    """Step environments with different configurations side by side as each by itself."""
    model = corten.load_model_from_string(HINGES)
    twins = Twins(model, 5, lanes=None, threads=2, keep=("qfrc_passive",))
    twins.vary(plugin_prm=twins.rng.uniform(1, 9, (5, *model.plugin_prm.shape)))
    twins.push()
    for _ in range(5):
        twins.step(2)
    assert not twins.differences()


def test_pushed_trees_stay_awake():
    """Let trees that a plugin pushes not fall asleep by themselves."""
    model = corten.load_model_from_string(HINGES.replace('sleep="disable"', 'sleep="enable"'))
    data = model.make_data()
    corten.step(model, data, 60)
    assert data.tree_awake.tolist() == [1, 1, 1, 1, 0]


def test_models_without_forces_run_nothing_new():
    """Leave plans of other models as they are."""
    model = corten.load_model_from_string(HINGES.replace('<plugin instance="stiff"/>', ""))
    bare = corten.load_model_from_string(
        re.sub(r"<extension>.*</extension>|<plugin .*?/>", "", HINGES, flags=re.DOTALL)
    )
    for each, count in ((model, 2), (bare, 0)):
        corten.step(each, each.make_data())
        assert sum("user" in stage.name for stage in each._plans["step"].stages) == count


# ---------------------------------------------------------------- shapes


def test_box_beside_the_origin():
    """Find the surface of a shape whose box is not about the origin: mass, place and bounds of a ball."""
    model = corten.load_model_from_string(shape_xml("test.ball"))
    sample = 2 * 1.1 * 0.2 / 100
    assert np.allclose(model.geom_aabb[1], [0.5, 0, 0, 0.2, 0.2, 0.2], rtol=0, atol=sample)
    assert np.isclose(model.body_mass[1], 1000 * 4 / 3 * np.pi * 0.2**3, rtol=sample, atol=0)


def test_several_shapes():
    """Let each geom have its own plugin, instance and configuration, MuJoCo's among them."""
    names = ("test.ball", "mujoco.sdf.torus", "test.torus", "test.ball")
    model = corten.load_model_from_string(shape_xml(*names))
    assert model.plugin_names == names
    data = model.make_data()
    data.qpos[2] = -0.45
    corten.forward(model, data)
    assert set(data.contact_geom[: data.ncon, 1].tolist()) == {1, 4}
    for k, height in enumerate((0.2, 0.15, 0.15, 0.2)):
        x = 0.5 if names[k] == "test.ball" else 0.35
        dist, geom = corten.ray(model, data, [x, 3 * k, 2], [0, 0, -1])
        assert geom == k + 1
        assert np.isclose(dist, 2.45 - height, rtol=0, atol=FORMULA_CONTACT)


def test_whole_step_is_that_of_the_builtin_shape():
    """Give bit for bit the steps of a built-in shape for a plugin with its formulas, seen by rays too."""
    xml = shape_scene("torus").replace("</worldbody>", '<site name="s" pos="0 0 2" zaxis="0 0 -1"/></worldbody>')
    xml = xml.replace("</mujoco>", '<sensor><rangefinder site="s"/></sensor></mujoco>')
    one, other = (
        corten.load_model_from_string(xml.replace("mujoco.sdf.", prefix)) for prefix in ("mujoco.sdf.", "test.")
    )
    first, second = one.make_data(), other.make_data()
    first.qpos[:3] = second.qpos[:3] = -0.1, -0.3, 0.0
    touched = 0
    for _ in range(30):
        corten.step(one, first)
        corten.step(other, second)
        assert first.qpos.tobytes() == second.qpos.tobytes()
        assert first.sensordata.tobytes() == second.sensordata.tobytes()
        touched += first.ncon
    assert touched


def test_no_stage_asks_past_a_plugin():
    """Exchange the distance fields in all stages that reach them, so that none takes a plugin for something else."""
    xml = shape_xml("test.ball", more='<sensor><rangefinder site="s"/></sensor>')
    model = corten.load_model_from_string(xml.replace("<freejoint/>", '<freejoint/><site name="s" pos="9 0 0"/>'))
    corten.forward(model, model.make_data())
    reaching = 0
    for stage in model._plans["forward"].stages:
        reached = callees(stage)
        names = {helper.name for helper in reached}
        reaching += sdf_distance.name in names
        for field, twin in ((sdf_distance, "user_distance"), (sdf_gradient, "user_gradient")):
            assert field not in reached or any(name.endswith(twin) for name in names), stage.name
    assert reaching >= 2


def callees(helper: Helper) -> set[Helper]:
    """Return a kernel and everything that it calls."""
    found: set[Helper] = set()
    helper.fingerprint(hashlib.sha256(), (), found)
    return found


def test_shapes_in_batches():
    """Step bodies of a plugin's shape side by side as each by itself."""
    twins = Twins(corten.load_model_from_string(shape_xml("test.ball")), 5, lanes=None, threads=2, keep=("ncon",))
    twins.write("qpos", np.tile([0.0, 0, -0.45, 1, 0, 0, 0], (5, 1)) + twins.rng.uniform(0, 0.03, (5, 7)))
    for _ in range(4):
        twins.step(2)
    assert max(data.ncon for data in twins.alone) > 0
    assert not twins.differences()


def test_copies_and_pickles():
    """Keep plugins in copies and pickles; one that is missing then is an error that names it."""
    model = corten.load_model_from_string(shape_xml("test.ball"))
    for twin in (model.copy(), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        corten.step(twin, twin.make_data())
    content = pickle.dumps(model)
    del registry._registered["sdf"]["test.ball"]
    other = pickle.loads(content)
    with pytest.raises(ModelError, match=r"the plugin 'test\.ball' is no sdf function that is registered"):
        corten.step(other, other.make_data())


def test_redefinition(tmp_path):
    """Let a shape that is defined again replace itself, in models that exist already and in those that come."""
    source = (
        "import corten\n"
        '@corten.register("sdf", "test.cell")\n'
        "def cell(prm, x):\n    return abs(x[2]) - {size}\n"
        '@corten.register("sdf_box", "test.cell")\n'
        "def cell_box(prm):\n    return 0, 0, 0, 1, 1, 1\n"
    )
    # the surface is found on a grid of a hundred steps along each axis
    model, distances, sample = None, [], 2 / 100
    for size in (0.2, 0.3):
        file = tmp_path / f"cell_{size}.py"
        file.write_text(source.format(size=size))
        exec(compile(file.read_text(), str(file), "exec"), {"__name__": "notebook"})
        model = model or corten.load_model_from_string(shape_xml("test.cell"))
        data = model.make_data()
        corten.forward(model, data)
        distances.append(corten.ray(model, data, [0.0, 0, 2], [0.0, 0, -1])[0])
        new = corten.load_model_from_string(shape_xml("test.cell"))
        assert np.isclose(new.geom_aabb[1, 5], size, rtol=0, atol=sample)
    assert np.allclose(distances, [1.8, 1.7], rtol=0, atol=FORMULA_CONTACT)


PROGRAM = """
import os, corten, support.user_plugins
mode, os.environ["CORTEN_KERNELS"] = os.environ["CORTEN_KERNELS"], "compiled"
model = corten.load_model_from_string('''{xml}''')
os.environ["CORTEN_KERNELS"] = mode
data = model.make_data()
data.qpos[2] = -0.48
for _ in range(2):
    corten.step(model, data)
    print(data.ncon, data.qpos.tolist())
"""
WINDY = '<freejoint/><plugin plugin="test.wind"/>'


@pytest.mark.parametrize("mode", OTHER_MODES)
def test_modes(mode):
    """Give the same bits compiled, checked and as plain Python; the surface is found by compiled kernels."""
    xml = shape_xml("test.torus").replace("<freejoint/>", WINDY)
    xml = xml.replace("</extension>", '<plugin plugin="test.wind"/></extension>')
    lines = check_same_output(PROGRAM.format(xml=xml), mode)
    assert not lines[-1].startswith("0 ")


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("xml", "words"),
    [
        (HINGES.replace('key="stiffness"', 'key="softness"'), "key is 'softness', which 'test.hinge' does not have"),
        (HINGES.replace('"test.homing"', '"test.ball"'), "'test.ball' does not serve as a force on bodies"),
        (HINGES.replace('"test.homing"', '"test.gone"'), "'test.gone', which is neither built in nor registered"),
        (shape_xml("test.homing"), "'test.homing' does not serve as a shape"),
        (shape_xml("test.boxless"), "the plugin 'test.boxless' has no box; register an sdf_box function"),
        (shape_xml("test.empty"), "has no inside: no distance in its box is negative"),
        (shape_xml("test.nan"), "is not a number everywhere in its box"),
        (shape_xml("test.ball", config='<config key="radius" value="-1"/>'), "with these parameters has no size"),
        (shape_xml("test.ball", config='<config key="radius" value="big"/>'), "radius is 'big'; it must be a number"),
    ],
)
def test_mistakes(xml, words):
    """Refuse it with the line, and say what is wrong."""
    with pytest.raises(ModelError, match=words) as caught:
        corten.load_model_from_string(xml)
    assert caught.value.line


def test_taken_name():
    """Refuse another function of a kind under a name that is taken."""
    with pytest.raises(ValueError, match=r"the sdf function 'test.ball' is .*\.ball already"):
        corten.register("sdf", "test.ball")(boxless.function)
    with pytest.raises(ValueError, match=r"the sdf function 'test\.ball' has another config"):
        corten.register("sdf_gradient", "test.ball", config={"radius": 1.0})(slope)


def slope(prm, x):
    return 1.0, 0.0, 0.0
