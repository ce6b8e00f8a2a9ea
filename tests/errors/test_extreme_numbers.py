"""Numbers near the limits of their range end in a result or an error, without a warning of NumPy."""

import pytest

import corten

BODY = '<body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>{}</body>'
TINY, HUGE, SQUARE_IS_HUGE = "1e-170", "1e300", "1e155"


def try_model(world: str, head: str = "", tail: str = "") -> bool:
    """Load a model and step it; tell whether that gave a result. Warnings are errors in tests."""
    try:
        model = corten.load_model_from_string(f"<mujoco>{head}<worldbody>{world}</worldbody>{tail}</mujoco>")
        corten.step(model, model.make_data(), 3)
    except (corten.ModelError, corten.StepError):
        return False
    return True


@pytest.mark.parametrize("size", [TINY, HUGE, SQUARE_IS_HUGE, f"{TINY} 1 1", f"1 {HUGE} {TINY}"])
@pytest.mark.parametrize("kind", ["sphere", "capsule", "ellipsoid", "cylinder", "box"])
def test_shapes_in_a_medium(kind, size):
    """Survive shapes whose volume or its square is no number, in a medium that flows around them."""
    sizes = size if " " in size else " ".join([size] * 3)
    geom = f'<geom type="{kind}" size="{sizes}" mass="0" fluidshape="ellipsoid"/>'
    fine = try_model(BODY.format(geom), '<option density="1" viscosity="1"/>')
    assert fine or "e-" not in size or "e3" in size


def test_kappa_is_a_matter_of_ratios():
    """Have the same share of virtual mass whatever the size of an ellipsoid."""
    shares = []
    for size in ("1 2 3", "1e-70 2e-70 3e-70", "1e80 2e80 3e80"):
        geom = f'<geom type="ellipsoid" size="{size}" mass="0" fluidshape="ellipsoid"/>'
        model = corten.load_model_from_string(f"<mujoco><worldbody>{BODY.format(geom)}</worldbody></mujoco>")
        mass = model.geom_fluid[0, 6:9]
        shares.append((mass / mass[0]).tolist())
    assert shares[1] == pytest.approx(shares[0]) and shares[2] == pytest.approx(shares[0])


def test_periods_of_sensors():
    """Begin a history whose period is beyond all numbers of steps."""
    sensor = '<sensor><clock nsample="3" interval="1e300 0"/></sensor>'
    assert try_model("", '<option timestep="5e-324"/>', sensor)
    assert try_model("", '<option timestep="1e308"/>', sensor) in (True, False)


def test_replicas_that_turn_too_far():
    """Refuse replicas whose angles are beyond all numbers."""
    world = '<replicate count="3" euler="0 0 1e308"><geom size=".1"/></replicate>'
    with pytest.raises(corten.ModelError, match="line 1: <replicate>: copy 2 is turned by angles beyond"):
        corten.load_model_from_string(f"<mujoco><worldbody>{world}</worldbody></mujoco>")


def test_a_shape_without_extent_in_a_medium():
    """Take no fluid along with a geom of type sdf that has no shape."""
    geom = '<geom type="sdf" mass="0" fluidshape="ellipsoid"/>'
    model = corten.load_model_from_string(f"<mujoco><worldbody>{BODY.format(geom)}</worldbody></mujoco>")
    assert not model.geom_fluid[0, 6:].any()


@pytest.mark.parametrize(
    ("world", "head", "tail"),
    [
        ("<camera sensorsize='1e300 1e300' resolution='1 1' focal='1 1'/>", "", ""),
        (BODY.format("<geom size='.1'/>").replace("<freejoint", "<joint name='j'"), "", "tendon"),
        (
            "",
            "<asset><texture builtin='gradient' width='4' height='4' rgb1='1e300 0 0' rgb2='-1e300 0 0'/></asset>",
            "",
        ),
    ],
    ids=["camera", "tendon", "texture"],
)
def test_other_numbers(world, head, tail):
    """Survive numbers whose squares or whole parts are none."""
    armature = "<tendon><fixed armature='1'><joint joint='j' coef='1e200'/></fixed></tendon>"
    assert try_model(world, head, armature if tail else "") in (True, False)
