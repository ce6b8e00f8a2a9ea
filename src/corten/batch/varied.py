"""Fields of the Model of which each environment of a batch has its own values, and the constants that follow."""

import weakref
from collections.abc import Collection

import numpy as np

from corten.batch.environment_model import EnvironmentModel
from corten.batch.model_pack import ModelPack
from corten.batch.pack import segment, segments
from corten.batch.variable_fields import FOLLOWING, check_names, constants_of
from corten.model import Model
from corten.runtime.fields import Layout
from corten.runtime.storage import ReadOnly


class Varied:
    """Arrays with a row for each of n environments; those of constants are kept up to date by whoever steps them.

    Which environments have values whose constants are not known yet is found by comparison with copies.
    """

    def __init__(self, model: Model, n: int):
        self.model, self.n = model, n
        self.names: tuple[str, ...] = ()
        self.constants: tuple[str, ...] = ()
        self.arrays: dict[str, np.ndarray] = {}
        # the same as users see them
        self.shown: dict[str, np.ndarray] = {}
        # values that constants were computed from, environments whose constants are wrong though these are the same,
        # and how often those of the model had been computed
        self._seen: dict[str, np.ndarray] = {}
        self._outdated, self._nset_const = np.zeros(n, bool), model._nset_const
        self._models: weakref.WeakSet[EnvironmentModel] = weakref.WeakSet()
        self._single: EnvironmentModel | None = None

    def add(self, names: Collection[str]) -> None:
        """Let further fields vary; they begin with the values of the model."""
        check_names(self.model, names)
        if set(self.names).issuperset(names):
            return
        self.names = tuple(dict.fromkeys((*self.names, *names)))
        self.constants = constants_of(self.model, self.names)
        for name in (*names, *self.constants):
            if name not in self.arrays:
                value = self.model._views[name]
                self.arrays[name] = np.repeat(value[None], self.n, axis=0)
        for name, array in self.arrays.items():
            self.shown[name] = array if name in self.names else _read_only(name, array)
        for name in names:
            if name in FOLLOWING and name not in self._seen:
                self._seen[name] = self.arrays[name].copy()
                # masses of the model may have been changed without what follows from them
                self._outdated[:] = True
        for model in self._models:
            model.show(model.__dict__["_number"])

    def layout(self) -> Layout:
        """Return the layout of a Model in which these fields vary from lane to lane, if it has such."""
        return self.model.layout.with_varying(frozenset(name for name in self.arrays if self.model._views[name].size))

    def segments(self, pack: ModelPack, width: int, names: Collection[str]) -> np.ndarray:
        """Return segments that copy some fields from or to memory; those that do not vary are the model's for all."""
        arrays = {name: self.arrays.get(name, self.model._views[name][None]) for name in names}
        found = [segment(pack.address(name), self.model.layout.fields[name], array) for name, array in arrays.items()]
        return segments(found, width)

    # ---------------------------------------------------------------- constants

    def changed(self) -> np.ndarray:
        """Return the environments whose constants are not those of their values."""
        if self._nset_const != self.model._nset_const:
            self._outdated[:], self._nset_const = bool(self._seen), self.model._nset_const
        if not self.n:
            return np.zeros(0, np.int64)
        found = self._outdated.copy()
        for name, seen in self._seen.items():
            # bits are compared, so that what is no number is equal to itself
            now, before = (array.view(f"i{array.itemsize}").reshape(self.n, -1) for array in (self.arrays[name], seen))
            found |= (now != before).any(axis=1)
        return np.flatnonzero(found)

    def accept(self, numbers: np.ndarray) -> None:
        """Remember the values of environments whose constants were computed."""
        self._outdated[numbers] = False
        for name, seen in self._seen.items():
            seen[numbers] = self.arrays[name][numbers]

    def take_constants(self, i: int, model: Model) -> None:
        """Take over the constants of an environment from a Model."""
        for name in self.constants:
            self.arrays[name][i] = model._views[name]
        self.accept(np.array([i]))

    # ---------------------------------------------------------------- single environments

    def model_of(self, i: int) -> Model:
        """Return the Model of an environment until that of another one is asked for."""
        if not self.names:
            return self.model
        if self._single is None:
            self._single = EnvironmentModel(self.model, self.arrays, self.shown, i)
        self._single.show(i)
        return self._single

    def make_model(self, i: int) -> Model:
        """Return a Model for an environment."""
        if not self.names:
            return self.model
        model = EnvironmentModel(self.model, self.arrays, self.shown, i)
        self._models.add(model)
        return model

    def nbytes(self) -> int:
        """Return the size of all arrays [bytes]."""
        return sum(array.nbytes for array in (*self.arrays.values(), *self._seen.values()))


def _read_only(name: str, array: np.ndarray) -> np.ndarray:
    sources = ", ".join(source for source, then in FOLLOWING.items() if name in then)
    shown = array.view(ReadOnly)
    shown.refusal = f"{name} is read-only: it follows from {sources}"
    shown.flags.writeable = False
    return shown
