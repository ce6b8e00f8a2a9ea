"""What runs on the device, asked before anything is made for it."""

from corten.data import Data
from corten.enums import Integrator
from corten.errors import UnsupportedFeatureError
from corten.gpu.device import open_device
from corten.gpu.engine import GpuEngine
from corten.gpu.errors import NotAvailable, UnsupportedIntegrator
from corten.model import Model

INTEGRATORS = tuple(Integrator)


def check_model(model: Model) -> None:
    """Refuse a model whose integrator or flexes cannot run on the device; then, that there is none."""
    if model.opt.integrator not in INTEGRATORS:
        words = ", ".join(kind.name for kind in INTEGRATORS)
        name = Integrator(model.opt.integrator).name
        raise UnsupportedIntegrator(f"the integrator {name} does not run on a GPU; allowed are {words}")
    if model.nflex:
        raise UnsupportedFeatureError("flexes do not run on a GPU; run batches of them with device='cpu'")
    open_device()


def is_faster(model: Model) -> bool:
    """Tell whether there is a device that a batch of a model gains from: one that is not software."""
    try:
        check_model(model)
    except (NotAvailable, UnsupportedFeatureError, UnsupportedIntegrator):
        return False
    return open_device().info["adapter_type"] != "CPU"


def make_engine(template: Data, n: int, keep: tuple[str, ...], most: int | None, threads: int) -> GpuEngine:
    """Return what steps n environments on the device that begin as a Data, at most `most` of them side by side."""
    return GpuEngine(template, n, keep, open_device(), most, threads)
