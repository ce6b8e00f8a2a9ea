"""States of vectors of environments: written down in the middle of episodes, they go on with the same bits."""

import copy
import pickle
from typing import NamedTuple

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import corten
import corten.envs
from corten.envs import Task, TaskVectorEnv

N, STEPS = 6, 50

RANDOM = {"body_mass": corten.scaled(0.8, 1.2), "dof_damping": corten.scaled(0.5, 2.0)}


class Limits(NamedTuple):
    """Numbers with names."""

    low: float
    high: np.ndarray


class Chase(Task):
    """Move a cart to a goal that wanders; the task has arrays, numbers, options and a random generator of its own."""

    keep = ("xpos",)

    def __init__(self, model):
        super().__init__(model, frame_skip=2)
        self._goal, self._count, self._wind = np.zeros(N), 0, np.random.default_rng(5)
        self._last: dict[str, np.ndarray] = {}
        self._levels = [0.1, Limits(1.0, np.arange(2))]
        self._constants = (None, True, "name", 3 + 2j, {1, 2})

    def observe(self, sim):
        """Where the cart, its pole and the goal are, and what was done last."""
        last = self._last.get("action", np.zeros((N, 1)))
        return np.column_stack((sim.qpos, sim.qvel, self._goal, last, sim.xpos[:, 1, 0]))

    def reward(self, sim, transition):
        """The distance to the goal; it wanders."""
        self._last["action"] = transition.action.copy()
        self._goal += self._wind.uniform(-0.05, 0.05, N)
        self._count += 1
        self._levels[1].high[:] += 1
        return -abs(sim.qpos[:, 0] - self._goal), {
            "goal": self._goal.copy(),
            "count": np.full(N, self._count + self._levels[1].high[0]),
        }

    def terminated(self, sim):
        """A pole that leans far has fallen."""
        return abs(sim.qpos[:, 1]) > 0.3

    def reset(self, sim, rng, which):
        """Lean anywhere, towards another goal."""
        sim.qpos[which, 1] = rng.uniform(-0.1, 0.1, len(which))
        self._goal[which] = rng.uniform(-0.5, 0.5, len(which))


def chase(**options):
    """Return a vector of the task above."""
    return TaskVectorEnv(Chase(corten.load_model(corten.models.path("cartpole"))), N, **options)


def made(name):
    """Return what makes vectors of a task of Gymnasium."""
    return lambda **options: corten.envs.make_vec(name, N, **options)


VECTORS = {"chase": chase, **{name: made(f"{name}-v5") for name in ("Hopper", "Ant", "Pusher")}}


def record(envs, seed, steps=STEPS):
    """Take random actions; return everything that is seen, as bytes."""
    rng, seen = np.random.default_rng(seed), []
    low, high = envs.single_action_space.low, envs.single_action_space.high
    low, high = np.maximum(low, -1), np.minimum(high, 1)
    for _ in range(steps):
        actions = rng.uniform(low, high, (N, *low.shape))
        observation, reward, terminated, truncated, infos = envs.step(actions)
        seen.append([observation, reward, terminated, truncated, infos])
        ended = terminated | truncated
        if envs.metadata["autoreset_mode"] is AutoresetMode.DISABLED and ended.any():
            seen.append(envs.reset(options={"reset_mask": ended}))
    # pickles of views of other arrays differ
    return [pickle.dumps(copy.deepcopy(each)) for each in seen], seen


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_goes_on(name, mode):
    """Go on with the same bits in this vector and in a new one, in all modes, with models that are drawn at random."""

    def make():
        return VECTORS[name](autoreset_mode=mode, randomize=RANDOM, max_episode_steps=30)

    envs = make()
    envs.reset(seed=3)
    record(envs, 0)
    state = envs.get_state()
    kept = pickle.dumps(state)
    first, seen = record(envs, 1)
    assert any(part[2].any() or part[3].any() for part in seen if len(part) == 5)
    # nothing of the state is the vector's own memory
    assert pickle.dumps(state) == kept
    envs.set_state(state)
    assert record(envs, 1)[0] == first
    for each in (pickle.loads(kept), copy.deepcopy(state)):
        fresh = make()
        fresh.set_state(each)
        assert record(fresh, 1)[0] == first


