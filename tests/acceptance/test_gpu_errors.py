"""GP4: what goes wrong on a device, or for want of one, has a type of its own and leaves something to go on with."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

import corten
from corten.gpu import BufferReadback, DeviceLost, GpuBatchSim, NotAvailable, ShaderCompilation, is_available
from corten.gpu import device as devices
from corten.gpu.pipelines import compile_stage
from corten.runtime import stage
from corten.runtime.backends.wgsl import Shader
from support.devices import carts, device
from support.tolerance import SINGLE_STEPS


@stage
def shift_far(m, d):
    """Shift by more than ints of 32 bits have."""
    number = int(d.time)
    d.time = float(number << 40)


# ---------------------------------------------------------------- no device

NO_DRIVER = """
import corten, corten.gpu
model = corten.load_model_from_string("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>")
print(corten.gpu.is_available(), corten.gpu.GpuBatchSim.try_new(model, 2))
print(corten.BatchSim(model, 2, device="auto").device)
for make in (lambda: corten.gpu.GpuBatchSim(model, -1), lambda: corten.BatchSim(model, 2, device="gpu")):
    try:
        make()
    except corten.gpu.NotAvailable as error:
        print(error)
"""


def test_no_driver(monkeypatch):
    """GP4: say that there is no driver and how to get one; try_new gives None, and auto the CPU."""
    pytest.importorskip("wgpu")
    monkeypatch.setenv("VK_ICD_FILENAMES", "/nonexistent.json")
    monkeypatch.setenv("WGPU_BACKEND_TYPE", "Vulkan")
    done = subprocess.run([sys.executable, "-c", NO_DRIVER], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[:2] == ["False None", "cpu"]
    assert all("there is no GPU to use" in line and "mesa-vulkan-drivers" in line for line in lines[2:])
    assert len(lines) == 4


def test_no_package(monkeypatch):
    """GP4: say which package is missing where wgpu is not installed."""
    monkeypatch.setitem(sys.modules, "wgpu", None)
    monkeypatch.setattr(devices, "_opened", {})
    assert not is_available()
    with pytest.raises(NotAvailable, match=r"pip install corten\[gpu\]"):
        GpuBatchSim(carts(), 2)
    assert GpuBatchSim.try_new(carts(), 2) is None


def test_try_new_raises_all_else():
    """GP4: give None for want of a device alone."""
    device()
    assert isinstance(GpuBatchSim.try_new(carts(), 2), GpuBatchSim)
    with pytest.raises(ValueError, match="n is -2"):
        GpuBatchSim.try_new(carts(), -2)


# ---------------------------------------------------------------- a device


def test_a_lost_device_loses_what_nobody_read():
    """GP4: keep the state that was last read when a device goes away, and go on from it, on the CPU or a new one."""
    gpu = device()
    batch = GpuBatchSim(carts(), 3)
    batch.qpos[:] = 0.5
    batch.step_all(4)
    qpos = batch.qpos.copy()
    batch.ctrl[:] = 2.0
    gpu.handle.destroy()
    with pytest.raises(DeviceLost, match="was lost; make a new batch to go on") as lost:
        batch.step_all(10)
    state = lost.value.state
    assert state["qpos"].tobytes() == batch.qpos.tobytes() == qpos.tobytes()
    assert (state["ctrl"] == 2.0).all() and state["time"].tolist() == batch.time.tolist() == [np.float32(0.04)] * 3
    assert pickle.loads(pickle.dumps(lost.value)).state["qpos"].tobytes() == qpos.tobytes()
    with pytest.raises(DeviceLost):
        batch.step_all()
    assert batch.env(1).qpos.tobytes() == qpos[1].tobytes()

    reference = batch.cpu_reference()
    again = GpuBatchSim(carts(), 3)
    assert again._engine.device is not gpu
    for name, values in state.items():
        getattr(again, name)[...] = values
    assert not again.step_all(10).any() and not reference.step_all(10).any()
    np.testing.assert_allclose(again.qpos, reference.qpos, rtol=SINGLE_STEPS)


def test_shaders_that_do_not_compile(monkeypatch):
    """GP4: name stage and line of Python of a shader that the driver refuses, and of one that cannot be written."""
    gpu, layouts = device(), (carts().layout.at("float32"), corten.Data.layout.at("float32"))
    with pytest.raises(ShaderCompilation, match="shift") as refused:
        compile_stage(gpu, shift_far, layouts)
    assert refused.value.stage.endswith("shift_far") and "test_gpu_errors.py:" in refused.value.source

    text = "@compute @workgroup_size(1)\nfn main() {\n  let x: f32 = 1i;\n}"
    wrong = Shader(text, ("", "", "corten/stages/sample.py:7", ""), frozenset())
    monkeypatch.setattr("corten.gpu.pipelines.find_shader", lambda *_: wrong)
    with pytest.raises(ShaderCompilation, match=r"shift_far at corten/stages/sample.py:7 did not compile") as refused:
        compile_stage(gpu, shift_far, layouts)
    assert pickle.loads(pickle.dumps(refused.value)).source == "corten/stages/sample.py:7"

    batch = GpuBatchSim(carts(), 2)
    with pytest.raises(ShaderCompilation):
        batch.step_all()


def test_memory_that_cannot_be_read():
    """GP4: say so when memory of the device cannot be read."""
    gpu = device()
    closed = gpu.handle.create_buffer(size=64, usage="STORAGE")
    with pytest.raises(BufferReadback, match="usage"):
        gpu.read(closed, np.float32, 16)
    assert gpu.read(gpu.make_buffer(64), np.float32, 16).tolist() == [0.0] * 16
