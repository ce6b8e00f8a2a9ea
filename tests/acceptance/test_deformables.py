"""DE1 to DE4: cloth, soft bodies and ropes by XPBD, in one contact problem with rigid bodies."""

import functools

import numpy as np
import pytest

import corten
from corten.deformable.fields.kinds import Deformable
from corten.enums import EnableBit
from corten.pipeline.plans import get_plan
from corten.spec.materials import PRESETS
from support import oracle, tolerance
from support.deformable_scenes import PLANE, cloth_on_ball, elastic, one_of_each, settle, vertices

# part of the weight by which what carries a body at rest differs from it: what is left of its motion
WEIGHT = 1e-3

# strain of a constraint at rest beside compliance times force, relative to the largest: what is left of its motion
HELD = 1e-4

# [m] mean height of a draped sheet solved once or four times in a step: its corners, a tenth of it, hang otherwise
FOLDS = 2e-3

# part of the energy by which that of a sheet at rest may grow in a step; what contacts store is not counted
GROWTH = 1e-6

# strain of edges of soft things that hang or have just landed; diagonals of woven cloth give way most
STRETCH = 0.4

ALL = [(kind, preset) for kind, presets in PRESETS.items() for preset in presets]

FLEX = """<mujoco>
  <custom><text name="corten.cloth.sheet" data="{}"/></custom>
  <worldbody>{}</worldbody>
  <deformable><flex name="sheet" dim="2" body="a b c d" element="0 1 2 1 3 2" radius=".001"/></deformable>
</mujoco>"""
CORNERS = "".join(
    f'<body name="{name}" pos="{x} {y} 1"><inertial pos="0 0 0" mass=".01" diaginertia="1e-6 1e-6 1e-6"/>'
    '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/></body>'
    for name, x, y in (("a", 0, 0), ("b", 0.1, 0), ("c", 0, 0.1), ("d", 0.1, 0.1))
)


@pytest.mark.parametrize(("kind", "preset"), ALL)
def test_every_material_falls_and_lands(kind, preset):
    """DE1: build each preset in Python, drop it on the floor, and find it there."""
    spec = corten.Spec()
    spec.worldbody.add_geom(**PLANE)
    if kind == "rope":
        flex = spec.add_rope("it", preset, points=[(0.02 * i, 0, 0.03) for i in range(5)])
    else:
        add, count = (spec.add_cloth, (3, 3)) if kind == "cloth" else (spec.add_soft_body, (2, 2, 2))
        flex = add("it", preset, count=count, spacing=0.02, pos=(0, 0, 0.03))
    flex.radius = 0.002
    model = spec.compile()
    assert model.flex_deformable[0] == Deformable[kind.upper()]
    data = settle(model, 0.4)
    places = vertices(model, data, "it")
    assert np.isfinite(places).all()
    assert 0.001 < places[:, 2].min() < 0.003
    # masses are those of the material: density times volume
    numbers = PRESETS[kind][preset]
    volume = {
        "cloth": lambda: 0.04**2 * numbers["thickness"],
        "soft_body": lambda: 0.02**3,
        "rope": lambda: 0.08 * np.pi * numbers["radius"] ** 2,
    }[kind]()
    np.testing.assert_allclose(model.body_mass.sum(), numbers["density"] * volume, rtol=tolerance.EXACT)


def test_mjcf_and_python_agree():
    """DE1: write what Python built as MJCF and read it again, in MuJoCo as well: the same model, the same steps."""
    spec = one_of_each()
    text = spec.to_xml()
    here, there = spec.compile(), corten.load_model_from_string(text)
    assert oracle.load_both(text)[0].nflex == 4
    np.testing.assert_array_equal(here.xpbd_compliance, there.xpbd_compliance)
    np.testing.assert_array_equal(settle(here, 0.1).qpos, settle(there, 0.1).qpos)


FLEXCOMPS = {
    "cloth": ("silk", 'type="grid" dim="2" count="4 4 1"', '<pin id="0"/>'),
    "soft_body": ("gelatin", 'type="box" dim="3" count="3 3 3"', ""),
    "rope": ("rope", 'type="grid" dim="1" count="5 1 1"', '<pin id="0"/>'),
}


