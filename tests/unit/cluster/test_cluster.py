"""Batches and rollouts on a Ray cluster of two nodes: the bits of one process, and what happens when a node is lost."""

import subprocess
import sys

import numpy as np
import pytest

import corten
from corten.enums import StepErrorKind
from support.ray_nodes import TwoNodes, need_ray

N = 13

# [s] that no machine needs
LONG = 300.0


@pytest.fixture(name="nodes", scope="module")
def _nodes():
    nodes = TwoNodes()
    yield nodes
    nodes.end()


@pytest.fixture(name="model", scope="module")
def _model():
    return corten.load_model(corten.models.path("cartpole"))


def make(model, **options):
    """Return environments on the cluster."""
    from corten.cluster import ClusterSim

    return ClusterSim(model, N, **{"deadline": LONG, "keep": ("xpos",), **options})


def assert_same(sims, numbers=slice(None)):
    """Compare all arrays of batches bit by bit."""
    first, *others = sims
    for name in first._views:
        for other in others:
            np.testing.assert_array_equal(getattr(other, name)[numbers], getattr(first, name)[numbers], err_msg=name)


def controls(model, seed):
    """Return random controls."""
    return np.random.default_rng(seed).uniform(-1, 1, (N, model.nu))


def test_bits_do_not_depend_on_shards(nodes, model):
    """Give what one process gives: steps, resets, own masses, failures, forward dynamics, single environments."""
    nodes.add()
    model = model.copy()
    sims = [corten.BatchSim(model, N, keep=("xpos",)), make(model), make(model, shards=5)]
    assert [shard.count for shard in sims[1].shards] == [6, 7]
    assert [shard.count for shard in sims[2].shards] == [2, 3, 2, 3, 3]
    for sim in sims:
        for i in range(3):
            sim.ctrl[:] = controls(model, i)
            assert not sim.step_all(7).any()
            sim.reset_where(np.arange(N) % 4 == i, "hanging" if i == 1 else None)
        sim.randomize(body_mass=corten.scaled(0.5, 2.0), seed=3)
        sim.step_all(2)
        sim.qvel[8] = 1.0
        corten.step(sim.env(4).model, sim.env(4))
    assert_same(sims)
    for i in (0, 4, 12):
        for sim in sims[1:]:
            np.testing.assert_array_equal(sim.env(i).qacc, sims[0].env(i).qacc)
            np.testing.assert_array_equal(sim.env(i).model.dof_invweight0, sims[0].env(i).model.dof_invweight0)
    model.opt.timestep = 0.001
    words, first = set(), b""
    for sim in sims:
        sim.qpos[[2, 9], 0] = np.nan, np.inf
        errors = sim.step_all(5)
        words.add(tuple(map(str, errors)))
        assert errors.indices.tolist() == [2, 9] and errors[9].environment == 9
        assert sim.env(9).cvel.tobytes() == (first := first or sim.env(9).cvel.tobytes())
        sim.reset_where(np.arange(N) == 9)
        sim.qpos[:3, 1] = 0.3
        sim.forward_where(np.arange(N) < 3)
        sim.step_all()
        assert sim.errors.indices.tolist() == [2]
    assert len(words) == 1
    assert_same(sims)
    sims[2].close()
    with pytest.raises(RuntimeError, match="is closed"):
        sims[2].step_all()
    assert_same(sims)


def test_a_saved_batch_goes_on(nodes, model, tmp_path):
    """Go on with the same bits from a file that another process, or the cluster, has written."""
    sims = [corten.BatchSim(model, N, keep=("xpos",)), make(model, shards=3)]
    for sim in sims:
        sim.vary("dof_damping")
        sim.dof_damping[:] *= np.linspace(1, 2, N)[:, None]
        sim.ctrl[:] = controls(model, 0)
        sim.qvel[5] = np.nan
        sim.step_all(5)
        sim.save(tmp_path / f"{type(sim).__name__}.npz")
    loaded = [corten.BatchSim.load(tmp_path / "ClusterSim.npz")]
    loaded.append(type(sims[1]).load(tmp_path / "BatchSim.npz", deadline=LONG, shards=2))
    for sim in (*sims, *loaded):
        sim.ctrl[:] = controls(model, 1)
        assert sim.step_all(5).indices.tolist() == [5]
    assert_same([*sims, *loaded])
    found = [[*sim.jac_body(2), sim.inverse_all()] for sim in (*sims, *loaded)]
    for sim in (*sims, *loaded):
        sim.kinematics_all()
        sim.step_all(2)
    assert_same([*sims, *loaded])
    for answers in found[1:]:
        for one, other in zip(answers, found[0], strict=True):
            np.testing.assert_array_equal(one, other)
    for sim in (sims[1], loaded[1]):
        sim.close()


def test_lost_node_goes_on_from_a_checkpoint(nodes, model, monkeypatch):
    """Kill a node in the middle of steps: with checkpoints everything goes on, with the same bits."""
    from corten.cluster import engine

    nodes.add()
    sims = [corten.BatchSim(model, N, keep=("xpos",)), make(model, checkpoint_every=4)]
    # portions of 4 steps are under way when the third of them loses the node
    calls, gather = [], engine.gather

    def gather_and_kill(*given):
        calls.append(given)
        if len(calls) == 3:
            nodes.kill()
        return gather(*given)

    monkeypatch.setattr(engine, "gather", gather_and_kill)
    for sim in sims:
        sim.ctrl[:] = controls(model, 0)
        assert not sim.step_all(60).any()
    assert len(calls) > 3 and min(shard.restarts for shard in sims[1].shards) == 0
    assert max(shard.restarts for shard in sims[1].shards) > 0
    assert_same(sims)
    np.testing.assert_array_equal(sims[1].env(12).cvel, sims[0].env(12).cvel)


