"""Shaders of stages: text from the compiler or from the disk, modules and pipelines made in the background.

Drivers compile when a shader first runs, so each one runs once for no environment; they keep what they have compiled on
the disk themselves. A device keeps its pipelines for all batches.
"""

import json
import re
import threading
from collections.abc import Iterable
from typing import Any, NamedTuple

from corten.errors import GpuError, KernelError
from corten.gpu.device import ALIGNMENT, Device, ShaderCompilation
from corten.model import Model
from corten.runtime import cache
from corten.runtime.backends.wgsl import BACKEND, BINDINGS, RUN_BINDING, TABLE_BINDING, KnownSizes, Shader
from corten.runtime.build import BUILDING, CompileProgress, Layouts, stage_program
from corten.runtime.kernel import Mode, Stage

# kinds of the bindings of stages, by number: Data is written, all else is read
_KINDS = {number: "storage" if pool.owner == "data" else "read-only-storage" for pool, number in BINDINGS.items()}
_KINDS |= {TABLE_BINDING: "read-only-storage", RUN_BINDING: "moving-uniform"}
STAGE_LAYOUT = tuple(_KINDS[number] for number in range(len(_KINDS)))

# what decides about large parts of solvers and is known before shaders are written: sizes that are 0 without flexes,
# and an option that has plans of its own. With more of them, fewer models would share the shader of a stage
KNOWN = ("nflex", "nefmK", "nefmKrow", "opt_integrator")

# where naga says that something is wrong
LINE = re.compile(r"wgsl:(\d+):\d+")


def bind_layout(device: Device, kinds: tuple[str, ...]) -> Any:
    """Return the layout of bindings of some kinds, one for a device; a uniform that moves is found by its offset."""
    key = f"layout {kinds}"
    if key not in device.pipelines:
        entries = []
        for number, kind in enumerate(kinds):
            moves = kind.startswith("moving-")
            buffer = {"type": kind.removeprefix("moving-"), "has_dynamic_offset": moves}
            entries.append({"binding": number, "visibility": "COMPUTE", "buffer": buffer})
        with device.errors():
            device.pipelines[key] = device.handle.create_bind_group_layout(entries=entries)
    return device.pipelines[key]


def make_pipeline(device: Device, name: str, text: str, kinds: tuple[str, ...]) -> Any:
    """Return the pipeline of a text with the entry point `main`, made once for a device."""
    if text not in device.pipelines:
        layout = bind_layout(device, kinds)
        with device.errors(ShaderError):
            module = device.handle.create_shader_module(label=name, code=text)
            whole = device.handle.create_pipeline_layout(bind_group_layouts=[layout])
            compute = {"module": module, "entry_point": "main"}
            device.pipelines[text] = device.handle.create_compute_pipeline(label=name, layout=whole, compute=compute)
    return device.pipelines[text]


class ShaderError(GpuError):
    """What the driver says of a text."""


def known_values(model: Model) -> KnownSizes:
    """Return what shaders of a model may take for granted as long as its plan holds."""
    return tuple((name, int(getattr(model, name))) for name in KNOWN)


def find_shader(stage: Stage, layouts: Layouts, known: KnownSizes = ()) -> Shader:
    """Return the shader of a stage from the disk, else written anew and kept there."""
    with BUILDING:
        given = "".join(f"-{value}" for _, value in known)
        key = f"{cache.cache_key(stage, layouts, Mode.COMPILED, BACKEND.target)}-{BACKEND.identity()}{given}"
        kept = cache.read(key)
        if kept is not None:
            text, places, fields = json.loads(kept)
            return Shader(text, tuple(places), frozenset(map(tuple, fields)))
        shader = BACKEND.shader(stage_program(stage, layouts, BACKEND.target), known)
        cache.write(key, json.dumps([shader.text, shader.places, sorted(shader.fields)]).encode())
        return shader


