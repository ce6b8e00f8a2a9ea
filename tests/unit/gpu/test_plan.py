"""Plans on a device: groups of stages that some environments pass over, and room that grows."""

import numpy as np
import pytest

from corten.enums import StepErrorKind
from corten.gpu import GpuBatchSim
from corten.runtime import stage
from corten.runtime.plan import unless
from support.devices import carts, device

ROOM = 21


@stage
def goes_right(m, d):
    """Tell whether the first cart goes to the right."""
    return 1 if d.qvel[0] > 0.0 else 0


@stage
def count_left(m, d):
    """Count steps to the left."""
    d.qpos[1] += 1.0


@stage
def count_all(m, d):
    """Count all steps, and turn round where there were two."""
    d.qpos[2] += 1.0
    if d.qpos[2] == 2.0:
        d.qvel[0] = -d.qvel[0]


@stage
def want_contacts(m, d):
    """Want room for as many contacts as the first control says."""
    count = int(d.ctrl[0])
    d.ncon = count
    if count > d.maxcon:
        return int(StepErrorKind.CAPACITY)
    total = 0.0
    for i in range(count):
        d.contact_dist[i] = float(i)
    for i in range(count):
        total += d.contact_dist[i]
    d.qpos[0] = total
    return 0


def batch_of(monkeypatch, stages, n=70) -> GpuBatchSim:
    """Return a batch whose steps consist of some stages."""
    device()
    batch = GpuBatchSim(carts(), n, most_at_once=64)
    chosen = tuple(stages)
    monkeypatch.setattr(batch._engine, "_current_stages", lambda: chosen)
    return batch


def test_groups_are_passed_over(monkeypatch):
    """Pass over a group of stages in those environments, and in those steps, in which its condition holds."""
    batch = batch_of(monkeypatch, [*unless(goes_right, [count_left, count_left]), count_all])
    batch.qvel[:, 0] = np.where(np.arange(70) % 3 == 0, 1.0, -1.0)
    right = batch.qvel[:, 0] > 0
    batch.step_all(5)
    # all turn round after two steps
    assert batch.qpos[:, 2].tolist() == [5.0] * 70
    assert batch.qpos[right, 1].tolist() == [6.0] * right.sum()
    assert batch.qpos[~right, 1].tolist() == [4.0] * (~right).sum()


def test_room_grows(monkeypatch):
    """Find out how much room environments need, give it to all, and do those again that ran out of it."""
    batch = batch_of(monkeypatch, [count_all, want_contacts])
    before = batch._envs.scratch.maxcon
    wanted = np.where(np.arange(70) % 10 == 9, ROOM, 3)
    batch.ctrl[:, 0] = wanted
    assert before < ROOM and not batch.step_all(3).any()
    assert batch._engine._space.sizes["maxcon"] >= ROOM and len(batch._engine.alone) == 0
    assert batch.qpos[:, 0].tolist() == (wanted * (wanted - 1) / 2).tolist()
    assert batch.qpos[:, 2].tolist() == [3.0] * 70 and (batch._envs.steps == 3).all()


@pytest.mark.parametrize("limit", [5, ROOM])
def test_limits_of_room(monkeypatch, limit):
    """Leave environments to the CPU, which knows what to say, where users have set a limit and it does not suffice."""
    batch = batch_of(monkeypatch, [want_contacts], n=3)
    batch.ctrl[:, 0] = [1, ROOM, 2]
    batch.contact_limit[1] = limit
    batch.step_all()
    # what is computed there is a step of the model, without contacts
    assert batch._engine.alone.tolist() == [1]
    assert batch.qpos[[0, 2], 0].tolist() == [0.0, 1.0]
