"""Queries to all environments at once: the bits of single environments, whatever came before; results in place."""

import numpy as np
import pytest

import corten
from support.modes import OTHER_MODES, check_same_output
from support.tolerance import SINGLE_RAYS

N = 40

# geoms of all types, a ball joint, a free joint, a mocap body, and a camera that follows
SHAPES = """
<mujoco>
  <asset>
    <mesh name="stone" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .2 .15 .15 .15"/>
    <hfield name="ground" nrow="3" ncol="3" size="1 1 .1 .1" elevation="0 1 0 1 0 1 0 .5 0"/>
  </asset>
  <worldbody>
    <geom name="plane" type="plane" size="3 3 .1" pos="0 0 -1"/>
    <geom name="hfield" type="hfield" hfield="ground" pos="0 0 -.6"/>
    <body name="ball" pos="0 0 .6"><joint type="ball"/>
      <geom name="capsule" type="capsule" size=".05 .2" pos="0 0 -.2"/><site name="tip" pos="0 0 -.5"/>
      <body name="link" pos="0 0 -.5"><joint type="hinge" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
        <geom name="box" type="box" size=".1 .05 .08"/><site name="end" pos=".1 0 0"/></body></body>
    <body name="free" pos=".5 0 .5"><freejoint/><geom name="ellipsoid" type="ellipsoid" size=".1 .15 .08"/>
      <geom name="cylinder" type="cylinder" size=".06 .1" pos=".2 0 0"/><geom name="sphere" size=".07" pos="0 .2 0"/>
      <geom name="mesh" type="mesh" mesh="stone" pos="0 -.2 0" rgba="1 0 0 1"/></body>
    <body name="hand" mocap="true" pos="-.5 0 .3"><geom name="palm" type="box" size=".1 .1 .02"/></body>
    <camera name="eye" mode="targetbody" target="free" pos="1 1 1"/>
  </worldbody>
</mujoco>
"""


@pytest.fixture(name="model", scope="module")
def _model():
    return corten.load_model_from_string(SHAPES)


def moved(model, **options):
    """Return a batch whose environments are all elsewhere, after some steps."""
    batch, rng = corten.BatchSim(model, N, **options), np.random.default_rng(0)
    batch.qvel[:] = rng.uniform(-1, 1, batch.qvel.shape)
    batch.mocap_pos[:] += rng.uniform(-0.1, 0.1, batch.mocap_pos.shape)
    batch.step_all(5)
    return batch


def ask(batch, rng):
    """Return the answers to all queries, and for each of them what gives that of a single environment."""
    points, directions = rng.uniform(-1, 1, (2, N, 3, 3))
    dtype = batch.qpos.dtype
    points, directions = points.astype(dtype), directions.astype(dtype)
    flags = {"geomgroup": [1, 0, 0, 0, 0, 0], "static": False, "exclude_body": "link"}
    return {
        "jac": (batch.jac(points[:, 0], "link"), lambda m, d, i: corten.jac(m, d, points[i, 0], "link")),
        "jac_body": (batch.jac_body("link"), lambda m, d, i: corten.jac_body(m, d, "link")),
        "jac_body_com": (batch.jac_body_com(3), lambda m, d, i: corten.jac_body_com(m, d, 3)),
        "jac_geom": (batch.jac_geom("mesh"), lambda m, d, i: corten.jac_geom(m, d, "mesh")),
        "jac_site": (batch.jac_site("end"), lambda m, d, i: corten.jac_site(m, d, "end")),
        "subtree": ((batch.jac_subtree_com("ball"),), lambda m, d, i: (corten.jac_subtree_com(m, d, "ball"),)),
        "rays": (batch.rays(points, directions), lambda m, d, i: cast(m, d, points[i], directions[i])),
        "flags": (
            batch.rays(points[:, 0], directions[:, 0], **flags),
            lambda m, d, i: cast(m, d, points[i, 0], directions[i, 0], **flags),
        ),
        "distance": (batch.geom_distance("box", "mesh", 2.0), lambda m, d, i: distance(m, d, "box", "mesh", 2.0)),
        "inverse": ((batch.inverse_all(),), lambda m, d, i: (inverse(m, d),)),
    }


def cast(model, data, *arguments, **flags):
    """Cast rays in one environment, in its precision."""
    distances, geoms = corten.ray(model, data, *arguments, **flags)
    return np.asarray(distances, data.qpos.dtype), np.asarray(geoms, np.int32)


