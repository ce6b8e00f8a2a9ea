"""Small shaders that move environments: rows to tiles and back, and what every step begins with."""

from typing import Any, NamedTuple

import numpy as np

from corten.gpu.device import Device
from corten.gpu.pipelines import bind_layout, make_pipeline
from corten.runtime.backends.wgsl import TILE

# an invocation copies one element of one environment; `pick` has the numbers of the environments in flight. Elements
# are listed as place in the rows, step between environments, place in the tile; those of floats come first
TEXT = """
struct Copy {
    count: u32,        // environments in flight
    elements: u32,     // that are copied, the first of them in the list, and which of the list are floats
    first: u32,
    floats: u32,
    float_stride: u32, // elements of an environment in the tiles
    int_stride: u32,
    status: u32,       // words of an environment among its ints
    resume: u32,
}
@group(0) @binding(0) var<uniform> copy: Copy;
@group(0) @binding(1) var<storage, read> list: array<i32>;
@group(0) @binding(2) var<storage, read> pick: array<u32>;
@group(0) @binding(3) var<storage, read_write> row_floats: array<f32>;
@group(0) @binding(4) var<storage, read_write> row_ints: array<i32>;
@group(0) @binding(5) var<storage, read_write> tile_floats: array<f32>;
@group(0) @binding(6) var<storage, read_write> tile_ints: array<i32>;
@group(0) @binding(7) var<storage, read_write> kept_floats: array<f32>;
@group(0) @binding(8) var<storage, read_write> kept_ints: array<i32>;

fn in_tiles(environment: u32, stride: u32, element: u32) -> u32 {
    return ((environment / TILEu) * stride + element) * TILEu + environment % TILEu;
}

fn failed(environment: u32) -> bool {
    return tile_ints[in_tiles(environment, copy.int_stride, copy.status)] != 0;
}
"""

HEAD = """
@compute @workgroup_size(TILE)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let environment = id.x;
    let number = id.y + id.z * 32768u;
    if (environment >= copy.count || number >= copy.elements) { return; }
"""

ELEMENT = """
    let entry = copy.first + number;
    let row = u32(list[3u * entry]) + pick[environment] * u32(list[3u * entry + 1u]);
    let place = u32(list[3u * entry + 2u]);
"""

# rows into tiles
LOAD = f"""{HEAD}{ELEMENT}
    if (entry < copy.floats) {{
        tile_floats[in_tiles(environment, copy.float_stride, place)] = row_floats[row];
    }} else {{
        tile_ints[in_tiles(environment, copy.int_stride, place)] = row_ints[row];
    }}
}}"""

# tiles into rows, of all environments
REPORT = f"""{HEAD}{ELEMENT}
    if (entry < copy.floats) {{
        row_floats[row] = tile_floats[in_tiles(environment, copy.float_stride, place)];
    }} else {{
        row_ints[row] = tile_ints[in_tiles(environment, copy.int_stride, place)];
    }}
}}"""

# tiles into rows, of environments that have not failed
STORE = REPORT.replace(ELEMENT, "    if (failed(environment)) { return; }" + ELEMENT)

# tiles into the rows that a last step began with, of environments that have not failed
REMEMBER = STORE.replace("row_floats[row] =", "kept_floats[row] =").replace("row_ints[row] =", "kept_ints[row] =")

# rows into those, if the only step has not failed
RETAIN = f"""{HEAD}    if (failed(environment)) {{ return; }}{ELEMENT}
    if (entry < copy.floats) {{
        kept_floats[row] = row_floats[row];
    }} else {{
        kept_ints[row] = row_ints[row];
    }}
}}"""

# one row, element by element, into all tiles
FILL = f"""{HEAD}
    if (number < copy.floats) {{
        tile_floats[in_tiles(environment, copy.float_stride, number)] = row_floats[number];
    }} else {{
        tile_ints[in_tiles(environment, copy.int_stride, number - copy.floats)] = row_ints[number - copy.floats];
    }}
}}"""

# environments have not failed yet, and pass over no stage
BEGIN = f"""{HEAD}
    tile_ints[in_tiles(environment, copy.int_stride, copy.status)] = 0;
    tile_ints[in_tiles(environment, copy.int_stride, copy.resume)] = 0;
}}"""

# environments pass over no stage any more
RESUME = f"""{HEAD}
    tile_ints[in_tiles(environment, copy.int_stride, copy.resume)] = 0;
}}"""

KERNELS = {
    "load": LOAD,
    "report": REPORT,
    "store": STORE,
    "remember": REMEMBER,
    "retain": RETAIN,
    "fill": FILL,
    "begin": BEGIN,
    "resume": RESUME,
}

# number of elements of a second direction, beyond which there is a third
PLANE = 32768


# of the bindings of all copies: as many storage buffers as every device has
LAYOUT = ("uniform", *["read-only-storage"] * 2, *["storage"] * 6)


class Memory(NamedTuple):
    """Buffers that a copy is about: rows, tiles, and rows of what a step began with, floats and ints each."""

    rows: tuple[Any, Any]
    tiles: tuple[Any, Any]
    kept: tuple[Any, Any]


class Elements(NamedTuple):
    """What is copied of an environment, element by element, the `floats` of them first.

    A row has the place in the rows of environment 0, the step from one environment to the next, the place in the tile.
    """

    list: np.ndarray
    floats: int


class Strides(NamedTuple):
    """Elements of an environment in tiles of floats and of ints, and the places of its two words."""

    floats: int
    ints: int
    status: int
    resume: int


def kernel_text(name: str) -> str:
    """Return the shader of that name."""
    return (TEXT + KERNELS[name]).replace("TILE", str(TILE))


class Copy:
    """One way of copying: a kernel, a list of elements and the memory that it is about."""

    def __init__(self, device: Device, kernel: str, memory: Memory, strides: Strides, elements: Elements):
        self._device, self._layout = device, bind_layout(device, LAYOUT)
        self.pipeline = make_pipeline(device, kernel, kernel_text(kernel), LAYOUT)
        self._strides, self._floats, self._count = strides, elements.floats, len(elements.list)
        self._list = device.upload(elements.list)
        self._uniform = device.make_buffer(32, "UNIFORM")
        self._memory = memory
        self._group: Any = None
        self._picked: Any = None

    def prepare(self, pick: Any, count: int) -> None:
        """Copy some environments with the next submission: a buffer of their numbers, and how many there are."""
        strides = self._strides
        numbers = [count, self._count, 0, self._floats, strides.floats, strides.ints, strides.status, strides.resume]
        self._device.write(self._uniform, np.array(numbers, np.uint32))
        if self._picked is not pick:
            storage = [self._list, pick, *self._memory.rows, *self._memory.tiles, *self._memory.kept]
            buffers = enumerate([self._uniform, *storage])
            entries = [{"binding": number, "resource": {"buffer": buffer}} for number, buffer in buffers]
            with self._device.errors():
                self._group = self._device.handle.create_bind_group(layout=self._layout, entries=entries)
            self._picked = pick
        self._groups = -(-count // TILE)

    def encode(self, compute_pass: Any) -> None:
        """Add the copy to a pass."""
        if not self._count or not self._groups:
            return
        compute_pass.set_pipeline(self.pipeline)
        compute_pass.set_bind_group(0, self._group)
        compute_pass.dispatch_workgroups(self._groups, min(self._count, PLANE), -(-self._count // PLANE))
