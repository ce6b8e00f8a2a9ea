"""A model in another precision follows the one that users have."""

import numpy as np

import corten
from corten.model.twin import Twin

TEXTURED = """
<mujoco>
  <asset>
    <texture name="grid" type="2d" builtin="checker" rgb1="1 1 1" rgb2="0 0 0" width="8" height="8"/>
    <material name="grid" texture="grid"/>
  </asset>
  <worldbody><body><freejoint/><geom size="0.1" material="grid"/></body></worldbody>
</mujoco>
"""


def test_numbers_that_steps_read_are_followed():
    """Round what users write into the model, before each step."""
    model = corten.load_model_from_string(TEXTURED)
    twin = Twin(model, "float32")
    model.geom_size[0, 0], model.opt_gravity[2] = 0.2, -1.0
    twin.sync()
    assert twin.model.geom_size[0, 0] == np.float32(0.2)
    assert twin.model.opt_gravity[2] == -1.0


def test_environments_show_textures_as_they_are():
    """Take over pixels, which steps do not look at, when somebody asks for an environment."""
    model = corten.load_model_from_string(TEXTURED)
    batch = corten.BatchSim(model, 2, precision="float32")
    model.tex_data[:] = 7
    batch.step_all()
    assert (batch.env(0).model.tex_data == 7).all()
