"""GpuBatchSim: many environments of one model on any vendor's GPU, and what runs there."""

from typing import Any

from corten.batch import BatchSim
from corten.batch.arguments import whole_number
from corten.batch.device_choice import BatchDevice
from corten.batch.engine import TeamSize
from corten.batch.environments import Environments
from corten.batch.rows import EnvironmentRows, carried_fields
from corten.data import Data
from corten.enums import Integrator
from corten.errors import UnsupportedFeatureError
from corten.gpu.device import NotAvailable, UnsupportedIntegrator, open_device
from corten.gpu.engine import GpuEngine
from corten.gpu.pools import DeviceArray, check_rows
from corten.model import Model

# ---------------------------------------------------------------- what runs on the device


INTEGRATORS = tuple(Integrator)


class Gpu(BatchDevice):
    """The device of this process; at most `most` environments run at a time, if that is given."""

    name, precision = "gpu", "float32"

    def __init__(self, most: int | None = None):
        self._most = most

    def check(self, model: Model, precision: str | None, lanes: int | None) -> None:
        """Refuse lanes, other floats, and a model that cannot run on the device; then, that there is none."""
        if lanes is not None:
            raise ValueError(f"lanes is {lanes!r}; lanes are of the CPU, and a GPU has none")
        if precision not in (None, self.precision):
            raise ValueError(f"precision is {precision!r}; a GPU computes with {self.precision!r}")
        if model.opt.integrator not in INTEGRATORS:
            words = ", ".join(kind.name for kind in INTEGRATORS)
            name = Integrator(model.opt.integrator).name
            raise UnsupportedIntegrator(f"the integrator {name} does not run on a GPU; allowed are {words}")
        if model.nflex:
            raise UnsupportedFeatureError("flexes do not run on a GPU; run batches of them with device='cpu'")
        open_device()

    def suits(self, model: Model, precision: str | None) -> bool:
        """Tell whether there is a device that a batch of a model gains from: one that is not software."""
        if precision not in (None, self.precision):
            return False
        try:
            self.check(model, precision, None)
        except (NotAvailable, UnsupportedFeatureError, UnsupportedIntegrator):
            return False
        return open_device().info["adapter_type"] != "CPU"

    def make_engine(self, template: Data, n: int, size: TeamSize, keep: tuple[str, ...]) -> GpuEngine:
        """Return an engine on the device; threads of the CPU do what the device cannot do."""
        device = open_device()
        # refused before anything is allocated
        check_rows(device, EnvironmentRows(template, keep, carried_fields(template.model), 0), n)
        return GpuEngine(Environments(template, n, size._replace(width=1), keep), device, self._most)


# ---------------------------------------------------------------- the batch


class GpuBatchSim(BatchSim):
    """n environments of one Model, stepped in single precision on the device of this process.

    It has all that `BatchSim` has. Arrays of fields lie on the host: what was changed there goes up before steps, state
    and results come down after them. Steps of a batch are the same bits each time, and those of the CPU in single
    precision where the driver rounds divisions and square roots correctly.
    """

    _engine: GpuEngine

    def __init__(
        self,
        model: Model,
        n: int,
        *,
        keep: tuple[str, ...] | list[str] = (),
        most_at_once: int | None = None,
        precision: str | None = None,
    ):
        """At most `most_at_once` environments run side by side, else as many as the device has room for.

        Raises UnsupportedIntegrator, NotAvailable or BatchTooLarge, whichever comes first in this order.
        """
        most = None if most_at_once is None else whole_number("most_at_once", most_at_once, 1)
        super().__init__(model, n, keep=keep, precision=precision, device=Gpu(most))

    @classmethod
    def try_new(cls, model: Model, n: int, **options: Any) -> "GpuBatchSim | None":
        """Return a batch, or None if there is no device; everything else is raised."""
        try:
            return cls(model, n, **options)
        except NotAvailable:
            return None

    def cpu_reference(self) -> BatchSim:
        """Return a batch on the CPU, in double precision, whose environments are where these are now."""
        rows, varied = self._envs.rows, self._envs.varied
        batch = BatchSim(self.model, len(self), keep=tuple(rows.kept.fields))
        if varied.names:
            batch.vary(*varied.names)
            for name in varied.names:
                getattr(batch, name)[...] = varied.arrays[name]
        batch._envs.copy(self._envs)
        return batch

    def buffer(self, name: str) -> DeviceArray:
        """Return where the device has a field of all environments, for those who compute on the same device.

        What they write there counts for the next steps, unless the array of the host was changed, too; `fetch` brings
        it to the host. What is changed on the host, by a reset for one, is there after this call, and after steps.
        """
        return self._engine.device_array(name)

    def fetch(self) -> None:
        """Let the arrays on the host be what the device has, but for those that were changed on the host since."""
        with self._lock:
            self._engine.fetch()

    @property
    def compiled(self) -> tuple[int, int]:
        """How many of the stages of a step are ready to run, and how many there are: they are compiled meanwhile."""
        return self._engine.progress
