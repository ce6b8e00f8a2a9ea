"""Tests that want a GPU, or software that stands for one."""

import functools

import numpy as np
import pytest

import corten
from corten.gpu.device import Device, NotAvailable, open_device
from support.tolerance import SINGLE_STEPS

# three carts on springs, one on the other, pushed by motors: stages that compile within seconds, and no contacts
CARTS = """<mujoco><option timestep="0.01" integrator="Euler"><flag constraint="disable"/></option><worldbody>
  <body name="a"><joint name="a" type="slide" axis="1 0 0" stiffness="20" damping="1"/><geom size=".1" mass="1"/>
    <body name="b"><joint name="b" type="slide" axis="0 1 0" stiffness="30"/><geom size=".1" mass="2"/>
      <body name="c"><joint name="c" type="slide" axis="0 0 1" stiffness="40"/><geom size=".1" mass=".5"/></body>
    </body></body></worldbody>
  <actuator><motor joint="a"/><motor joint="c" gear="3"/></actuator>
  <sensor><jointpos joint="b"/></sensor>
  <keyframe><key name="out" qpos="1 2 3" qvel="0 0 1"/></keyframe></mujoco>"""


def device() -> Device:
    """Return the device of this process; tests that want one are skipped where there is none."""
    try:
        return open_device()
    except NotAvailable as error:
        pytest.skip(f"NO GPU WAS TESTED: {error}")


def assert_same(ours: np.ndarray, theirs: np.ndarray) -> None:
    """Compare numbers of a device with those of float32 on the CPU: the bits, where divisions are rounded correctly."""
    if device().info["adapter_type"] == "CPU":
        assert ours.tobytes() == theirs.tobytes()
    else:
        np.testing.assert_allclose(ours, theirs, rtol=SINGLE_STEPS, atol=SINGLE_STEPS)


@functools.cache
def carts() -> corten.Model:
    """Return a model that needs few stages; nobody writes into it."""
    return corten.load_model_from_string(CARTS)
