"""One warning for what a model asks for and this release does not compute."""

import warnings

import pytest

from corten.compile import load_model_from_string
from corten.errors import UnbuiltFeatureWarning

SENSOR = '<user name="s{}" dim="1"/>'


def warning_of(sensors: str, flag: str = "") -> str | None:
    """Return the warning that loading a model gives, or None."""
    world = '<geom size=".1"/><body><joint range="-1 1" frictionloss="1"/><geom size=".1"/></body>'
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        load_model_from_string(
            f"<mujoco><option><flag {flag}/></option><worldbody>{world}</worldbody><sensor>{sensors}</sensor></mujoco>"
        )
    assert len(caught) <= 1
    if not caught:
        return None
    assert caught[0].category is UnbuiltFeatureWarning
    assert caught[0].filename == __file__
    return str(caught[0].message)


@pytest.mark.parametrize(
    ("count", "flag", "expected"),
    [
        (0, "", None),
        (1, "", "user sensors without a function read zero: s0; choose one"),
        (2, "", "user sensors without a function read zero: s0, s1; choose one"),
        (2, 'sensor="disable"', None),
    ],
)
def test_sensors_are_told(count, flag, expected):
    """Name the sensors that nothing reads, and the flag that silences it; limits and contacts are no news."""
    found = warning_of("".join(SENSOR.format(i) for i in range(count)), flag)
    assert found == expected or (found or "").startswith(expected)
