"""Whole models in batches: bit for bit what stepping alone gives, for whatever the machine chooses.

`test_lane_models.py` does so for scenes with all that a step can have, `tools/compare_batches.py` for other models.
"""

import numpy as np
import pytest

import corten
from support.batches import Twins


@pytest.mark.filterwarnings("ignore::corten.UnbuiltFeatureWarning")
@pytest.mark.parametrize("name", corten.models.names())
def test_bundled_models(name):
    """Step environments that differ, some of which are reset on the way, in the lanes of this machine."""
    model = corten.load_model(corten.models.path(name))
    twins = Twins(model, 7, threads=2, lanes=None, keep=("xpos", "cvel", "qacc", "nefc"))
    twins.write("qvel", twins.rng.uniform(-0.3, 0.3, (7, model.nv)))
    for _ in range(4):
        twins.step(3)
    twins.batch.reset_where(np.arange(7) % 3 == 1)
    for i in (1, 4):
        corten.reset_data(model, twins.alone[i])
    for _ in range(4):
        twins.step(3)
    assert not twins.failed
    assert not twins.differences()
