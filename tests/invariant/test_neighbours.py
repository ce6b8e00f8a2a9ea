"""An environment's bits do not depend on its neighbours: `any_lane` forced to hold changes nothing."""

import importlib
import pkgutil
from types import SimpleNamespace

import numpy as np
import pytest

import corten
from corten.math.argument_reduction import reduce_angle
from corten.math.quaternion import nearest_rotation
from corten.runtime import any_lane
from corten.runtime.kernel import Helper
from corten.stages.actuation.hill import fibre_velocity, set_elastic
from corten.stages.actuation.hill_steps import next_length
from corten.stages.kinematics.bodies import correct_length

SAMPLES = 60


def muscle(rng):
    """Return a Model and a Data with the fields of one Hill muscle, as random as muscles are."""
    model = {
        "hill_pennation": rng.uniform(0.0, 0.4),
        "hill_lopt": rng.uniform(0.05, 0.2),
        "hill_lslack": rng.uniform(0.05, 0.3),
        "hill_strain": rng.uniform(0.03, 0.06),
        "hill_passive": rng.uniform(0.4, 0.7),
        "hill_damping": rng.choice([0.0, 0.1]),
        "hill_fmax": rng.uniform(100.0, 1000.0),
        "hill_vmax": 10.0,
    }
    data = {"hill_length": rng.uniform(0.3, 1.6), "hill_velocity": rng.normal(), "hill_decay": rng.uniform(-1.0, 9.0)}
    data |= dict.fromkeys(("hill_cosine", "hill_tendon", "hill_tension", "hill_derivative"), 0.0)
    m, d = (SimpleNamespace(**{name: [value] for name, value in fields.items()}) for fields in (model, data))
    m.opt_timestep = rng.choice([0.001, 0.005])
    return m, d


def path_of(m, rng):
    """Return the length of a muscle's path, from slack to stretched."""
    return m.hill_lslack[0] * rng.uniform(0.8, 1.08) + m.hill_lopt[0] * rng.uniform(0.0, 1.4)


def elastic(rng):
    """Place the fibres of a muscle; return all that was written."""
    m, d = muscle(rng)
    set_elastic(m, d, 0, path_of(m, rng), rng.uniform(), rng.choice([0.0, rng.uniform(0.2, 1.6)]))
    return [value[0] for value in vars(d).values()]


def advanced(rng):
    """Advance the fibres of a muscle."""
    m, d = muscle(rng)
    return next_length(m, d, 0, path_of(m, rng), rng.uniform())


HELPERS = {
    reduce_angle: lambda rng: reduce_angle(rng.choice([1.0, 1e6, 1e18, np.inf]) * rng.normal()),
    correct_length: lambda rng: correct_length(tuple(unit(rng) * rng.choice([1.0, 1.0 + 1e-9, 1.5]))),
    fibre_velocity: lambda rng: fibre_velocity(rng.uniform(), rng.choice([0.0, 0.1]), 3.0 * rng.normal()),
    nearest_rotation: lambda rng: nearest_rotation(tuple((np.eye(3) + rng.choice([0, 0.1, 3]) * sheared(rng)).flat)),
    set_elastic: elastic,
    next_length: advanced,
}


def unit(rng):
    """Return a random unit quaternion."""
    quat = rng.normal(size=4)
    return quat / np.linalg.norm(quat)


def sheared(rng):
    """Return a random matrix (3, 3)."""
    return rng.normal(size=(3, 3))


def asking_modules():
    """Return all modules of the package that use `any_lane`, apart from those that define it."""
    names = [
        module.name for module in pkgutil.walk_packages(corten.__path__, "corten.") if "__main__" not in module.name
    ]
    within = [
        importlib.import_module(name)
        for name in names
        if name.startswith(("corten.deformable", "corten.math", "corten.stages"))
    ]
    return [module for module in within if getattr(module, "any_lane", None) is any_lane]


def test_every_use_is_tested():
    """Have an entry here for each helper and stage that asks its neighbours."""
    kernels = [value for module in asking_modules() for value in vars(module).values() if isinstance(value, Helper)]
    asking = {kernel for kernel in kernels if "any_lane" in kernel.function.__code__.co_names}
    assert asking == set(HELPERS)


@pytest.mark.parametrize("helper", HELPERS, ids=lambda helper: helper.__name__)
def test_neighbours_change_nothing(helper, monkeypatch):
    """Give the same bits whether or not a neighbour needs the slow way or more iterations."""
    alone = [HELPERS[helper](np.random.default_rng(seed)) for seed in range(SAMPLES)]
    for module in asking_modules():
        monkeypatch.setattr(module, "any_lane", lambda condition: True)
    together = [HELPERS[helper](np.random.default_rng(seed)) for seed in range(SAMPLES)]
    assert np.array(alone).tobytes() == np.array(together).tobytes()
