"""Write anything into every field of a Model and a Data, step, and print each field that was survived.

Run as a program, so that a crash of the interpreter is seen by whoever started it: the name of a field is printed
before anything is written into it.
"""

import sys

import numpy as np

import corten
from support import fuzzed_scenes
from support.fields import owner_of

# what a step or a question may raise
ERRORS = (corten.StepError, ValueError, MemoryError)

FLOATS = (np.nan, np.inf, -np.inf, 1e300, -1e300, 1e-320, -1.0, 0.0, 1e9)
INTS = (2**31 - 1, -(2**31), -1, -2, 1, 7, 10**6)


def garbage(array: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return numbers that nobody would expect in a field, in some of its places or in all."""
    kinds = {"f": FLOATS, "i": INTS, "u": (0, 1, 2, 200, 255), "b": (False, True)}[array.dtype.kind]
    chosen = rng.choice(np.array(kinds, array.dtype), array.shape)
    return np.where(rng.random(array.shape) < rng.choice([0.1, 1.0]), chosen, array)


def write(owner: corten.Model | corten.Data, name: str, rng: np.random.Generator) -> None:
    """Write garbage into a field, or find that it can only be read."""
    field, owner = owner.layout.fields[name], owner_of(owner, name)
    try:
        if field.shape:
            array = getattr(owner, name)
            array[...] = garbage(array, rng)
        else:
            setattr(owner, name, garbage(np.array(getattr(owner, name), field.kind.dtype), rng).item())
    except (AttributeError, ValueError):
        assert not field.writable, name


def attempt(model: corten.Model, data: corten.Data) -> None:
    """Step and ask, and let errors be errors."""
    for action in (
        lambda: corten.step(model, data, 2),
        lambda: corten.forward(model, data),
        lambda: corten.inverse(model, data),
        lambda: corten.geom_distance(model, data, 3, 4, 1.0),
        lambda: corten.ray(model, data, (0, 0, 3), (0.01, 0, -1)),
    ):
        try:
            action()
        except ERRORS:
            continue


def main(scene: str, seed: int) -> None:
    """Try every field of a scene."""
    model = fuzzed_scenes.load(scene)
    data = model.make_data()
    fuzzed_scenes.push(model, data)
    corten.step(model, data, 5)
    rng = np.random.default_rng(seed)
    for kind in ("Model", "Data"):
        for name in (model if kind == "Model" else data).layout.fields:
            print(f"{kind}.{name}", flush=True)
            twin = model.copy()
            state = data.copy()
            state.__dict__["model"] = twin
            write(twin if kind == "Model" else state, name, rng)
            attempt(twin, state)
    print("done", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
