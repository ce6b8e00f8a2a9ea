"""One stage alone against the oracle: inputs copied from MuJoCo, outputs poisoned first, every output compared."""

import re

import numpy as np

from support import oracle, tolerance
from support.random_mjcf import random_model

# fields of Data that are ours alone: scratch, counters that MuJoCo keeps elsewhere, contacts and rows that grow
OURS = ("work_", "warning_", "error_", "contact_", "efc_J", "user_")


def declared(stage, kind: str) -> list[str]:
    """Return the fields of Data that a stage's docstring lists under `reads` or `writes`."""
    text = re.search(rf"{kind}:((?:\s+[md]\.\w+)+)", stage.__doc__)
    return [word[2:] for word in text.group(1).split() if word.startswith("d.")]


def run_alone(stage, mjd, model, data) -> list[str]:
    """Run a stage on MuJoCo's inputs with all else that it writes poisoned; return the outputs that MuJoCo has too."""
    inputs = [name for name in declared(stage, "reads") if not name.startswith(OURS)]
    outputs = [name for name in declared(stage, "writes") if not name.startswith(OURS)]
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
