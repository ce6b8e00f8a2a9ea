"""What object code depends on besides its source: LLVM, the CPU and its instructions.

Where the system describes the CPU in a file, LLVM need not be asked, and need not be imported.
"""

import functools
import importlib.util
import os
import re
import sys
from pathlib import Path

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

    from corten.runtime.backends.llvm.machine import binding, host_features

    llvm = binding()
    version = ".".join(map(str, llvm.llvm_version_info))
    return f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {host_features()} {version} {llvmlite.__version__}"