def test_a_state_in_the_middle_of_others():
    """Go on from a state after steps that failed, resets, and steps of the vector that came later."""
    envs = made("Hopper-v5")(max_episode_steps=40)
    envs.reset(seed=1)
    record(envs, 0, 7)
    envs.sim.qvel[2] = np.nan
    record(envs, 1, 1)
    state = envs.get_state()
    first = record(envs, 2)[0]
    envs.sim.vary("body_mass")
    envs.sim.body_mass[:] *= 2
    record(envs, 3, 5)
    envs.reset(seed=9)
    envs.set_state(state)
    assert record(envs, 2)[0] == first


def test_views_and_generators_stay():
    """Leave out views of the batch's memory, and restore arrays and random generators in place."""
    envs = chase()
    envs.reset(seed=0)
    task = envs.task
    task._view, goal, wind = envs.sim.qpos[:, :1], task._goal, task._wind
    state = envs.get_state()
    assert "_view" not in state["task"] and "model" not in state["task"]
    record(envs, 0, 3)
    envs.set_state(state)
    assert task._goal is goal and task._wind is wind and task._view.base is not None
    np.testing.assert_array_equal(goal, state["task"]["_goal"])


# ---------------------------------------------------------------- what is refused


def test_other_attributes_are_refused():
    """Name the attribute of a task that cannot be written down, and the remedy."""
    envs = chase()
    envs.task._filter = {"inner": [object()]}
    with pytest.raises(
        TypeError, match=r"Chase\._filter\['inner'\]\[0\] is a object.*override get_state and set_state"
    ):
        envs.get_state()


def test_a_task_may_write_itself_down():
    """Ask the task where it says itself what it goes on from."""

    class Own(Chase):
        def get_state(self, sim):
            return {"count": self._count}

        def set_state(self, sim, state):
            self._count = state["count"]

    envs = TaskVectorEnv(Own(corten.load_model(corten.models.path("cartpole"))), N)
    envs.task._thing = object()
    envs.reset(seed=0)
    record(envs, 0, 3)
    state = envs.get_state()
    record(envs, 0, 3)
    envs.set_state(state)
    assert envs.task._count == 3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda state: state["made"].update(num_envs=7), "another vector, with num_envs 7, not 6"),
        (
            lambda state: state["made"].update(task="Ant", frame_skip=5),
            "with task 'Ant', not 'Chase', frame_skip 5, no",
        ),
        (lambda state: state["made"].update(autoreset_mode="SameStep"), "autoreset_mode 'SameStep', not 'NextStep'"),
        (lambda state: state.pop("random"), "no state of a vector of environments: 'random'"),
        (lambda state: state.pop("sim"), "no state of a vector of environments: 'sim'"),
        (lambda state: state["sim"].update(precision="float32"), "numbers of float32, the batch of float64"),
        (lambda state: state["sim"].update(keep=["qacc"]), "taken with keep of qacc; the batch keeps xpos|keeps sens"),
        (lambda state: state["sim"]["rows"].pop("qpos"), "another model: qpos is missing"),
        (lambda state: state["random"]["bit_generator"].update(bit_generator="MT19937"), "random generator MT19937"),
    ],
)
def test_other_states_are_refused(change, words):
    """Refuse the state of another vector, and what is none."""
    envs = chase()
    envs.reset(seed=0)
    state = envs.get_state()
    change(state)
    with pytest.raises(ValueError, match=words):
        envs.set_state(state)


@pytest.mark.parametrize("state", [None, {}, 3])
def test_what_is_no_state_is_refused(state):
    """Refuse anything else."""
    with pytest.raises(ValueError, match="no state of a vector of environments"):
        chase().set_state(state)


def test_a_vector_of_gymnasium_goes_on():
    """Write down a vector that Gymnasium has made."""
    envs = gymnasium.make_vec("corten/Reacher-v5", num_envs=N)
    envs.reset(seed=0)
    state = envs.get_state()
    first = record(envs, 0)[0]
    envs.set_state(state)
    assert record(envs, 0)[0] == first
