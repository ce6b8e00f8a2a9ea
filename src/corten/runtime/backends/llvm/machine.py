"""LLVM text to object code for this CPU, and what that depends on besides the text: LLVM, the CPU, its instructions."""

import functools
import importlib.util
import os
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any


@functools.cache
def binding() -> Any:
    """Return LLVM's binding, set up for this machine; imported late because it takes a tenth of a second."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def new_target_machine() -> Any:
    """Return a description of this CPU for somebody who will dispose of it."""
    llvm = binding()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=host_features(), opt=3, codemodel="jitdefault", jit=True
    )


@functools.cache
def target_machine() -> Any:
    """Return the description of this CPU that code is made for."""
    return new_target_machine()


def host_features() -> str:
    """Return the instructions that this CPU has and those that it lacks."""
    return binding().get_host_cpu_features().flatten()


def optimise(text: str, vectorise: bool = True) -> Any:
    """Parse and verify a module and run LLVM's pipeline on it; floating point is never reassociated or fused."""
    llvm = binding()
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_default_triple()
    module.data_layout = str(target_machine().target_data)
    module.verify()
    _inline_single_calls(module, text)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = True
    tuning.loop_vectorization = tuning.slp_vectorization = vectorise
    builder = llvm.create_pass_builder(target_machine(), tuning)
    builder.getModulePassManager().run(module, builder)
    return module


def _inline_single_calls(module: Any, text: str) -> None:
    """Copy functions that are called in one place to there.

    LLVM's pipeline would do that too, but from the innermost call outwards, simplifying the growing whole each time.
    """
    llvm = binding()
    calls = Counter(re.findall(r'\bcall [^@\n]*@"([^"]+)"', text))
    for name, count in calls.items():
        if count == 1:
            module.get_function(name).add_function_attribute("alwaysinline")
    manager = llvm.create_new_module_pass_manager()
    manager.add_always_inliner_pass()
    manager.run(module, llvm.create_pass_builder(target_machine(), llvm.create_pipeline_tuning_options()))


def compile_object(text: str, vectorise: bool = True) -> bytes:
    """Return the object code of a module."""
    return target_machine().emit_object(optimise(text, vectorise))


def assembly(text: str, vectorise: bool = True) -> str:
    """Return the machine instructions of a module, for reading."""
    return target_machine().emit_assembly(optimise(text, vectorise))


# ---------------------------------------------------------------- identity of the machine

# Where the system describes the CPU in a file, LLVM need not be asked, and need not be imported.

CPU_FILE = Path("/proc/cpuinfo")

# lines of that file that tell one kind of CPU from another, as x86 and ARM have them
CPU_LINES = {
    "vendor_id",
    "cpu family",
    "model",
    "model name",
    "stepping",
    "flags",
    "Features",
    "CPU implementer",
    "CPU architecture",
    "CPU variant",
    "CPU part",
    "CPU revision",
}


@functools.cache
def machine_identity() -> str:
    """Return a text that differs between machines, or versions of LLVM, that make different code."""
    cpu, version = describe_cpu(), binding_version()
    if cpu and version:
        return f"{sys.platform} {os.uname().machine} {cpu} {version}"
    return ask_llvm()


def register_floats() -> int:
    """Return how many floats of 64 bits a vector register holds; those of 128 bits are everywhere."""
    words = set(re.split(r"[^\w+-]+", machine_identity()))
    for instructions, count in (("avx512f", 8), ("avx2", 4)):
        if {instructions, f"+{instructions}"} & words:
            return count
    return 2


def describe_cpu() -> str:
    """Return what the system says of the first CPU, nothing if it does not."""
    try:
        with CPU_FILE.open() as file:
            first = file.read(1 << 14).partition("\n\n")[0]
    except OSError:
        return ""
    pairs = (line.partition(":") for line in first.splitlines())
    found = {name.strip(): value.strip() for name, _, value in pairs if name.strip() in CPU_LINES}
    return repr(found) if found.keys() & {"flags", "Features"} else ""


def binding_version() -> str:
    """Return the version of LLVM's binding and the size of its library; nothing if they are not found as files."""
    spec = importlib.util.find_spec("llvmlite")
    try:
        folder = Path(spec.origin).parent if spec and spec.origin else None
        if folder is None:
            return ""
        version = (folder / "_version.py").read_text()
        libraries = sorted(os.scandir(folder / "binding"), key=lambda file: file.name)
        sizes = [(file.name, file.stat().st_size) for file in libraries if "llvmlite" in file.name]
    except OSError:
        return ""
    return f"{version} {sizes}" if sizes else ""


def ask_llvm() -> str:
    """Return the same as LLVM has it."""
    import llvmlite

    llvm = binding()
    version = ".".join(map(str, llvm.llvm_version_info))
    return f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {host_features()} {version} {llvmlite.__version__}"
