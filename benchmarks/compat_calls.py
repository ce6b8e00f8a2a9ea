"""Every function of the stand-in for MuJoCo's bindings, timed beside the same call of the bindings.

Run `python benchmarks/compat_calls.py [--above RATIO] [--model PATH] [NAME ...]`. Both take turns in one process; CPU
times, the best of several rounds. Printed are microseconds of a call (the stand-in's, MuJoCo's) and their ratio, in the
end what is above 1.5, and the geometric mean of the ratios. Arguments are those of the tests that compare results
(`tests/support/compat_calls.py`) and those below. Of another model than theirs, functions are left out that find no
such object or size there.
"""

import argparse
import contextlib
import copy
import io
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import corten.compat.mujoco as stand_in
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES
from support.compat_calls import (
    CALLS,
    FREE,
    FULL,
    SCENE,
    as_arrays,
    free_arguments,
    loaded_by_both,
    made_of,
    out,
    some,
)

ROUNDS, ROUND = 7, 4e-3
LIMIT = 1.5

# why a function is not timed: it reads or writes files, draws, sets callbacks, is random, prints, takes seconds, is
# seldom called, is refused by the stand-in, or by the bindings of 4.0 for any arguments
REASONS = ("files", "pictures", "callbacks", "random", "prints", "long", "rare", "missing", "broken")

# first words of names, and why what begins so is not timed
NOT_TIMED = {
    "files": "mj_print mj_load mj_save mju_write mju_getXML mj_embedAssets mj_sizeModel",
    "pictures": "mjr_ mjv_",
    "callbacks": "get_mj set_mj mj_resetCallbacks",
    "random": "mju_standardNormal",
    "prints": "mju_printMat",
    "long": "mj_setLengthRange mjd_inverseFD mjd_transitionFD",
    "rare": "mj_addM mj_addContact mj_actuatorInputName mj_clearCache mj_getCache mj_setCache mj_setTotalmass "
    "mj_constraintUpdate mj_default mj_initCtrlHistory mj_initSensorHistory mj_readCtrl mj_readSensor mj_rayFlex "
    "mj_rayHfield mj_rayMesh mju_raySkin mju_threadpool",
    "broken": "mju_encodePyramid mju_decodePyramid",
}

RANDOM = np.random.default_rng(3)
SPD = RANDOM.normal(size=(6, 6)) @ np.diag(np.arange(1.0, 7)) @ RANDOM.normal(size=(6, 6))
SPD = SPD @ SPD.T + np.eye(6)

# arguments of functions that the tests call otherwise
MORE: dict[str, tuple[Any, ...]] = {
    "mj_setState": ("m", "d", some(FULL), FULL),
    "mj_extractState": ("m", some(FULL), FULL, out("nq"), 2),
    "mj_copyData": ("other", "m", "d"),
    "mj_resetDataKeyframe": ("m", "d", 0),
    "mj_setKeyframe": ("m", "d", 0),
    "mj_step": ("m", "d"),
    "mj_forwardSkip": ("m", "d", 0, 0),
    "mj_inverseSkip": ("m", "d", 0, 0),
    "mj_RungeKutta": ("m", "d", 4),
    "mj_copyState": ("m", "d", "other", FULL),
    "mj_resetDataDebug": ("m", "d", 0),
    "mju_warningText": (1, 2),
    "mj_maxContact": ("m", 1, 2, 0),
    "mju_boxQP": (np.zeros(6), np.zeros((6, 13)), None, SPD, np.ones(6), -np.ones(6) / 4, np.ones(6) / 4),
    "mju_cholFactor": (SPD, 1e-10),
    "mju_cholSolve": (out(6), np.linalg.cholesky(SPD), np.ones(6)),
    "mju_cholUpdate": (np.linalg.cholesky(SPD), np.ones(6), 1),
    "mju_sym2dense": (
        np.zeros((2, 2)), np.ones(3), np.array([1, 2], np.int32), np.array([0, 1], np.int32),
        np.array([0, 0, 1], np.int32),
    ),
    "mju_n2f": (np.zeros(4, np.float32), np.ones(4)),
    "mju_f2n": (out(4), np.ones(4, np.float32)),
    "mju_cholFactorBand": (np.array([0, 4.0, 1, 5, 1, 6, 0, 1, 1, 7]), 4, 2, 1, 1e-6, 1e-6),
    "mju_insertionSortInt": (np.array([3, 1, 4, 1, 5, 9, 2, 6], np.int32),),
    "mjd_quatIntegrate": ([0.1, 0.2, 0.3], 0.5, out(9), out(9), out(3)),
}  # fmt: skip