def distance(model, data, *arguments):
    """Measure a distance in one environment, in its precision."""
    value, points = corten.geom_distance(model, data, *arguments)
    return np.asarray(value, data.qpos.dtype), points


def inverse(model, data):
    """Compute inverse dynamics of an environment without changing it."""
    data = data.copy()
    corten.inverse(model, data)
    return data.qfrc_inverse


def assert_alone(batch, rng, numbers=(0, 17, N - 1)):
    """Compare all queries with what single environments give."""
    for name, (answers, alone) in ask(batch, rng).items():
        for i in numbers:
            data = batch.env(i)
            for answer, wanted in zip(answers, alone(data.model, data, i), strict=True):
                if name in ("rays", "flags") and answer.dtype == np.float32:
                    # alone, rays are cast in double precision
                    np.testing.assert_allclose(answer[i], wanted, rtol=SINGLE_RAYS, atol=SINGLE_RAYS)
                else:
                    assert answer[i].tobytes() == np.asarray(wanted).tobytes(), (name, i)


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_answers_are_those_of_single_environments(model, precision):
    """Give the bits of single environments after steps, forward dynamics, positions alone, resets and single steps."""
    batch, rng = moved(model, precision=precision, keep=("xpos",)), np.random.default_rng(1)
    assert_alone(batch, rng)
    batch.forward_all()
    assert_alone(batch, rng)
    batch.qpos[:, 0] += 0.1
    batch.kinematics_all()
    assert_alone(batch, rng)
    batch.step_all(2)
    assert_alone(batch, rng)
    batch.reset_where([False] * 17 + [True])
    single = batch.env(0)
    corten.step(single.model, single, 3)
    assert_alone(batch, rng)
    batch.step_all()
    assert_alone(batch, rng)


@pytest.mark.parametrize("option", ['integrator="RK4"', 'integrator="implicitfast" cone="elliptic"'])
def test_answers_with_own_values_of_the_model(option):
    """Give the bits of single environments that have masses, sizes and places of their own."""
    model = corten.load_model_from_string(SHAPES.replace("<asset>", f"<option {option}/><asset>", 1))
    batch, rng = moved(model), np.random.default_rng(2)
    batch.randomize(
        body_mass=corten.scaled(0.5, 2.0),
        geom_size=corten.scaled(0.8, 1.2),
        site_pos=corten.shifted(-0.1, 0.1),
        body_pos=corten.shifted(-0.1, 0.1),
        seed=1,
    )
    assert_alone(batch, rng)
    batch.step_all(3)
    assert_alone(batch, rng)
    # values that steps have not seen yet
    batch.geom_size[:] *= 1.1
    batch.kinematics_all()
    assert_alone(batch, rng)


def test_answers_of_sleeping_trees():
    """Give the bits of single environments whose trees sleep."""
    model = corten.load_model_from_string(
        SHAPES.replace("<asset>", '<option><flag sleep="enable"/></option><asset>', 1)
    )
    batch, rng = moved(model), np.random.default_rng(3)
    batch.step_all(2000)
    assert not all(batch.env(i).tree_awake.all() for i in range(N))
    assert_alone(batch, rng)
    batch.kinematics_all()
    assert_alone(batch, rng)


@pytest.mark.parametrize("lanes", [1, 4])
def test_positions_alone(model, lanes):
    """Compute what `kinematics` and `com_pos` do, of kept results and of others, where they are asked for."""
    batch = moved(model, lanes=lanes, keep=("xpos", "site_xpos", "cam_xmat"))
    before = batch.xpos.copy()
    batch.qpos[:] += np.random.default_rng(4).uniform(-0.1, 0.1, batch.qpos.shape)
    where = np.arange(N) % 3 > 0
    batch.kinematics_all(where)
    np.testing.assert_array_equal(batch.xpos[~where], before[~where])
    for i in np.flatnonzero(where)[:5].tolist():
        alone = batch.env(0).model.make_data()
        alone.qpos[:], alone.mocap_pos[:] = batch.qpos[i], batch.mocap_pos[i]
        corten.forward(model, alone)
        for name in ("xpos", "site_xpos", "cam_xmat"):
            assert getattr(batch, name)[i].tobytes() == getattr(alone, name).tobytes()
        for name in ("geom_xmat", "cdof", "subtree_com", "cam_xpos"):
            assert getattr(batch.env(i), name).tobytes() == getattr(alone, name).tobytes()
    time, state = batch.time.copy(), batch.get_state()
    batch.kinematics_all([3, -1])
    np.testing.assert_array_equal(batch.get_state(), state)
    assert (batch.time == time).all()


