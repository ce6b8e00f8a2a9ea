"""Work space belongs to whoever computes: no step depends on what an earlier one left there."""

import numpy as np
import pytest

import corten
from corten.data.blocks import WORK
from corten.enums import Integrator
from corten.stages.integrate import METHODS
from support import fuzzed_scenes
from support.fields import read


@pytest.mark.parametrize("integrator", METHODS, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("scene", fuzzed_scenes.SCENES)
def test_steps_need_nothing_from_work_space(scene, integrator):
    """Give the same bits when work space is filled with other numbers before each step."""
    model = fuzzed_scenes.load(scene)
    if scene in fuzzed_scenes.NOT_WITH_RK4 and integrator is Integrator.RK4:
        pytest.skip("RK4 refuses the scene")
    model.opt.integrator = integrator
    data = model.make_data()
    fuzzed_scenes.push(model, data)
    twin, rng = data.copy(), np.random.default_rng(1)
    for _ in range(15):
        corten.step(model, data, 2)
        for _ in range(2):
            for part, memory in twin.blocks():
                if part.block is WORK:
                    memory[:] = rng.integers(0, 256, len(memory), np.uint8)
            corten.step(model, twin)
    for name, field in data.layout.fields.items():
        if field.block is not WORK:
            np.testing.assert_array_equal(read(twin, name), read(data, name), err_msg=name)
