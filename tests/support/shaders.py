"""Stages run on a GPU, or on software that stands for one, with memory laid out as shaders want it."""

from typing import Any

import numpy as np

from corten.runtime.backends.wgsl import BINDINGS, RUN_BINDING, TABLE_BINDING, TILE, Pool, Shader, Slots, stage_shader
from corten.runtime.fields import Field
from corten.runtime.kernel import Stage
from corten.runtime.plan import Skip
from corten.runtime.storage import Storage
from support.devices import device


class Pools:
    """The memory of shaders for one Model, or one for each environment, and some Data, all of the same sizes."""

    def __init__(self, slots: Slots, models: list[Any], datas: list[Any]):
        self.slots, self.count = slots, len(datas)
        self.table = np.zeros(slots.count, np.int32)
        self.pools: dict[Pool, np.ndarray] = {}
        for storage in (models[0], datas[0]):
            for size, value in storage.sizes().items():
                self.table[slots.size_slot[storage.layout.name, size]] = value
        for pool in Pool:
            storages = datas if pool.owner == "data" else models
            self.pools[pool] = self._fill(pool, storages, 1 if pool.shared else self.count)

    def _fill(self, pool: Pool, storages: list[Any], count: int) -> np.ndarray:
        """Return a pool with the values of storages, one for each environment or one for all."""
        slots, layout, place = self.slots, storages[0].layout, 0
        for field in slots.fields(pool):
            self.table[slots.offset_slot[layout.name, field.name]] = place
            place += storages[0]._views[field.name].size
        if pool is Pool.DATA_INTS:
            self.table[slots.resume] = place
            place += 1
        tiles, lanes = (1, 1) if pool.shared else (-(-count // TILE), TILE)
        if not pool.shared:
            self.table[slots.per_environment[pool]] = place
        elements = np.zeros((tiles, max(place, 1), lanes), np.float32 if pool.floats else np.int32)
        for number in range(count):
            storage = storages[number if len(storages) > 1 else 0]
            for field in slots.fields(pool):
                part = self._part(elements, number, layout.name, field, storage)
                part[...] = storage._views[field.name].reshape(-1).astype(elements.dtype)
        return elements

    def _part(self, elements: np.ndarray, number: int, layout: str, field: Field, storage: Any) -> np.ndarray:
        place = self.table[self.slots.offset_slot[layout, field.name]]
        tile, lane = (0, 0) if elements.shape[2] == 1 else divmod(number, TILE)
        return elements[tile, place : place + storage._views[field.name].size, lane]

    def read(self, number: int, data: Storage) -> dict[str, np.ndarray]:
        """Return all fields of an environment's Data by name, in their shapes."""
        found = {}
        for pool in (Pool.DATA_FLOATS, Pool.DATA_INTS):
            for field in self.slots.fields(pool):
                part = self._part(self.pools[pool], number, data.layout.name, field, data)
                found[field.name] = part.reshape(data._views[field.name].shape)
        return found


def run_stage(stage: Stage, pools: Pools, layouts: Any, place: int = 0) -> Shader:
    """Run a stage on the device for all environments of some pools, which receive the results."""
    import wgpu

    shader, gpu = stage_shader(stage, layouts), device().handle
    module = gpu.create_shader_module(code=shader.text)
    pipeline = gpu.create_compute_pipeline(layout="auto", compute={"module": module, "entry_point": "main"})
    used = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC | wgpu.BufferUsage.COPY_DST
    skip = stage.count if isinstance(stage, Skip) else 0
    run = np.array([pools.count, place, skip, 2], np.int32)
    buffers = {
        TABLE_BINDING: gpu.create_buffer_with_data(data=pools.table, usage=used),
        RUN_BINDING: gpu.create_buffer_with_data(data=run, usage=wgpu.BufferUsage.UNIFORM),
    }
    declared = [pool for pool in Pool if f"> {pool.variable}:" in shader.text]
    for pool in declared:
        buffers[BINDINGS[pool]] = gpu.create_buffer_with_data(data=pools.pools[pool], usage=used)
    entries = [
        {"binding": binding, "resource": {"buffer": buffer, "offset": 0, "size": buffer.size}}
        for binding, buffer in buffers.items()
    ]
    group = gpu.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=entries)
    encoder = gpu.create_command_encoder()
    work = encoder.begin_compute_pass()
    work.set_pipeline(pipeline)
    work.set_bind_group(0, group)
    work.dispatch_workgroups(-(-pools.count // TILE))
    work.end()
    gpu.queue.submit([encoder.finish()])
    for pool in (Pool.DATA_FLOATS, Pool.DATA_INTS):
        if pool in declared:
            old = pools.pools[pool]
            new = np.frombuffer(gpu.queue.read_buffer(buffers[BINDINGS[pool]]), old.dtype)
            pools.pools[pool] = new.reshape(old.shape).copy()
    return shader
