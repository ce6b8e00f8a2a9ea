"""Arrays of the caller: results are written where `out` says, and everything else than a fitting array is refused."""

import numpy as np
import pytest

import corten

NAMES = (
    "jac jac_body jac_body_com jac_geom jac_site jac_subtree_com mass_matrix mul_mass solve_mass get_state "
    "differentiate_pos object_velocity object_acceleration contact_force read_ctrl read_sensor geom_distance"
).split()


@pytest.fixture(scope="module")
def scene():
    """Return a humanoid with a site and a sensor, and a Data in which it touches the floor."""
    more = '<sensor><subtreecom body="chest"/></sensor><worldbody><site pos="0 0 1"/></worldbody></mujoco>'
    text = corten.models.path("humanoid").read_text(encoding="utf-8").replace("</mujoco>", more)
    model = corten.load_model_from_string(text)
    data = model.make_data()
    corten.step(model, data, 400)
    corten.forward(model, data)
    corten.rne_post_constraint(model, data)
    assert data.ncon
    return model, data


def call(name, scene, out):
    """Call a function with arguments that suit it."""
    model, data = scene
    velocity = np.linspace(-1, 1, model.nv)
    arguments = {
        "jac": ([0.1, 0.2, 0.3], 5),
        "mass_matrix": (),
        "mul_mass": (velocity,),
        "solve_mass": (velocity,),
        "get_state": (),
        "object_velocity": (corten.ObjectType.GEOM, 5),
        "object_acceleration": (corten.ObjectType.GEOM, 5),
        "read_ctrl": (0, 0.0),
        "read_sensor": (0, 0.0),
        "geom_distance": (3, 9, 1.0),
        "jac_site": (0,),
        "contact_force": (0,),
    }.get(name, (5,))
    if name == "differentiate_pos":
        return corten.differentiate_pos(model, model.qpos0, data.qpos, 0.1, out=out)
    result = getattr(corten, name)(model, data, *arguments, out=out)
    return result[1] if name == "geom_distance" else result


def arrays_of(result):
    """Return the arrays of a result."""
    return list(result) if isinstance(result, tuple) else [result]


