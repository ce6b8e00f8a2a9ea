"""The loop behind the viewer: pace, commands, drags, and failures that stop it."""

import math

import numpy as np
import pytest

import corten
from corten.viewer.drag import Drag
from corten.viewer.simulation import FRAME, MOST_LAG, Pacer, Simulation
from corten.viewer.snapshot import SnapshotRequest
from support.tolerance import DRAGGED, EXACT

# a ball that floats, a door on a hinge, and a target that follows the mouse
SCENE = """<mujoco><option gravity="0 0 0" timestep="0.004"/><worldbody>
  <body name="ball"><freejoint/><geom size=".1" mass="2"/></body>
  <body name="door" pos="2 0 0"><joint name="door"/><geom type="box" size=".5 .05 .5" pos=".5 0 0"/>
    <body name="knob" pos="1 0 0"><geom size=".05"/></body></body>
  <body name="target" mocap="true" pos="0 3 0"><geom size=".1" contype="0" conaffinity="0"/></body>
  </worldbody><keyframe><key name="open" qpos="0 0 0 1 0 0 0 1.5"/></keyframe></mujoco>"""


class Clock:
    """A clock that goes when it is told to."""

    now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@pytest.fixture
def simulation():
    """Return the scene, at rest until it is told to run."""
    model = corten.load_model_from_string(SCENE)
    data = model.make_data()
    corten.forward(model, data)
    return Simulation(model, data, running=False)


def rounds(simulation: Simulation, seconds: float) -> None:
    """Run the simulation as its loop does, by a clock of its own."""
    clock = Clock()
    simulation.pacer = Pacer(clock)
    simulation.pacer.restart(simulation.data.time)
    for _ in range(round(seconds / FRAME)):
        clock.now += FRAME
        simulation.advance()


@pytest.mark.parametrize("speed", [0.1, 1.0, 5.0])
def test_simulated_time_keeps_pace(simulation, speed):
    """Simulate as many seconds as the clock says, times the speed, whatever the time step."""
    simulation.speed, simulation.running = speed, True
    clock = Clock()
    simulation.pacer = Pacer(clock)
    simulation.pacer.measure(1, 1e-9, 0.004, FRAME)
    for _ in range(120):
        clock.now += FRAME
        simulation.advance()
    assert simulation.data.time == pytest.approx(120 * FRAME * speed, abs=2 * simulation.model.opt.timestep)


def test_a_slow_machine_gives_up_what_it_cannot_do():
    """Ask for no more steps than a frame has room for, and do not pile up what was missed."""
    clock = Clock()
    pacer = Pacer(clock)
    pacer.measure(1, FRAME, 0.004, FRAME)
    pacer.restart(0.0)
    clock.now += 10 * MOST_LAG
    assert pacer.due(0.0, 0.004, 1.0) == 1
    # what was lost is forgotten: right after that nothing is due
    assert pacer.due(0.004, 0.004, 1.0) == 0
    assert pacer.due(0.0, 0.004, math.inf) == 1


def test_time_that_was_set_by_somebody_is_followed():
    """Go on from wherever a reset or a user has put the time."""
    clock = Clock()
    pacer = Pacer(clock)
    pacer.restart(50.0)
    clock.now += FRAME
    assert pacer.due(0.0, 0.01, 1.0) == 1
    clock.now += FRAME
    assert pacer.due(0.01, 0.01, 1.0) in (1, 2)


def test_commands(simulation):
    """Play, pause, step, reset, load a keyframe, and write to the data, each between two rounds."""
    data = simulation.data
    simulation.step_once()
    simulation.advance()
    assert data.time == simulation.model.opt.timestep and not simulation.running
    simulation.reset(0)
    simulation.advance()
    assert data.time == 0 and data.qpos[7] == 1.5 and simulation.latest.qpos[7] == 1.5
    simulation.post(lambda model, data: data.qpos.__setitem__(7, 0.3))
    simulation.advance()
    assert simulation.latest.qpos[7] == 0.3
    knob = simulation.model.id("body", "knob")
    np.testing.assert_allclose(simulation.latest.xpos[knob], [2 + math.cos(0.3), math.sin(0.3), 0], atol=EXACT)
    simulation.play(True)
    simulation.advance()
    assert simulation.running and simulation.latest.running


def test_snapshots_follow_requests_while_paused(simulation):
    """Show at once what is switched on, though no step is taken."""
    simulation.running = False
    simulation.advance()
    before = simulation.latest
    option = corten.SceneOption()
    option.flags[corten.VisFlag.INERTIA] = 1
    simulation.request = SnapshotRequest(option)
    simulation.advance()
    assert simulation.latest is not before
    assert len(simulation.latest.decor.shapes) > len(before.decor.shapes)
    latest = simulation.latest
    simulation.advance()
    assert simulation.latest is latest


