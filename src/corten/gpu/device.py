"""What can go wrong on a GPU, each as a type of its own."""

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

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


# ---------------------------------------------------------------- the device


# what is asked for though a device may have more: the least that WebGPU promises, so that all of them are served
FLOOR = {"max-storage-buffers-per-shader-stage": 8}

# bytes: buffers are never empty, and offsets of uniforms are multiples of this on every device
SMALLEST, ALIGNMENT = 16, 256

# words of an error that tell that the device is gone
LOST = ("device is lost", "device lost")

_opening = threading.Lock()

# by process, for a device does not survive a fork: the device, or why there is none
_opened: "dict[int, Device | str]" = {}


class Device:
    """An adapter's device with its queue; the errors of wgpu become ours."""

    def __init__(self, adapter: Any):
        self.handle = adapter.request_device_sync(label="corten", required_limits=FLOOR)
        self.queue, self.info, self._process = self.handle.queue, dict(adapter.info), os.getpid()
        limits = self.handle.limits
        # largest storage buffer [bytes] that a stage can see, and most workgroups in a direction
        self.most_bytes = min(limits["max-storage-buffer-binding-size"], limits["max-buffer-size"])
        self.most_groups = limits["max-compute-workgroups-per-dimension"]
        # what was compiled for the device, by text
        self.pipelines: dict[str, Any] = {}
        # held by the thread that talks to the device
        self.lock = threading.RLock()

    @property
    def name(self) -> str:
        """What people call it."""
        return f"{self.info['device']} ({self.info['backend_type']})"

    @contextmanager
    def errors(self, kind: type[GpuError] = GpuError) -> Iterator[None]:
        """Let one thread at a time talk to the device, and turn errors of wgpu into ours."""
        import wgpu

        if os.getpid() != self._process:
            raise GpuError("the device was opened by another process: a batch does not survive a fork; make a new one")
        with self.lock:
            try:
                yield
            except wgpu.GPUOutOfMemoryError as error:
                raise BatchTooLarge(f"{self.name} has no more memory: {error}") from error
            except (wgpu.GPUError, RuntimeError) as error:
                if isinstance(error, GpuError):
                    raise
                if any(word in str(error).lower() for word in LOST):
                    forget(self)
                    raise DeviceLost(f"{self.name} was lost; make a new batch to go on") from error
                raise kind(f"{self.name}: {error}") from error

    # ---------------------------------------------------------------- buffers

    def make_buffer(self, nbytes: int, usage: str = "STORAGE") -> Any:
        """Return a buffer of zeros."""
        size = max(SMALLEST, -(-nbytes // 4) * 4)
        if size > self.most_bytes:
            raise BatchTooLarge(f"a buffer of {size:,} bytes is more than the {self.most_bytes:,} of {self.name}")
        with self.errors():
            return self.handle.create_buffer(size=size, usage=f"{usage}|COPY_SRC|COPY_DST")

    def upload(self, values: np.ndarray, usage: str = "STORAGE") -> Any:
        """Return a buffer with values."""
        buffer = self.make_buffer(values.nbytes, usage)
        self.write(buffer, values)
        return buffer

    def write(self, buffer: Any, values: np.ndarray, offset: int = 0) -> None:
        """Write values into a buffer, from an offset [bytes] on."""
        if values.nbytes:
            with self.errors():
                self.queue.write_buffer(buffer, offset, np.ascontiguousarray(values))

    def read(self, buffer: Any, dtype: type, count: int, offset: int = 0) -> np.ndarray:
        """Return values of a buffer once everything submitted before is done; they belong to the caller."""
        if not count:
            return np.zeros(0, dtype)
        nbytes = count * np.dtype(dtype).itemsize
        with self.errors(BufferReadback):
            return np.frombuffer(self.queue.read_buffer(buffer, offset, nbytes), dtype).copy()

    def wait(self, buffer: Any) -> None:
        """Wait until everything submitted is done, by a small read."""
        self.read(buffer, np.uint32, 1)


def open_device() -> Device:
    """Return the device of this process; raise NotAvailable if there is none."""
    with _opening:
        found = _opened.get(os.getpid())
        if found is None:
            found = _opened[os.getpid()] = _open()
    if isinstance(found, str):
        raise NotAvailable(found)
    return found


def _open() -> "Device | str":
    try:
        import wgpu
    except ImportError as error:
        return f"there is no GPU to use: {error}; `pip install corten[gpu]` installs what talks to it"
    try:
        return Device(wgpu.gpu.request_adapter_sync(power_preference="high-performance"))
    except (RuntimeError, wgpu.GPUError) as error:
        why = "no adapter was found" if "adapter" in str(error).lower() else str(error).splitlines()[0]
        return f"there is no GPU to use: {why}; {DRIVERS}"


def forget(device: Device) -> None:
    """Let the next batch open a device anew, after this one was lost."""
    with _opening:
        if _opened.get(os.getpid()) is device:
            del _opened[os.getpid()]


def is_available() -> bool:
    """Tell whether there is a device that batches can run on."""
    try:
        open_device()
    except NotAvailable:
        return False
    return True


def adapter_info() -> dict[str, Any]:
    """Return what the device says of itself, and its limits.

    `adapter_type` is "CPU" for a driver in software, such as Mesa's llvmpipe.
    """
    device = open_device()
    return {**device.info, "limits": dict(device.handle.limits)}