def test_other_results_stay_after_positions(model):
    """Leave what the last step has computed beside positions, and go on with the same bits."""
    batch, other = moved(model, keep=("xpos",)), moved(model, keep=("xpos",))
    batch.kinematics_all()
    batch.jac_body("link")
    batch.rays([0, 0, 3], [0, 0, -1])
    np.testing.assert_array_equal(batch.env(3).qacc, other.env(3).qacc)
    np.testing.assert_array_equal(batch.env(3).contact.dist, other.env(3).contact.dist)
    for each in (batch, other):
        each.step_all(5)
    np.testing.assert_array_equal(batch.get_state(), other.get_state())
    np.testing.assert_array_equal(batch.xpos, other.xpos)


def test_positions_are_saved(model, tmp_path):
    """Answer queries after loading as before saving."""
    batch = moved(model)
    batch.qpos[:, 7] += 0.2
    batch.kinematics_all()
    batch.qpos[:, 7] += 0.2
    batch.save(tmp_path / "batch.npz")
    other = corten.BatchSim.load(tmp_path / "batch.npz")
    for one, two in zip(batch.jac_site("tip"), other.jac_site("tip"), strict=True):
        assert one.tobytes() == two.tobytes()
    assert batch.env(2).geom_xpos.tobytes() == other.env(2).geom_xpos.tobytes()


GEOMS = ("plane", "hfield", "capsule", "box", "ellipsoid", "cylinder", "sphere", "mesh", "palm")


@pytest.mark.parametrize("engine", ["enable", "disable"])
def test_distances_of_all_types(engine):
    """Measure geoms of all types, near and far, with both convex engines, as single environments do."""
    model = corten.load_model_from_string(
        SHAPES.replace("<asset>", f'<option><flag nativeccd="{engine}"/></option><asset>', 1)
    )
    batch, found = moved(model), 0
    for first in GEOMS:
        for second in GEOMS:
            for most in (0.3, 3.0):
                distances, points = batch.geom_distance(first, second, most)
                for i in (0, N - 1):
                    data = batch.env(i)
                    wanted = corten.geom_distance(data.model, data, first, second, most)
                    assert distances[i] == wanted[0] and points[i].tobytes() == wanted[1].tobytes(), (first, second)
                found += (distances < most).sum()
    assert found > 50 * N


def test_coordinates(model):
    """Integrate and differentiate configurations as the functions for one of them do."""
    batch, rng = moved(model), np.random.default_rng(5)
    other, qvel = batch.qpos + rng.uniform(-0.1, 0.1, batch.qpos.shape), rng.uniform(-1, 1, batch.qvel.shape)
    ends, steps, ways = batch.integrate_pos(other, qvel, 0.1), batch.integrate_pos(), batch.differentiate_pos(other)
    between = batch.differentiate_pos(other[0], other, 0.5)
    for i in (0, N - 1):
        qpos = other[i].copy()
        corten.integrate_pos(model, qpos, qvel[i], 0.1)
        assert ends[i].tobytes() == qpos.tobytes()
        qpos = batch.qpos[i].copy()
        corten.integrate_pos(model, qpos, batch.qvel[i], model.opt.timestep)
        assert steps[i].tobytes() == qpos.tobytes()
        assert ways[i].tobytes() == corten.differentiate_pos(model, other[i], batch.qpos[i]).tobytes()
        assert between[i].tobytes() == corten.differentiate_pos(model, other[0], other[i], 0.5).tobytes()
    batch.integrate_pos(out=batch.qpos)
    np.testing.assert_array_equal(batch.qpos, steps)


def test_coordinates_in_single_precision(model):
    """Compute coordinates in double precision, and round what is written into the batch."""
    batch = moved(model, precision="float32")
    wanted = batch.integrate_pos(dt=0.1)
    assert wanted.dtype == np.float64
    batch.integrate_pos(dt=0.1, out=batch.qpos)
    np.testing.assert_array_equal(batch.qpos, wanted.astype(np.float32))


