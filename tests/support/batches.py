"""Batches beside environments that are stepped alone: the same pushes, controls and comparisons for both."""

import numpy as np

import corten
from corten.data import DATA, blocks
from corten.model import MODEL
from corten.model.twin import Twin
from support.fields import read


class Twins:
    """A BatchSim, and for each of its environments a Data that is stepped alone.

    Each environment is a pack of its own unless lanes are asked for, so that few of them occupy several threads.
    """

    def __init__(self, model: corten.Model, n: int, seed: int = 0, lanes: int | None = 1, **options):
        self.rng = np.random.default_rng(seed)
        self.batch = corten.BatchSim(model, n, lanes=lanes, **options)
        # what environments compute with that are stepped alone, and one for each of them
        self.model = Twin(model, "float32").model if options.get("precision") == "float32" else model
        self.models = [self.model] * n
        self.alone = [self.model.make_data() for _ in range(n)]
        self.failed: dict[int, corten.StepError] = {}

    def write(self, name: str, values: np.ndarray) -> None:
        """Set a field of all environments."""
        getattr(self.batch, name)[...] = values
        for data, value in zip(self.alone, values, strict=True):
            setattr(data, name, value)

    def vary(self, **values: np.ndarray) -> None:
        """Give environments their own values of model fields; those that are stepped alone have models of their own."""
        self.batch.vary(*values)
        if self.models[0] is self.model:
            self.models = [self.model.copy() for _ in self.models]
        for name, array in values.items():
            getattr(self.batch, name)[...] = array
            for model, value in zip(self.models, array, strict=True):
                setattr(model, name, value)
        for model in self.models:
            corten.set_const(model)

    def push(self) -> None:
        """Set environments in motion, each differently."""
        n, model = len(self.alone), self.model
        self.write("qvel", self.rng.uniform(-0.5, 0.5, (n, model.nv)))
        self.write("xfrc_applied", self.rng.uniform(-0.1, 0.1, (n, model.nbody, 6)))

    def step(self, nstep: int = 1) -> corten.StepErrors:
        """Take steps with new controls; an environment that fails alone stands still."""
        self.write("ctrl", self.rng.uniform(-1, 1, (len(self.alone), self.model.nu)))
        errors = self.batch.step_all(nstep)
        for i, data in enumerate(self.alone):
            if i not in self.failed:
                try:
                    corten.step(self.models[i], data, nstep)
                except corten.StepError as error:
                    self.failed[i] = error
        return errors

    def differences(self) -> list[str]:
        """Return the fields in which an environment of the batch differs from the one that was stepped alone."""
        found = [f"batch.{name}" for name in shown(self.batch) if not self._same_arrays(name, self.alone)]
        found += [f"batch.{name}" for name in varied(self.batch) if not self._same_arrays(name, self.models)]
        for i, data in enumerate(self.alone):
            found += [f"env({i}).{name}" for name in different_fields(self.batch.env(i), data)]
        # models of other masses have other signatures
        return [name for name in found if self.models[0] is self.model or not name.endswith(".sweep_ready")]

    def _same_arrays(self, name: str, owners: list) -> bool:
        values = [np.asarray(read(owner, name)) for owner in owners]
        array = getattr(self.batch, name)
        return np.asarray(array).tobytes() == np.array(values, array.dtype).reshape(array.shape).tobytes()


def shown(batch: corten.BatchSim) -> list[str]:
    """Return the fields that a batch has as arrays."""
    return [name for name in dir(batch) if name in DATA.fields]


def varied(batch: corten.BatchSim) -> list[str]:
    """Return the fields of the model of which each environment of a batch has its own values."""
    return [name for name in dir(batch) if name in MODEL.fields]


# counts also what a step did before it ran out of room and was done again; tell what somebody has looked at
NOT_COMPARED = ("ntrinode", "mass_wanted", "damped_wanted", "jacobian_wanted")

# rows of these lie at the front of longer arrays, whose ends mean nothing
SPARSE = {"moment": "actuator_moment", "moment_colind": "actuator_moment"}


def different_fields(one: corten.Data, other: corten.Data) -> list[str]:
    """Return the fields of two Data that are not the same bits, work space aside."""
    names = [SPARSE.get(name, name) for name, field in DATA.fields.items() if field.block is not blocks.WORK]
    return [name for name in names if name not in NOT_COMPARED and _bytes(one, name) != _bytes(other, name)]


def _bytes(data: corten.Data, name: str) -> bytes:
    return np.asarray(read(data, name)).tobytes()
