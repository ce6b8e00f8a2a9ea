"""One stage alone against the oracle: inputs copied from MuJoCo, outputs poisoned first, every output compared."""

import numpy as np

from corten.data import DATA
from corten.model import MODEL
from corten.runtime.build import stage_effects
from support import oracle, tolerance
from support.random_mjcf import random_model

# fields of Data that MuJoCo keeps elsewhere: counters, contacts and rows that grow, what was left out of a step
ELSEWHERE = ("warning_", "error_", "contact_", "efc_J", "user_", "hill_", "mass_", "damped_")

# inputs that a stage changes: forces that a plan may leave out are cleared where they are added up
CHANGED = {"passive": {"qfrc_gravcomp", "qfrc_fluid", "qfrc_adhesion"}}


def is_ours(name: str, mjd) -> bool:
    """Tell whether a field of Data cannot be compared: work space that MuJoCo has not, or what it keeps elsewhere."""
    return name.startswith(ELSEWHERE) or (DATA.fields[name].block.name == "work" and not hasattr(mjd, name))


def inputs_of(stage) -> list[str]:
    """Return the fields of Data that a stage reads before it writes them.

    The compiler knows what is read and what is written; of what is both, `CHANGED` lists the inputs.
    """
    reads, writes = effects(stage)
    return sorted((reads - writes) | (reads & CHANGED.get(stage.__name__, set())))


def effects(stage) -> tuple[set[str], set[str]]:
    """Return the fields of Data that a stage reads, and those that it writes."""
    found = stage_effects(stage, (MODEL, DATA))
    both = (found.reads, found.writes)
    return tuple({name.removeprefix("Data.") for name in names if name.startswith("Data.")} for names in both)


def run_alone(stage, mjd, model, data) -> list[str]:
    """Run a stage on MuJoCo's inputs with all else that it writes poisoned; return the outputs that MuJoCo has too."""
    inputs = [name for name in inputs_of(stage) if not is_ours(name, mjd)]
    outputs = sorted(name for name in effects(stage)[1] if not is_ours(name, mjd))
    oracle.copy_state(mjd, data)
    oracle.copy_fields(mjd, data, inputs)
    oracle.poison(data, [name for name in outputs if name not in inputs])
    assert stage(model, data) == 0
    return outputs


def check_alone(stage, mjd, model, data, bound=tolerance.STAGE) -> None:
    """Run a stage alone and compare everything that it writes with what MuJoCo computed."""
    for name in run_alone(stage, mjd, model, data):
        compare(name, getattr(data, name), oracle.oracle_field(mjd, name), bound)


def compare(name: str, ours, theirs, bound=tolerance.STAGE) -> None:
    """Compare two arrays relative to the largest number in the oracle's."""
    theirs = np.reshape(theirs, np.shape(ours))
    assert np.all(np.isfinite(ours)), f"{name} was not written in full"
    scale = np.max(np.abs(theirs), initial=0.0)
    error = np.max(np.abs(ours - theirs), initial=0.0)
    assert error <= bound * scale, f"{name}: error {error:.3g} where the largest number is {scale:.3g}"


def scene(xml: str, seed: int = 0, speed: float = 1.0, flags: int = 0):
    """Load a model into both engines, put MuJoCo into a random state and let it compute everything."""
    mjm, mjd, model, data = oracle.load_both(xml)
    mjm.opt.disableflags |= flags
    model.opt_disableflags = mjm.opt.disableflags
    oracle.random_state(mjm, mjd, np.random.default_rng(seed), speed)
    oracle.forward(mjm, mjd)
    return mjm, mjd, model, data


def random_scene(seed: int, **features):
    """Load a random model whose size follows from the seed: 1 to 200 dofs, chains as well as bushes."""
    ndof = (1, 2, 3, 5, 8, 12, 20, 33, 60, 200)[seed % 10]
    return scene(random_model(seed, ndof=ndof, chain=(seed % 3) / 2, **features), seed)