@pytest.mark.parametrize("kind", FLEXCOMPS)
def test_flexcomps_have_materials(kind):
    """DE1: make cloth, a soft body and a rope of flexcomps: they hold together, and MuJoCo loads the file."""
    material, shape, inner = FLEXCOMPS[kind]
    xml = (
        f'<mujoco><custom><text name="corten.{kind}.it" data="{material}"/></custom><worldbody><flexcomp name="it" '
        f'{shape} spacing=".05 .05 .05" radius=".005" mass="1">{inner}<contact selfcollide="none"/></flexcomp>'
        '<geom type="plane" size="1 1 1" pos="0 0 -.2"/></worldbody></mujoco>'
    )
    model = corten.load_model_from_string(xml)
    assert model.flex_deformable.tolist() == [Deformable[kind.upper()]]
    before, after = (vertices(model, settle(model, seconds), "it").copy() for seconds in (0.0, 0.3))
    lengths = [np.linalg.norm(np.diff(places[model.flex_edge], axis=1), axis=2) for places in (before, after)]
    np.testing.assert_allclose(lengths[1], lengths[0], rtol=STRETCH)
    assert np.abs(after - before).max() > 0.01
    assert oracle.load_both(xml)[0].nflex == 1


def test_density_sets_the_masses_of_vertices():
    """DE1: take masses from the density where one is given, those of the file otherwise."""
    given = corten.load_model_from_string(FLEX.format("cotton density=1000 thickness=.001", CORNERS))
    np.testing.assert_allclose(given.body_mass[1:], np.array([1, 2, 2, 1]) * 0.01 / 6, rtol=tolerance.EXACT)
    kept = corten.load_model_from_string(FLEX.format("young=1e6 thickness=.001", CORNERS))
    np.testing.assert_array_equal(kept.body_mass[1:], 0.01)


def slide(friction):
    """Return how far [m] a soft block slides down a slope of 0.3 in half a second."""
    spec = corten.Spec()
    angle = np.arctan(0.3)
    spec.option.gravity = (9.81 * np.sin(angle), 0, -9.81 * np.cos(angle))
    spec.worldbody.add_geom(**PLANE, friction=(0.05, 0.005, 0.0001))
    block = elastic(young=1e5, friction=friction, damping=0.01)
    spec.add_soft_body("block", count=(3, 3, 3), spacing=0.03, pos=(0, 0, 0.0312), **block)
    model = spec.compile()
    return vertices(model, settle(model, 0.5), "block")[:, 0].mean()


def test_friction_is_that_of_the_material():
    """DE2: let a block slide on a slope that is steeper than its friction, and rest on one that is not."""
    # from rest: (sin - friction cos) g t^2 / 2, less the time until it stands
    free = 9.81 * (np.sin(np.arctan(0.3)) - 0.1 * np.cos(np.arctan(0.3))) * 0.5**2 / 2
    assert 0.8 * free < slide(0.1) < 1.05 * free
    assert slide(0.5) < 0.02 * free