def test_results_are_written_in_place(model):
    """Write into arrays that are given, rows of larger ones included, and return them."""
    batch = moved(model)
    shape = N, 3, model.nv
    out = np.empty((N, 5, model.nv))[:, :3], np.empty(shape)
    assert all(a is b for a, b in zip(batch.jac_site("tip", out=out), out, strict=True))
    for one, two in zip(out, batch.jac_site("tip"), strict=True):
        np.testing.assert_array_equal(one, two)
    total = np.empty(shape)
    assert batch.jac_subtree_com("ball", out=total) is total
    forces = np.empty((N, model.nv))
    assert batch.inverse_all(np.zeros(model.nv), out=forces) is forces
    np.testing.assert_array_equal(forces, batch.inverse_all(np.zeros((N, model.nv))))
    np.testing.assert_array_equal(
        batch.inverse_all(forces[0], out=forces), batch.inverse_all(batch.inverse_all(np.zeros(model.nv))[0])
    )
    rays = np.empty((N, 2)), np.empty((N, 2), np.int32)
    assert batch.rays(np.zeros((1, 2, 3)), [0, 0, -1], out=rays)[0] is rays[0]
    near = np.empty(N), np.empty((N, 6))
    assert batch.geom_distance(0, "box", 1.0, out=near)[1] is near[1]


def test_rays_of_all_shapes(model):
    """Take one ray, some, or the same for all environments; origins and directions each in their own way."""
    batch, rng = moved(model), np.random.default_rng(6)
    origins, directions = rng.uniform(-1, 1, (2, N, 4, 3))
    for origin, direction, shape in (
        (origins, directions[0, 0], (N, 4)),
        (origins[:, 0], directions, (N, 4)),
        (origins[0, 0], directions[:, 0], (N,)),
        (origins[0, 0], directions[0, 0], (N,)),
        (origins[:1], directions[:, :1], (N, 4)),
        (origins[:, :0], directions[0, 0], (N, 0)),
    ):
        distances, geoms = batch.rays(origin, direction)
        assert distances.shape == geoms.shape == shape
        full = [a[:, None] if a.ndim == 2 else a for a in (origin, direction)]
        full = [np.broadcast_to(a, (N, shape[1] if len(shape) > 1 else 1, 3)) for a in full]
        wanted = batch.rays(*full)
        np.testing.assert_array_equal(distances.reshape(N, -1), wanted[0])
        np.testing.assert_array_equal(geoms.reshape(N, -1), wanted[1])


# ---------------------------------------------------------------- failures, and what is refused


def test_failures_of_inverse_dynamics_are_told(model):
    """Raise the failure of an environment, and give what others have; those that had failed before have none."""
    batch = moved(model)
    batch.qvel[3] = np.nan
    assert batch.step_all().indices.tolist() == [3]
    forces = batch.inverse_all()
    assert np.flatnonzero(np.isnan(forces).any(axis=1)).tolist() == [3]
    batch.qpos[5, 4] = np.nan
    out = np.zeros((N, model.nv))
    with pytest.raises(corten.StepError, match=r"environment 5 at 0\.012 s: the mass matrix") as caught:
        batch.inverse_all(out=out)
    assert (caught.value.environment, caught.value.step) == (5, 6)
    good = np.delete(np.arange(N), [3, 5])
    np.testing.assert_array_equal(out[good], forces[good])
    assert np.isnan(out[[3, 5]]).any(axis=1).all()


def test_room_for_contacts_grows():
    """Compute inverse dynamics and distances where there are more contacts than there is room for at first."""
    boxes = "".join(
        f'<body pos="{0.19 * (i % 6)} {0.19 * (i // 6)} .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
        for i in range(24)
    )
    model = corten.load_model_from_string(
        f'<mujoco><worldbody><geom type="plane" size="9 9 1"/>{boxes}</worldbody></mujoco>'
    )
    batch = corten.BatchSim(model, 3)
    forces = batch.inverse_all(np.zeros(model.nv))
    data = batch.env(1)
    corten.inverse(model, data)
    assert data.ncon > 90 and forces[1].tobytes() == data.qfrc_inverse.tobytes()