def compile_stage(device: Device, stage: Stage, layouts: Layouts, known: KnownSizes = ()) -> tuple[Shader, Any]:
    """Return the shader of a stage and its pipeline; what cannot be compiled is an error that names stage and line."""
    try:
        shader = find_shader(stage, layouts, known)
    except KernelError as error:
        place = re.search(r"(\S+:\d+)", str(error))
        raise ShaderCompilation(f"{stage.name}: {error}", stage.name, place[1] if place else "") from error
    try:
        return shader, make_pipeline(device, stage.name, shader.text, STAGE_LAYOUT)
    except ShaderError as error:
        found = LINE.search(str(error))
        place = shader.place(int(found[1])) if found else ""
        words = f"{stage.name} at {place}" if place else stage.name
        raise ShaderCompilation(f"{words} did not compile for {error}", stage.name, place) from error


class Compiled(NamedTuple):
    """A stage that is ready to run."""

    shader: Shader
    pipeline: Any


class StageCompiler:
    """Compiles the stages of a plan in a thread of its own; whoever needs them waits and sees how far it is."""

    def __init__(self, device: Device, stages: Iterable[Stage], layouts: Layouts, known: KnownSizes):
        self._device, self._layouts, self._known = device, layouts, known
        self._stages = tuple(dict.fromkeys(stages))
        self._done: dict[Stage, Compiled] = {}
        self._error: BaseException | None = None
        self._changed, self._cancelled = threading.Condition(), False
        self._thread = threading.Thread(target=self._compile_all, name="corten-shaders", daemon=True)
        self._thread.start()

    @property
    def progress(self) -> tuple[int, int]:
        """How many stages are ready, and how many there are."""
        return len(self._done), len(self._stages)

    def cancel(self) -> None:
        """Let no further stage be compiled."""
        self._cancelled = True

    def wait(self) -> dict[Stage, Compiled]:
        """Return all stages once they are ready, and tell meanwhile how far it is; raise what went wrong."""
        with CompileProgress(len(self._stages)) as progress:
            while self._thread.is_alive():
                with self._changed:
                    self._changed.wait(0.1)
                done = len(self._done)
                if done < len(self._stages):
                    progress.begin(self._stages[done].__name__)
                progress.done(done)
        if self._error is not None:
            raise self._error
        return self._done

    def _compile_all(self) -> None:
        try:
            warm_up = WarmUp(self._device)
            for stage in self._stages:
                if self._cancelled:
                    return
                shader, pipeline = compile_stage(self._device, stage, self._layouts, self._known)
                warm_up.run(pipeline)
                self._done[stage] = Compiled(shader, pipeline)
                with self._changed:
                    self._changed.notify_all()
        except BaseException as error:
            # raised where somebody waits
            self._error = error


class WarmUp:
    """Runs pipelines for no environment, so that drivers that compile when a shader first runs do so now."""

    def __init__(self, device: Device):
        self._device = device
        self._buffers = [
            device.make_buffer(ALIGNMENT, "UNIFORM" if "uniform" in kind else "STORAGE") for kind in STAGE_LAYOUT
        ]
        entries = [{"binding": i, "resource": {"buffer": buffer}} for i, buffer in enumerate(self._buffers)]
        with device.errors():
            layout = bind_layout(device, STAGE_LAYOUT)
            self._group = device.handle.create_bind_group(layout=layout, entries=entries)

    def run(self, pipeline: Any) -> None:
        """Run a pipeline that has not run yet, and wait for it."""
        with self._device.errors():
            encoder = self._device.handle.create_command_encoder()
            compute_pass = encoder.begin_compute_pass()
            compute_pass.set_pipeline(pipeline)
            compute_pass.set_bind_group(0, self._group, [0])
            compute_pass.dispatch_workgroups(1)
            compute_pass.end()
            self._device.queue.submit([encoder.finish()])
        self._device.wait(self._buffers[0])
