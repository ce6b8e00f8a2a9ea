"""Names and paths of the bundled models, and the arguments of the n-link pendulum."""

import math
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import corten
from corten import models
from corten.models.pendulum import pendulum_mjcf

BUNDLED = tuple("ant arm boxes cartpole chain cheetah cloth hand hopper humanoid leg quadruped".split())


def test_names_are_the_bundled_files():
    """List every bundled model, in alphabetical order."""
    assert models.names() == BUNDLED


@pytest.mark.parametrize("name", BUNDLED)
def test_path_leads_to_a_file_of_that_model(name):
    """Find a file whose model carries the name it is asked for by."""
    assert ET.parse(models.path(name)).getroot().get("model") == name


@pytest.mark.parametrize("name", ["humanoids", "", "../models/arm", "arm.xml"])
def test_unknown_name_lists_the_known_ones(name):
    """Refuse an unknown name with a message that lists what there is."""
    with pytest.raises(ValueError, match=", ".join(BUNDLED)):
        models.path(name)


@pytest.mark.parametrize("n", [0, -1, 2.0, True, "3", None])
def test_pendulum_refuses_a_bad_number_of_links(n):
    """Refuse anything but a whole number of links."""
    with pytest.raises(ValueError, match="whole number of links"):
        pendulum_mjcf(n, 1.0, 0.1)


@pytest.mark.parametrize("value", [0, -1.0, math.nan, math.inf, "1", None, True])
@pytest.mark.parametrize("name", ["link_length", "link_mass"])
def test_pendulum_refuses_a_bad_size(name, value):
    """Refuse lengths and masses that are not positive numbers, by name."""
    with pytest.raises(ValueError, match=f"{name} must be a positive number"):
        models.n_link_pendulum(2, **{name: value})


def test_pendulum_takes_numpy_numbers():
    """Write the same text for NumPy's numbers as for Python's."""
    assert pendulum_mjcf(np.int64(2), np.float32(0.5), np.float64(2)) == pendulum_mjcf(2, 0.5, 2)


def test_pendulum_is_compiled_from_its_text(monkeypatch):
    """Hand the text for the arguments to the loader and return its model."""
    monkeypatch.setattr(corten, "load_model_from_string", lambda text: ("compiled", text), raising=False)
    assert models.n_link_pendulum(3, link_length=0.5, link_mass=2) == ("compiled", pendulum_mjcf(3, 0.5, 2))
