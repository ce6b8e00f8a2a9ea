"""The ways to write an orientation."""

import numpy as np
import pytest

from corten.mjcf.schema import declaration
from corten.spec import DefaultClasses, Element
from corten.spec.compiler_settings import Settings
from corten.spec.frames import euler_quaternion, read_orientation, rotation_matrix
from support.tolerance import EXACT


def orientation(settings=None, **attributes):
    """Return the orientation of a body with these attributes."""
    body = Element(declaration("body:body"))
    for name, value in attributes.items():
        body[name] = value
    return read_orientation(DefaultClasses(body).resolve(body), settings or Settings())


@pytest.mark.parametrize(
    "written",
    [
        {"axisangle": (0, 0, 2, 90)},
        {"xyaxes": (0, 1, 0, -1, 0, 0)},
        {"xyaxes": (0, 3, 0, -1, 5, 0)},
        {"euler": (0, 0, 90)},
        {"quat": (1, 0, 0, 1)},
        {"quat": (-2, 0, 0, -2)},
    ],
)
def test_all_forms_mean_the_same_turn(written):
    """Turn by a quarter about z, however it is written."""
    matrix = np.array(rotation_matrix(orientation(**written))).reshape(3, 3)
    assert matrix == pytest.approx(np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]), abs=EXACT)


def test_nothing_written_is_the_identity():
    """Give the identity to an element that says nothing."""
    assert orientation() == (1, 0, 0, 0)


def test_zaxis_points_where_it_is_told():
    """Turn the z axis into the direction, the third column of the matrix."""
    matrix = rotation_matrix(orientation(zaxis=(3, 0, 4)))
    assert (matrix[2], matrix[5], matrix[8]) == pytest.approx((0.6, 0, 0.8), abs=EXACT)


@pytest.mark.parametrize("order", ["xyz", "zyx", "XYZ", "zXy", "YyX"])
def test_small_letters_turn_along_and_capitals_do_not(order):
    """Multiply from the right for axes that turn along, from the left for fixed ones."""
    angles = (0.3, -0.7, 1.1)
    wanted = np.eye(3)
    for letter, angle in zip(order, angles, strict=True):
        i = "xyz".index(letter.lower())
        j, k = (i + 1) % 3, (i + 2) % 3
        turn = np.eye(3)
        turn[j, j] = turn[k, k] = np.cos(angle)
        turn[k, j], turn[j, k] = np.sin(angle), -np.sin(angle)
        wanted = wanted @ turn if letter.islower() else turn @ wanted
    quat = euler_quaternion(angles, Settings(degrees=False, eulerseq=order))
    assert np.array(rotation_matrix(quat)).reshape(3, 3) == pytest.approx(wanted, abs=EXACT)


def test_radians_are_radians():
    """Read angles as radians where the compiler says so."""
    settings = Settings(degrees=False)
    assert orientation(settings, axisangle=(1, 0, 0, np.pi)) == pytest.approx((0, 1, 0, 0), abs=EXACT)
