"""LLVM's binding for Python: whether it is there, which version it is, and a door to it."""

import functools
import hashlib
import importlib.util
import os
from pathlib import Path
from typing import Any

from corten.errors import KernelError


@functools.cache
def is_installed() -> bool:
    """Tell whether LLVM's binding is there."""
    return importlib.util.find_spec("llvmlite") is not None


@functools.cache
def binding() -> Any:
    """Return LLVM's binding; imported late because it takes a tenth of a second, and it need not be there."""
    if not is_installed():
        raise KernelError("to compile kernels takes LLVM: pip install corten[jit]")
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm


@functools.cache
def binding_version() -> str:
    """Return the version of LLVM's binding and the size of its library, for which it is not imported."""
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
    return f"{version} {sizes}"


@functools.cache
def binding_word() -> str:
    """Return a word that differs between versions, empty where there is none."""
    return hashlib.sha256(binding_version().encode()).hexdigest()[:8] if is_installed() else ""