# options that a function asks for
OPTIONS = {"mj_implicit": {"integrator": 2}}


def names() -> list[str]:
    """Return the public functions of the stand-in."""
    return [name for name in dir(stand_in) if not name.startswith("__") and name in NAMES["functions"]]


def timed(name: str) -> tuple[Any, ...] | str:
    """Return the arguments that a function is timed with, or the reason why it is not timed."""
    if name not in FUNCTIONS and not name.startswith(("get_", "set_")):
        return "missing"
    arguments = MORE.get(name) or dict(reversed(CALLS)).get(name)
    if arguments is not None:
        return arguments
    for reason, words in NOT_TIMED.items():
        if name.startswith(tuple(words.split())):
            return reason
    if name in FREE:
        return free_arguments(name)
    kinds = [entry[1] for entry in NAMES["functions"][name]]
    return tuple({"MjModel": "m", "MjData": "d"}[kind] for kind in kinds)


def prepared(m: Any, d: Any, name: str, arguments: tuple[Any, ...]) -> list[Any]:
    """Return arguments for one side: lists become arrays, as users of many calls have them."""
    rng = np.random.default_rng(4)
    return [made_of(m, d, argument, rng) for argument in as_arrays(name, arguments)]


def seconds(function: Any, arguments: list[Any], count: int) -> float:
    """Return the CPU time of some calls."""
    start = time.process_time()
    for _ in range(count):
        function(*arguments)
    return time.process_time() - start


@contextlib.contextmanager
def with_options(both: list[Any], options: dict[str, int]) -> Iterator[None]:
    """Set options of both models meanwhile."""
    before = [{option: getattr(model.opt, option) for option in options} for _, model, _ in both]
    for _, model, _ in both:
        for option, value in options.items():
            setattr(model.opt, option, value)
    try:
        yield
    finally:
        restore_options(both, before)


def restore_options(both: list[Any], before: list[dict[str, int]]) -> None:
    """Set options as they were."""
    for (_, model, _), values in zip(both, before, strict=True):
        for option, value in values.items():
            setattr(model.opt, option, value)


def measure(both: list[Any], name: str, arguments: tuple[Any, ...]) -> tuple[float, float]:
    """Return the time of a call [s] of MuJoCo's function and of the stand-in's."""
    with with_options(both, OPTIONS.get(name, {})):
        return best_times(both, name, arguments)


def best_times(both: list[Any], name: str, arguments: tuple[Any, ...]) -> tuple[float, float]:
    """Return them for models with the right options."""
    best, counts = [np.inf, np.inf], [1, 1]
    for turn in range(ROUNDS + 1):
        for side, (module, model, d) in enumerate(both):
            function = getattr(module, name)
            made = prepared(model, copy.copy(d), name, arguments)
            function(*made)
            if not turn:
                # how many calls a round has
                while seconds(function, made, counts[side]) < ROUND / 2 and counts[side] < 200_000:
                    counts[side] *= 2
                continue
            best[side] = min(best[side], seconds(function, made, counts[side]) / counts[side])
    return best[0], best[1]


def main() -> None:
    """Time all functions, or those that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--above", type=float, default=LIMIT, help="list the functions above this ratio")
    parser.add_argument("--model", default="", help="MJCF file of another model than that of the tests")
    parser.add_argument("names", nargs="*", help="functions; all unless given")
    options = parser.parse_args()
    both = loaded_by_both(options.model or SCENE, "mj_step", "mj_forward")
    ratios: dict[str, float] = {}
    left: dict[str, list[str]] = {}
    for name in options.names or names():
        arguments = timed(name)
        if isinstance(arguments, str):
            left.setdefault(arguments, []).append(name)
            continue
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                theirs, own = measure(both, name, arguments)
        except (TypeError, IndexError, KeyError, both[0][0].FatalError, stand_in.FatalError):
            if not options.model:
                raise
            left.setdefault("not of this model", []).append(name)
            continue
        ratios[name] = own / theirs
        print(f"{name:26s} {1e6 * own:9.2f} {1e6 * theirs:9.2f} {ratios[name]:8.2f}", flush=True)
    for reason, found in left.items():
        print(f"not timed ({reason}): {' '.join(found)}")
    slow = sorted((name for name in ratios if ratios[name] > options.above), key=lambda name: -ratios[name])
    print(f"above {options.above}: {' '.join(f'{name} ({ratios[name]:.1f})' for name in slow)}")
    print(f"geometric mean of {len(ratios)}: {np.exp(np.mean(np.log(list(ratios.values())))):.2f}")


if __name__ == "__main__":
    main()