WRONG = {
    "jac_site('none')": (KeyError, "no site is named 'none'"),
    "jac_body(99)": (IndexError, "body 99"),
    "jac(np.zeros((2, 3)), 'link')": (ValueError, r"point has shape \(2, 3\); expected \(40, 3\), or \(3,\)"),
    "jac_site('tip', out=np.zeros(3))": (TypeError, "out must be 2 arrays: translation, rotation"),
    "jac_site('tip', out=(np.zeros((40, 3, 9)), np.zeros((40, 3, 11))))": (ValueError, "translation must be a writ"),
    "jac_site('tip', out=(np.zeros((40, 3, 11)), np.zeros((40, 3, 11), 'f4')))": (ValueError, "rotation must be a w"),
    "jac_site('tip', out=(np.zeros((40, 3, 11)), [1]))": (TypeError, "of shape .*, not list"),
    "jac_subtree_com(1, out=np.zeros((40, 3, 22))[:, :, ::2])": (ValueError, "numbers of a row lie apart"),
    "jac_subtree_com(1, out=np.broadcast_to(0.0, (40, 3, 11)))": (ValueError, "must be a writable array"),
    "rays(np.zeros((5, 3)), [0, 0, 1])": (ValueError, r"origins have shape \(5, 3\); expected \(40, 3\)"),
    "rays(np.zeros((40, 2, 3)), np.ones((40, 3, 3)))": (ValueError, "their k differ"),
    "rays([0, 0, 0], [0, 0, 0])": (ValueError, "a direction has no length"),
    "rays([0, 0, 0], [0, 0, 1], geomgroup=[1])": (ValueError, "geomgroup has 1 flags; there are 6"),
    "rays([0, 0, 'x'], [0, 0, 1])": (TypeError, "origins is an array of <U"),
    "geom_distance('box', 99, 1.0)": (IndexError, "geom 99"),
    "integrate_pos(np.zeros((40, 3)))": (ValueError, r"qpos has shape \(40, 3\); expected \(40, 13\)"),
    "integrate_pos(qvel=np.zeros(3))": (ValueError, "qvel has shape"),
    "differentiate_pos(np.zeros(13), dt=0.0)": (ValueError, "dt is 0.0; it must be a finite number other than 0"),
    "integrate_pos(dt=np.nan)": (ValueError, "dt is nan; it must be a finite number"),
    "integrate_pos(np.zeros((40, 13), complex))": (TypeError, "qpos is an array of complex128; it must have real"),
    "geom_distance('box', 'mesh', np.nan)": (ValueError, "distmax is nan; it must be a finite number"),
    "jac_site('tip', out=(np.zeros((40, 3, 11)),) * 2)": (ValueError, "translation and rotation share memory"),
    "inverse_all(np.zeros((2, 11)))": (ValueError, r"qacc has shape \(2, 11\)"),
    "kinematics_all([40])": (IndexError, "environment 40 does not exist; the batch has 40"),
    "kinematics_all(3)": (TypeError, "a bool for each environment, or numbers"),
}


@pytest.mark.parametrize("call", WRONG)
def test_what_does_not_fit_is_refused(model, call):
    """Name the argument that does not fit, and what would."""
    error, words = WRONG[call]
    with pytest.raises(error, match=words):
        eval(f"batch.{call}", {"batch": corten.BatchSim(model, N), "np": np})


def test_an_empty_batch_has_empty_answers(model):
    """Give arrays without rows."""
    batch = corten.BatchSim(model, 0)
    assert batch.jac_site("tip")[0].shape == (0, 3, model.nv)
    assert batch.rays([0, 0, 0], [0, 0, 1])[0].shape == (0,)
    assert batch.inverse_all().shape == (0, model.nv) and not batch.kinematics_all().any()


PROGRAM = f"""
import numpy as np
import corten
model = corten.load_model_from_string({SHAPES!r})
batch = corten.BatchSim(model, 3)
batch.qvel[:] = np.arange(3 * model.nv).reshape(3, -1) / 30
batch.step_all(2)
batch.qpos[:, 7] += 0.1
batch.kinematics_all()
found = [*batch.jac_site("end"), *batch.rays([0, 0, 3], [0, 0, -1]), *batch.geom_distance("box", "mesh", 2.0)]
for array in [*found, batch.inverse_all(), batch.integrate_pos(), batch.differentiate_pos(model.qpos0)]:
    print(np.asarray(array).tobytes().hex())
"""


@pytest.mark.parametrize("mode", OTHER_MODES)
def test_other_modes(mode):
    """Give the same bits with checked kernels and with plain Python."""
    check_same_output(PROGRAM, mode)