def test_snapshots_are_copies(simulation):
    """Keep a snapshot as it was while the simulation goes on, with what was wished for."""
    simulation.request = SnapshotRequest(energy=True)
    simulation.post(lambda model, data: data.qvel.fill(1.0))
    simulation.advance()
    before = simulation.latest
    copied = before.xpos.copy()
    simulation.running = True
    rounds(simulation, 0.2)
    np.testing.assert_array_equal(before.xpos, copied)
    assert simulation.latest.time > before.time and (simulation.latest.xpos != copied).any()
    assert len(before.state) == corten.state_size(simulation.model)


def test_a_failed_step_stops_the_simulation_and_says_why(simulation):
    """Pause at a StepError with its text; a reset lets it go on."""
    simulation.running = True
    simulation.post(lambda model, data: data.qvel.fill(np.nan))
    rounds(simulation, 0.1)
    assert (not simulation.running and "BAD_QVEL" in simulation.trouble) or "qvel" in simulation.trouble
    simulation.reset()
    simulation.play(True)
    rounds(simulation, 0.1)
    assert simulation.running and simulation.trouble == "" and simulation.data.time > 0


def test_a_wrong_command_is_told_and_harms_nothing(simulation):
    """Say what was wrong with a command."""
    simulation.reset(7)
    simulation.advance()
    assert simulation.trouble != "" and simulation.data.qpos[7] == 0


# ---------------------------------------------------------------- drags


def test_a_drag_brings_a_body_to_the_mouse_and_lets_go(simulation):
    """Pull a ball to where the mouse is, where it comes to rest; others' forces are left as they were."""
    ball = simulation.model.id("body", "ball")
    simulation.running = True
    simulation.data.xfrc_applied[ball, 2] = 1e-3
    simulation.drag("me", ball, (0, 0, 0.1), (0.5, -0.2, 0.4))
    rounds(simulation, 8.0)
    np.testing.assert_allclose(
        simulation.drags()[0].point(simulation.data.xpos, simulation.data.xquat), [0.5, -0.2, 0.4], atol=DRAGGED
    )
    simulation.release("me")
    rounds(simulation, 0.05)
    np.testing.assert_array_equal(simulation.data.xfrc_applied[ball], [0, 0, 1e-3, 0, 0, 0])
    assert simulation.drags() == []


def test_a_drag_moves_a_jointed_body_as_far_as_it_goes(simulation):
    """Turn a door by its knob to the nearest it can come to the mouse."""
    knob = simulation.model.id("body", "knob")
    simulation.running = True
    simulation.drag("me", knob, (3, 0, 0), (2, 2, 0))
    rounds(simulation, 4.0)
    assert simulation.data.qpos[7] == pytest.approx(math.pi / 2, abs=DRAGGED)


def test_a_drag_turns_a_body(simulation):
    """Turn a ball about the axis across the way of the mouse."""
    ball = simulation.model.id("body", "ball")
    simulation.running = True
    simulation.drag("me", ball, (0, 0, 0), (0.3, 0, 0), toward=(0, 0, 5))
    rounds(simulation, 1.0)
    assert abs(simulation.data.qpos[5]) > 0.1 and np.abs(simulation.data.qpos[:3]).max() < DRAGGED


def test_drags_while_the_simulation_rests(simulation):
    """Carry what floats, and mocap bodies at any time; leave alone what hangs on a joint."""
    model, data = simulation.model, simulation.data
    for name, point in (("ball", (0, 0, 0)), ("target", (0, 3, 0)), ("knob", (3, 0, 0))):
        simulation.drag(name, model.id("body", name), point, np.add(point, (0, 0, 0.7)))
    simulation.advance()
    np.testing.assert_allclose(data.qpos[:3], [0, 0, 0.7], atol=EXACT)
    np.testing.assert_allclose(data.mocap_pos[0], [0, 3, 0.7], atol=EXACT)
    assert data.qpos[7] == 0


def test_the_spring_is_that_of_the_model(simulation):
    """Pull with stiffness, mass and damping: F = -k m (x - target) - sqrt(k) m v at the centre of a ball."""
    model, data = simulation.model, simulation.data
    ball = model.id("body", "ball")
    drag = Drag(model, data, ball, (0, 0, 0))
    drag.move((1, 0, 0))
    data.qvel[:3] = [0, 2.0, 0]
    corten.forward(model, data)
    drag.pull(model, data)
    stiffness = model.vis.map.stiffness
    expected = 2.0 * np.array([stiffness, -math.sqrt(stiffness) * 2.0, 0, 0, 0, 0])
    np.testing.assert_allclose(data.xfrc_applied[ball], expected, atol=EXACT)