def test_lost_node_without_checkpoints_is_told(nodes, model):
    """Without checkpoints let environments of a lost node fail as they were, and the others keep their bits."""
    nodes.add()
    alone, sim = corten.BatchSim(model, N, keep=("xpos",)), make(model)
    for each in (alone, sim):
        each.ctrl[:] = controls(model, 0)
        each.step_all(3)
    before = sim.qpos.copy()
    nodes.kill()
    errors = sim.step_all(10)
    assert errors.any() and len(errors.indices) < N
    assert {errors[i].kind for i in errors.indices} == {StepErrorKind.NODE_LOST}
    np.testing.assert_array_equal(sim.qpos[errors.indices], before[errors.indices])
    assert np.isfinite(sim.env(errors.indices[0]).xpos).all()
    alone.step_all(10)
    assert_same((alone, sim), np.setdiff1d(np.arange(N), errors.indices))
    # they begin anew elsewhere
    lost = np.isin(np.arange(N), errors.indices)
    for each in (alone, sim):
        each.reset_where(lost)
        assert not each.step_all(4).any()
    assert_same((alone, sim))


def test_silent_node_is_lost_after_the_deadline(nodes, model):
    """Do not wait for a node that stands still longer than the deadline."""
    nodes.add()
    sim = make(model)
    sim.step_all()
    sim.set_deadline(3.0)
    nodes.pause()
    errors = sim.step_all()
    assert {errors[i].kind for i in errors.indices} == {StepErrorKind.NODE_LOST} and len(errors.indices) < N
    nodes.kill()


def test_rollouts_survive_a_node(nodes, model, monkeypatch):
    """Roll out on both nodes as in one process, and on the one that is left when the other one is killed."""
    from corten.cluster import rollout
    from corten.cluster.rollout import __dict__ as module

    nodes.add()
    rng = np.random.default_rng(0)
    start, control = corten.get_state(model, model.make_data()), rng.uniform(-1, 1, (9, 30, model.nu))
    masses = model.body_mass * rng.uniform(0.5, 2.0, (9, 1))
    wanted = corten.rollout(model, start, control)
    for got, expected in zip(rollout(model, start, control, deadline=LONG), wanted, strict=True):
        np.testing.assert_array_equal(got, expected)
    own = rollout(model, start, control, vary={"body_mass": masses}, last=True, deadline=LONG)
    np.testing.assert_array_equal(
        own[0], corten.rollout(model, start, control, vary={"body_mass": masses}, last=True)[0]
    )
    gather = module["gather"]

    def kill_and_gather(*given):
        monkeypatch.setitem(module, "gather", gather)
        nodes.kill()
        return gather(*given)

    monkeypatch.setitem(module, "gather", kill_and_gather)
    for _ in range(2):
        np.testing.assert_array_equal(rollout(model, start, control, deadline=LONG)[0], wanted[0])
    bad, errors = np.repeat(start[None], 9, axis=0), {}
    bad[7, 1] = np.nan
    rollout(model, bad, control, errors=errors, deadline=LONG)
    assert list(errors) == [7] and errors[7].environment == 7


def test_training_goes_on_without_a_node(nodes):
    """Let vectors of environments be on a cluster; episodes of a lost node end, and others go on as in one process."""
    import corten.envs

    nodes.add()
    alone, many = (
        corten.envs.make_vec("InvertedPendulum-v5", N, **options)
        for options in ({}, {"cluster": True, "deadline": LONG})
    )
    np.testing.assert_array_equal(alone.reset(seed=0)[0], many.reset(seed=0)[0])
    action = np.full((N, 1), 0.1, np.float32)
    for expected, got in zip(alone.step(action)[:4], many.step(action)[:4], strict=True):
        np.testing.assert_array_equal(got, expected)
    nodes.kill()
    expected, _, falls, *_ = alone.step(action)
    observation, _, terminated, _, _ = many.step(action)
    assert not falls.any() and 0 < terminated.sum() < N
    np.testing.assert_array_equal(observation[~terminated], expected[~terminated])
    _, _, again, *_ = many.step(action)
    assert not again.any() and not many.unwrapped.sim.errors.any()


def test_bad_arguments_are_refused(model):
    """Refuse what makes no sense before anything is started."""
    need_ray()
    for options, words in (
        ({"deadline": 0}, "deadline is 0"),
        ({"shards": 0}, "shards is 0"),
        ({"checkpoint_every": -1}, "checkpoint_every is -1"),
        ({"device": "gpu"}, "shards run on CPUs"),
    ):
        with pytest.raises(ValueError, match=words):
            make(model, **options)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "[::1]:1", "127.0.0.1:99999"])
def test_nobody_at_an_address_is_told(address):
    """Refuse an address at which nobody listens at once; Ray waits for minutes."""
    need_ray()
    from corten.cluster.nodes import ClusterError, check_address

    with pytest.raises(ClusterError, match="there is no Ray cluster at"):
        check_address(address, 5.0)


def test_missing_ray_is_told():
    """Name the extra where Ray is not installed."""
    code = "import sys; sys.modules['ray'] = None; import corten.cluster"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert 'ModuleNotFoundError: corten.cluster needs Ray: pip install "corten[cluster]"' in done.stderr