@functools.cache
def resting(kind):
    """Return the model of a ball that rests in a rigid or soft hollow, or on a sheet, and its Data."""
    spec = corten.Spec()
    spec.option.timestep = 0.004
    spec.worldbody.add_geom(**PLANE)
    if kind == "soft_body":
        # a vertex in the middle lets a hollow form there
        spec.add_soft_body("it", "muscle", count=(5, 5, 5), spacing=0.025, pos=(0, 0, 0.051), damping=0.05)
    elif kind == "cloth":
        pins = [i for i in range(49) if i % 7 in (0, 6) or i // 7 in (0, 6)]
        spec.add_cloth("it", "rubber", count=(7, 7), spacing=0.05, pos=(0, 0, 0.1), pins=pins, damping=0.05)
    top = {"rigid": 0.0, "soft_body": 0.102, "cloth": 0.101}[kind]
    ball = spec.worldbody.add_body(name="ball", pos=(0.001, 0.002, top + 0.05))
    ball.add_freejoint()
    ball.add_geom(name="ball", type="sphere", size=(0.05,), mass=0.5, condim=6, friction=(1, 0.01, 0.01))
    model = spec.compile()
    return model, settle(model, 2.0)


@pytest.mark.parametrize("kind", ["soft_body", "cloth"])
def test_rigid_body_feels_the_force_of_a_rigid_copy(kind):
    """DE3: let a ball rest on the floor, on a soft block and on a sheet: all carry its weight, and it does not move."""
    forces = {}
    for ground in ("rigid", kind):
        model, data = resting(ground)
        dof = model.jnt_dofadr[model.body_jntadr[model.id("body", "ball")]]
        forces[ground] = data.qfrc_constraint[dof : dof + 3].copy()
        assert np.abs(data.qvel[dof : dof + 3]).max() < tolerance.REST
    np.testing.assert_allclose(forces["rigid"], [0, 0, 0.5 * 9.81], atol=WEIGHT * 0.5 * 9.81)
    np.testing.assert_allclose(forces[kind], forces["rigid"], atol=WEIGHT * 0.5 * 9.81)


def test_what_a_body_feels_its_ground_feels_too():
    """DE2: weigh a soft block with a ball on it: the floor carries both, so forces act both ways."""
    model, data = resting("soft_body")
    floor = sum(corten.contact_force(model, data, c)[0] for c in range(data.ncon) if data.contact_geom[c, 0] == 0)
    np.testing.assert_allclose(floor, model.body_mass.sum() * 9.81, rtol=WEIGHT)


def test_cloth_on_a_ball_comes_to_rest():
    """DE3: drape cloth over a ball: after some seconds it creeps at most, and does not jitter."""
    model = cloth_on_ball().compile()
    data = settle(model, 7.0)
    speeds = []
    for _ in range(50):
        corten.step(model, data)
        speeds.append(data.qvel.copy())
    assert np.abs(speeds).max() < tolerance.REST
    # vertices that jitter would have velocities that change their sign; these hardly change within 0.2 s
    assert np.std(speeds, axis=0).max() < 0.1 * tolerance.REST
    # it hangs down around the ball, and no vertex is inside of it
    places = vertices(model, data, "sheet")
    assert places[:, 2].min() < 0.0
    assert np.linalg.norm(places, axis=1).min() > 0.3


def test_a_fine_sheet_lies_still():
    """DE3: drape a sheet of 20 x 20 vertices of cotton: it rests, no velocity flickers, its energy does not grow.

    `benchmarks/cloth_at_rest.py` tells how still sheets of other sizes and materials lie.
    """
    heights = []
    for substeps in (1, 4):
        spec = corten.Spec()
        spec.option.timestep = 0.005
        spec.worldbody.add_geom(type="sphere", size=(0.3,))
        shape = {"count": (20, 20), "spacing": 0.6 / 19, "pos": (0, 0, 0.305)}
        flex = spec.add_cloth("sheet", "cotton", substeps=substeps, **shape)
        flex.first("contact").solimp = (0.9, 0.95, 0.001)
        model = spec.compile()
        model.opt.enableflags |= EnableBit.ENERGY
        data = settle(model, 2.0)
        flicker, energies = 0.0, []
        for _ in range(60):
            before = data.qvel.copy()
            corten.step(model, data)
            flicker = max(flicker, np.abs(data.qvel - before).max())
            energies.append(data.energy.sum())
        assert np.abs(data.qvel).max() < tolerance.REST
        # contacts that come and go would let vertices fall for a step at least, by g h
        assert flicker < 0.1 * 9.81 * model.opt_timestep
        assert np.diff(energies).max() < GROWTH * energies[0]
        heights.append(vertices(model, data, "sheet")[:, 2])
    # folds that hang down may fall differently: means of what lies and hangs
    assert np.mean(heights[0]) == pytest.approx(np.mean(heights[1]), abs=FOLDS)


@pytest.mark.parametrize("material", PRESETS["cloth"])
def test_every_cloth_lies_still(material):
    """DE3: drape a sheet of each material, with contacts as hard as those of geoms: it comes to rest."""
    spec = corten.Spec()
    spec.option.timestep = 0.005
    spec.worldbody.add_geom(type="sphere", size=(0.3,))
    flex = spec.add_cloth("sheet", material, count=(13, 13), spacing=0.05, pos=(0, 0, 0.305))
    flex.first("contact").solimp = (0.9, 0.95, 0.001)
    model = spec.compile()
    data = settle(model, 4.0)
    flicker = 0.0
    for _ in range(50):
        before = data.qvel.copy()
        corten.step(model, data)
        flicker = max(flicker, np.abs(data.qvel - before).max())
    assert np.sqrt(np.mean(data.qvel**2)) < 0.1 * tolerance.REST
    assert flicker < 0.05 * 9.81 * model.opt_timestep


@pytest.mark.parametrize("material", ["cotton", "rubber"])
def test_light_vertices_under_tension_lie_still(material):
    """DE3: let what hangs down pull at light vertices: h^2 stiffness of tension is several masses, and nothing shakes.

    That is the state of 50 x 50 vertices in steps of 5 ms, for which `benchmarks/cloth_at_rest.py` has the figures.
    """
    spec = corten.Spec()
    spec.option.timestep = 0.01
    spec.worldbody.add_geom(type="sphere", size=(0.3,))
    spec.add_cloth("sheet", material, count=(26, 26), spacing=0.024, pos=(0, 0, 0.305))
    model = spec.compile()
    data = settle(model, 3.0)
    taut = data.work.xpbd_tension[~np.isfinite(model.xpbd_compliance)]
    # a triangle of stiffness s along u has s / spacing^2 of motion across, and there are six around a vertex
    assert model.opt_timestep**2 * np.percentile(taut, 90) * 6 / 0.024**2 > 4 / 3 * np.median(model.body_mass[1:])
    speeds = []
    for _ in range(50):
        corten.step(model, data)
        speeds.append(np.linalg.norm(data.qvel.reshape(-1, 3), axis=1))
    # what creeps may move on now and then, at other times on other machines; what shakes has four times that and more
    assert np.sqrt(np.mean(np.square(speeds), axis=1)).max() < tolerance.REST
    assert np.max(speeds) < 10 * tolerance.REST


@pytest.mark.parametrize("kind", ["soft_body", "cloth"])
def test_constraints_hold_with_contacts(kind):
    """DE3: at rest under a ball, every constraint is strained by its compliance times its force."""
    model, data = resting(kind)
    strains = np.isfinite(model.xpbd_compliance)
    wanted = -model.xpbd_compliance[strains] * data.efc_force[data.work.xpbd_row[strains]]
    np.testing.assert_allclose(data.work.xpbd_pos[strains], wanted, atol=HELD * np.abs(wanted).max())


@pytest.mark.parametrize("substeps", [1, 2, 3, 4])
def test_substeps(substeps):
    """DE4: read substeps from MJCF; a step solves so often, and later solutions fit their constraints better."""
    model = corten.load_model_from_string(FLEX.format(f"rubber substeps={substeps}", CORNERS))
    assert model.flex_substeps.tolist() == [substeps]
    solves = [stage.__name__ for stage in get_plan(model, "step").stages].count("newton")
    assert solves == substeps


def test_substeps_reduce_what_is_left():
    """DE4: spin a stiff rope fast: with more substeps its length is kept better at the end of a step."""

    def error(substeps):
        spec = corten.Spec()
        spec.option.gravity = (0, 0, 0)
        spec.option.timestep = 0.01
        rope = elastic(young=1e9, radius=0.01, substeps=substeps)
        spec.add_rope("rope", points=[(0.1 * i, 0, 0) for i in range(3)], pins=(0,), **rope)
        model = spec.compile()
        data = model.make_data()
        data.qvel[4], data.qvel[10], data.qvel[2] = 1.0, 2.0, 10.0
        corten.step(model, data)
        corten.forward(model, data)
        return np.abs(np.linalg.norm(np.diff(vertices(model, data, "rope"), axis=0), axis=1) - 0.1).max()

    assert error(3) < 0.1 * error(1)


def test_others_pay_nothing():
    """DE4: find no stage of deformables in a plan of a model without, whether it has flexes or not."""
    plain = corten.load_model_from_string(
        "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>"
    )
    flex = corten.load_model_from_string(
        FLEX.replace("<text", "<!--").replace("/></custom>", "--></custom>").format("", CORNERS)
    )
    for model, wing in ((plain, "corten.deformable"), (flex, "corten.deformable.xpbd")):
        assert model.nxpbd == 0
        assert not [stage.name for stage in get_plan(model, "step").stages if stage.name.startswith(wing)]


def test_batches_give_the_bits_of_single_steps():
    """BA1: step deformables with contacts in a batch, and get the bits of stepping each alone."""
    model = cloth_on_ball(5, substeps=2).compile()
    count = 5
    batch = corten.BatchSim(model, count, threads=2)
    alone = [model.make_data() for _ in range(count)]
    for number, data in enumerate(alone):
        data.qvel[:] = batch.qvel[number] = np.random.default_rng(number).normal(0, 0.1, model.nv)
    assert not batch.step_all(60).any()
    for number, data in enumerate(alone):
        corten.step(model, data, 60)
        np.testing.assert_array_equal(batch.qpos[number], data.qpos)
