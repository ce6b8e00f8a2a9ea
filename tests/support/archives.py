"""Archives of the kernels that a program asks for, and the program again in a process that has nothing else."""

import os
import subprocess
import sys
from pathlib import Path

# first with the compiler: what is read is written into an archive; then with that and without the compiler
RECORD = """
import runpy
import sys
from corten.runtime import cache, kernel_archive, syntax_digest
entries, kept = {}, cache.read
def read(key):
    code = kept(key)
    if code is not None:
        entries[key] = code
    return code
def write(key, code):
    entries[key] = code
    return wrote(key, code)
wrote = cache.write
cache.read, cache.write = read, write
try:
    runpy.run_path(sys.argv[2])
finally:
    files = {module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)}
    for file in files:
        if "/corten/" in file.replace("\\\\", "/"):
            content = open(file, "rb").read()
            found = syntax_digest.parsed_syntax(content.decode())
            entries[syntax_digest.syntax_key(content)] = syntax_digest.syntax_bytes(found)
    kernel_archive.write_kernels(sys.argv[1], entries, {})
"""
HIDDEN = """
import runpy
import sys
sys.modules["llvmlite"] = None
from corten.runtime import kernel_archive
kernel_archive.archive_path = lambda name: sys.argv[1]
runpy.run_path(sys.argv[2])
"""


def run(launcher: str, program: str, folder: Path, **environment: str) -> subprocess.CompletedProcess:
    """Run a program by one of the launchers, with an archive in a folder."""
    (folder / "program.py").write_text(program)
    command = [sys.executable, "-c", launcher, str(folder / "kernels.bin"), str(folder / "program.py")]
    asked = {**os.environ, "CORTEN_KERNELS": "compiled", **environment}
    return subprocess.run(command, env=asked, capture_output=True, text=True)