def as_result(arrays):
    """Return arrays in the form in which a function returns and takes them."""
    return tuple(arrays) if len(arrays) > 1 else arrays[0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("order", ["C", "F", "strided"])
def test_results_are_written_to_arrays_of_the_caller(name, order, scene):
    """Fill the arrays that are given with the same bits as new ones, whatever their strides, and return them."""
    wanted = arrays_of(call(name, scene, None))
    given = [np.full(each.shape, np.nan, order="C" if order == "strided" else order) for each in wanted]
    if order == "strided":
        given = [np.repeat(each[..., None], 2, axis=-1)[..., 0] for each in given]
    found = call(name, scene, as_result(given))
    for mine, out, want in zip(arrays_of(found), given, wanted, strict=True):
        assert mine is out
        np.testing.assert_array_equal(out, want)


def read_only(array):
    """Return an array that cannot be written."""
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("name", NAMES)
def test_wrong_arrays_are_refused(name, scene):
    """Refuse results of another type, element type or shape, read-only ones, and too few of them."""
    shapes = [each.shape for each in arrays_of(call(name, scene, None))]
    good = [np.zeros(shape) for shape in shapes]
    cases = [
        (good[0].tolist(), TypeError, "must be a NumPy array of float64"),
        (good[0].astype(np.float32), TypeError, "elements of type float32"),
        (good[0].astype(">f8"), TypeError, "elements of type >f8"),
        (np.zeros((*shapes[0], 1)), ValueError, "has the shape"),
        (np.zeros(0), ValueError, "has the shape"),
        (read_only(good[0].copy()), ValueError, "read-only"),
    ]
    for bad, kind, words in cases:
        with pytest.raises(kind, match=words):
            call(name, scene, as_result([bad, *good[1:]]))
    if len(shapes) > 1:
        for few in (good[0], (good[0],), (*good, good[0])):
            with pytest.raises(TypeError, match=r"it must be a tuple of 2 arrays: \(translation, rotation\)"):
                call(name, scene, few)


def test_results_may_lie_where_arguments_do(scene):
    """Give right answers where a result overlaps an argument, or what is read."""
    model, data = scene
    vector = np.linspace(-1, 1, model.nv)
    wanted = corten.mul_mass(model, data, vector), corten.solve_mass(model, data, vector)
    for function, want in zip((corten.mul_mass, corten.solve_mass), wanted, strict=True):
        room = np.zeros(model.nv + 1)
        room[:-1] = vector
        function(model, data, room[:-1], out=room[1:])
        np.testing.assert_array_equal(room[1:], want)
        same = vector.copy()
        assert function(model, data, same, out=same) is same
        np.testing.assert_array_equal(same, want)
    twin = data.copy()
    want = corten.object_velocity(model, twin, corten.ObjectType.BODY, 5)
    corten.object_velocity(model, twin, corten.ObjectType.BODY, 5, out=twin.cvel[5])
    np.testing.assert_array_equal(twin.cvel[5], want)


def test_many_rays_take_arrays(scene):
    """Write the results of many rays to arrays of the caller, and refuse them for a single one."""
    model, data = scene
    origins, down = np.random.default_rng(1).uniform((-1, -1, 1), (1, 1, 3), (20, 3)), np.array([0, 0, -1.0])
    wanted = corten.ray_normal(model, data, origins, down)
    given = np.zeros(20), np.zeros(20, np.int32), np.zeros((20, 3))
    assert corten.ray_normal(model, data, origins, down, out=given)[2] is given[2]
    for out, want in zip(given, wanted, strict=True):
        np.testing.assert_array_equal(out, want)
    corten.ray(model, data, origins, down, out=given[:2])
    with pytest.raises(TypeError, match="many rays"):
        corten.ray(model, data, origins[0], down, out=given[:2])
    with pytest.raises(TypeError, match="tuple of 2 arrays"):
        corten.ray(model, data, origins, down, out=given)
    with pytest.raises(TypeError, match="elements of type float64"):
        corten.ray(model, data, origins, down, out=(given[0], np.zeros(20)))


def test_rows_are_single_calls(scene):
    """Move and compare many configurations with the bits of one at a time, and let one stand for many."""
    model, data = scene
    rng = np.random.default_rng(3)
    start, velocity = np.tile(data.qpos, (7, 1)), rng.normal(size=(7, model.nv))
    rows = start.copy()
    corten.integrate_pos(model, rows, velocity, 0.1)
    for i in range(7):
        one = start[i].copy()
        corten.integrate_pos(model, one, velocity[i], 0.1)
        np.testing.assert_array_equal(one, rows[i])
    found = corten.differentiate_pos(model, data.qpos, rows, 0.1, out=np.zeros((7, model.nv)))
    np.testing.assert_array_equal(found[4], corten.differentiate_pos(model, data.qpos, rows[4], 0.1))
    assert corten.differentiate_pos(model, rows[:0], rows[:0]).shape == (0, model.nv)
    with pytest.raises(ValueError, match="different numbers of rows: qpos 7, qvel 3"):
        corten.integrate_pos(model, rows, velocity[:3], 0.1)
    with pytest.raises(ValueError, match="one row and other arguments have 7"):
        corten.integrate_pos(model, rows[0], velocity, 0.1)


def test_what_an_array_held_before_does_not_matter():
    """Write a state over numbers that the Data's precision cannot hold."""
    model = corten.load_model(corten.models.path("hopper"))
    for precision in ("float64", "float32"):
        data = corten.BatchSim(model, 1, precision=precision).env(0)
        out = np.full(corten.state_size(model), 1e300)
        assert corten.get_state(data.model, data, out=out) is out
        np.testing.assert_array_equal(out, corten.get_state(data.model, data))
