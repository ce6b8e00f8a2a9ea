"""Reads and writes are found wherever they stand."""

from corten.runtime import helper, stage
from corten.runtime.build import stage_effects
from support.kernels import INPUT, OUTPUT


@helper
def scaled(m, value):
    return m.scale * value


@helper
def add_to(y, i, value):
    y[i] += value


@stage
def kernel(m, d):
    """Fields in conditions, bounds, indices and callees; one is only taken into a name."""
    x, index, flag, _taken, y, count = m.x, m.index, m.flag, m.grid, d.y, d.count
    for i in range(count[0]):
        if flag[i] != 0:
            add_to(y, index[i], scaled(m, x[i]))
    d.total = 1.0


def test_effects_of_a_stage():
    """List what is loaded or stored by the stage and its helpers, and not what is only named."""
    effects = stage_effects(kernel, (INPUT, OUTPUT))
    assert effects.reads == {"Input.x", "Input.index", "Input.flag", "Input.scale", "Output.count", "Output.y"}
    assert effects.writes == {"Output.y", "Output.total"}
