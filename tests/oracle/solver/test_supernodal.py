"""Newton's method with vertices eliminated by nested dissection, beside the plain order of trees and MuJoCo."""

import pytest

import corten
from corten.deformable.compile import dissection
from corten.pipeline.order import step_stages
from support import oracle, tolerance
from support.isolated import compare
from support.panel_scenes import dissect_all

BALL = '<geom size=".3"/>'
BOX = '<body pos="0 0 .55"><freejoint/><geom type="box" size=".1 .1 .05" mass=".3"/></body>'
HELD = '<edge equality="true"/>'
ELASTIC = '<elasticity young="1e5" poisson=".2" thickness=".005" damping=".01" elastic2d="both"/>'


def cloth(inner: str, collide: str = "none", pin: str = "", pos: str = "0 0 .32") -> str:
    """Return a cloth of 11 x 12 vertices."""
    return (
        f'<flexcomp name="cloth" type="grid" dim="2" count="11 12 1" spacing=".06 .06 .06" pos="{pos}" mass=".5" '
        f'radius=".005"><contact selfcollide="{collide}"/>{pin}{inner}</flexcomp>'
    )


CUBE = (
    '<geom type="plane" size="2 2 1"/><flexcomp name="cube" type="grid" dim="3" count="5 5 6" spacing=".05 .05 .05" '
    'pos="0 0 .135" mass="1" radius=".01"><contact selfcollide="none"/>'
    '<elasticity young="5e4" poisson=".2" damping=".02"/></flexcomp>'
)
FOLDED = cloth(HELD, "auto").replace('pos="0 0 .32"', 'pos="0 0 .32" euler="0 60 20"')
SCENES = {
    "held": ("", BALL + cloth(HELD), ""),
    "pinned": ("", BALL + cloth(HELD, pin='<pin id="0 5 131"/>'), ""),
    "elliptic": ('cone="elliptic"', BALL + BOX + cloth(HELD), ""),
    "box on top": ("", BALL + BOX + cloth(HELD), ""),
    "touches itself": ("", BALL + FOLDED, ""),
    "no islands": ("", BALL + BOX + cloth(HELD), '<option><flag island="disable"/></option>'),
    "elastic": ('integrator="discrete"', BALL + BOX + cloth(ELASTIC), ""),
    "elastic, elliptic": ('integrator="discrete" cone="elliptic"', BALL + BOX + cloth(ELASTIC), ""),
    "solid": ('integrator="discrete"', CUBE, ""),
    "two": ('integrator="discrete"', CUBE + cloth(ELASTIC, pos="0 0 .28"), ""),
}


def scene(option: str, world: str, more: str) -> str:
    """Return the text of a model."""
    option = f'<option solver="Newton" tolerance="1e-12" iterations="200" timestep=".002" {option}/>'
    return f'<mujoco><size memory="200M"/>{option}{more}<worldbody>{world}</worldbody></mujoco>'


@pytest.fixture
def dissected(monkeypatch):
    """Let all flexes be dissected, however few vertices they have."""
    dissect_all(monkeypatch, dissection.LAST_PART)


@pytest.mark.parametrize("name", SCENES)
def test_dissection_changes_no_number(dissected, name):
    """From states of a scene that falls, expect accelerations and velocities after a step to be MuJoCo's."""
    text = scene(*SCENES[name])
    mjm, model = oracle.load_mujoco(text), corten.load_model_from_string(text)
    data, mjd = model.make_data(), oracle.make_data(mjm)
    assert model.nelim > 100
    for _ in range(3):
        corten.step(model, data, 20)
        mjd.qpos[:], mjd.qvel[:], mjd.qacc_warmstart[:] = data.qpos, data.qvel, data.qacc_warmstart
        corten.step(model, data)
        oracle.step(mjm, mjd)
        assert data.ncon == mjd.ncon
        compare("qacc", data.qacc, mjd.qacc, tolerance.STEP)
        compare("qvel", data.qvel, mjd.qvel)
    assert data.ncon > 0


@pytest.mark.parametrize("kind", ["cloth", "rope"])
def test_deformables_are_dissected(monkeypatch, kind):
    """Expect cloth and ropes that are held by XPBD to move alike with and without dissection."""
    spec = corten.Spec()
    spec.option.solver, spec.option.tolerance, spec.option.iterations = "Newton", 1e-12, 100
    spec.worldbody.add_geom(type="sphere", size=(0.3,))
    if kind == "cloth":
        spec.add_cloth("cloth", "cotton", count=(11, 12), spacing=0.06, pos=(0, 0, 0.31))
    else:
        spec.add_rope("rope", "rope", points=[(0.02 * k - 0.4, 0, 0.31) for k in range(40)])
    plain = spec.compile()
    dissect_all(monkeypatch, dissection.LAST_PART)
    model = spec.compile()
    assert plain.nelim == 0 and model.nelim > 30
    one, other = plain.make_data(), model.make_data()
    for _ in range(3):
        corten.step(plain, one, 10)
        other.qpos[:], other.qvel[:], other.qacc_warmstart[:] = one.qpos, one.qvel, one.qacc_warmstart
        corten.step(plain, one)
        corten.step(model, other)
        compare("qacc", other.qacc, one.qacc, tolerance.STEP)
    assert one.ncon > 0


def test_factors_of_sheets_hardly_grow_faster_than_vertices():
    """Expect entries of factors to grow by less than 5 where vertices become four times as many, as n log n does."""
    entries = []
    for n in (24, 48, 96):
        text = scene("", BALL + cloth(HELD).replace("11 12 1", f"{n} {n} 1").replace(".06", f"{0.7 / n}"), "").replace(
            'radius=".005"', 'radius=".002"'
        )
        model = corten.load_model_from_string(text.replace('iterations="200"', 'iterations="1"'))
        data = model.make_data()
        corten.step(model, data)
        entries.append(data.work.nL if model.nelim else data.work.nH)
    assert entries[2] < 5.5 * entries[1]
    assert data.maxH < data.nv and data.nbytes() < 20_000 * n * n


def test_models_without_flexes_run_nothing_of_them():
    """Expect neither stages of flexes and deformables, nor room for factors in panels, where there are none."""
    model = corten.load_model_from_string(f"<mujoco><worldbody>{BALL}{BOX}{BOX}</worldbody></mujoco>")
    data = model.make_data()
    corten.step(model, data)
    names = {f"{stage.__module__}.{stage.__name__}" for stage in step_stages(model)}
    assert not [name for name in names if "flex" in name or "deformable" in name or "panels" in name]
    assert data.work.maxL == data.work.maxrunL == data.work.nblockL == 0
