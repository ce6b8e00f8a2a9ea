"""Batches on any vendor's GPU, through WebGPU; imported late, and of use only with the extra `gpu`."""

from corten.errors import GpuError
from corten.gpu.device import (
    BatchTooLarge,
    BufferReadback,
    DeviceLost,
    NotAvailable,
    ShaderCompilation,
    UnsupportedIntegrator,
    adapter_info,
    is_available,
)
from corten.gpu.pools import DeviceArray
from corten.gpu.sim import GpuBatchSim

__all__ = [
    "BatchTooLarge",
    "BufferReadback",
    "DeviceArray",
    "DeviceLost",
    "GpuBatchSim",
    "GpuError",
    "NotAvailable",
    "ShaderCompilation",
    "UnsupportedIntegrator",
    "adapter_info",
    "is_available",
]
