"""What can go wrong on a GPU, each as a type of its own."""

from collections.abc import Mapping

import numpy as np

from corten.errors import GpuError

# how to get a driver, for people
DRIVERS = (
    "install a Vulkan, Metal or DirectX 12 driver; on Debian and Ubuntu `apt-get install mesa-vulkan-drivers` has one "
    "that runs on the CPU"
)


class NotAvailable(GpuError):
    """There is no device: no driver, no adapter, or the package `wgpu` is not installed."""


class BatchTooLarge(GpuError):
    """The device has no buffers of the size that a batch needs, though it runs in slices."""


class UnsupportedIntegrator(GpuError):
    """The integrator of the model cannot run on the device."""


class ShaderCompilation(GpuError):
    """A stage did not become a shader: `stage` is its name, `source` is where in Python, as "file.py:line", or ""."""

    def __init__(self, message: str, stage: str, source: str = ""):
        super().__init__(message)
        self.stage, self.source = stage, source

    def __reduce__(self):
        return ShaderCompilation, (str(self), self.stage, self.source)


class BufferReadback(GpuError):
    """Memory of the device could not be read."""


class DeviceLost(GpuError):
    """The device is gone, in the middle of steps or before them.

    `state` has the fields of all environments as they were last exchanged with the device, by name, with a leading n:
    all steps since then are lost. The batch shows the same arrays, and its `cpu_reference()` goes on from them.
    """

    def __init__(self, message: str, state: Mapping[str, np.ndarray] | None = None):
        super().__init__(message)
        self.state: dict[str, np.ndarray] = dict(state or {})

    def __reduce__(self):
        return DeviceLost, (str(self), self.state)
