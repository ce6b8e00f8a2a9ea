"""Seeded distributions of model fields: what is drawn depends on seed, field and environment, not on the batch."""

import zlib
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

# constants of the generator splitmix64
_STEP, _FIRST, _SECOND = (np.uint64(x) for x in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


class Draws(NamedTuple):
    """What numbers between 0 and 1 are drawn from: a seed, the name of a field, and environments."""

    seed: int
    name: str
    environments: np.ndarray

    def uniform(self, shape: tuple[int, ...]) -> np.ndarray:
        """Return numbers from 0 up to 1, of some shape for each environment."""
        first = _mixed(np.array([self.seed & 0xFFFFFFFFFFFFFFFF], np.uint64))
        start = _mixed(first ^ np.uint64(zlib.crc32(self.name.encode())) ^ np.uint64(self.seed >> 64 & 0xFFFFFFFF))
        rows = _mixed(start + self.environments.astype(np.uint64) * _STEP)
        count = int(np.prod(shape, dtype=np.int64))
        bits = _mixed(rows[:, None] + np.arange(1, count + 1, dtype=np.uint64) * _STEP)
        return ((bits >> np.uint64(11)) * 2.0**-53).reshape(len(self.environments), *shape)


def _mixed(bits: np.ndarray) -> np.ndarray:
    """Return 64 bits that depend on all bits of each number."""
    bits = (bits ^ (bits >> np.uint64(30))) * _FIRST
    bits = (bits ^ (bits >> np.uint64(27))) * _SECOND
    return bits ^ (bits >> np.uint64(31))


class Distribution:
    """Numbers between two bounds, evenly distributed; `how` says what becomes of the values of the model."""

    def __init__(self, how: str, low: ArrayLike, high: ArrayLike, shared: bool):
        self._how, self._shared = how, bool(shared)
        self._low, self._high = (np.array(bound, float) for bound in (low, high))
        if not (np.isfinite(self._low).all() and np.isfinite(self._high).all()):
            raise ValueError(f"{how}: bounds must be finite numbers")
        if (self._low > self._high).any():
            raise ValueError(f"{how}({low}, {high}): the first bound must not be above the second one")

    def draw(self, value: np.ndarray, draws: Draws) -> np.ndarray:
        """Return values for some environments, from those of the model."""
        shape = (1,) * value.ndim if self._shared else value.shape
        for bound in (self._low, self._high):
            if not _fits(bound.shape, value.shape):
                raise ValueError(f"bounds of shape {bound.shape} do not fit {draws.name}, of shape {value.shape}")
        drawn = self._low + draws.uniform(shape) * (self._high - self._low)
        if self._how == "scaled":
            return drawn * value
        return drawn + value if self._how == "shifted" else np.broadcast_to(drawn, (len(drawn), *value.shape))

    def __repr__(self) -> str:
        return f"corten.{self._how}({self._low.tolist()}, {self._high.tolist()}{', shared=True' * self._shared})"


def _fits(shape: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Tell whether an array of some shape can be repeated to another one."""
    try:
        return np.broadcast_shapes(shape, wanted) == wanted
    except ValueError:
        return False


def scaled(low: ArrayLike, high: ArrayLike, *, shared: bool = False) -> Distribution:
    """Return a distribution of the model's values times a factor between two bounds.

    Each element has a factor of its own, or with `shared` all elements of an environment the same one. Bounds may be
    arrays that fit the field.
    """
    return Distribution("scaled", low, high, shared)


def shifted(low: ArrayLike, high: ArrayLike, *, shared: bool = False) -> Distribution:
    """Return a distribution of the model's values plus something between two bounds; see `scaled`."""
    return Distribution("shifted", low, high, shared)


def uniform(low: ArrayLike, high: ArrayLike, *, shared: bool = False) -> Distribution:
    """Return a distribution of values between two bounds, whatever the model says; see `scaled`."""
    return Distribution("uniform", low, high, shared)


def check_distribution(name: str, distribution: object) -> None:
    """Refuse what is no distribution, and fields whose numbers belong together."""
    if not isinstance(distribution, Distribution):
        words = "corten.scaled(low, high), corten.shifted(low, high) or corten.uniform(low, high)"
        raise TypeError(f"{name} is {distribution!r}; it must be {words}")
    if name.endswith("quat") or name == "jnt_axis":
        raise ValueError(
            f"{name} has unit length, which independent numbers have not: batch.vary({name!r}) and write it"
        )
