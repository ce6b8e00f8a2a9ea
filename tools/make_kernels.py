#!/usr/bin/env python3
"""Compile all kernels ahead of time: python tools/make_kernels.py [INSTRUCTION_SET ...] [--out FOLDER] [--jobs N].

Writes an archive for each instruction set, which need not be this machine's, as OUT/SYSTEM/INSTRUCTION_SET.bin. Kernels
are kept in the cache folder on the way, so what has not changed since the last time is not compiled again.
"""

import argparse
import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from list_kernels import Wanted, all_kernels, loops, source_files

from corten.runtime import cache
from corten.runtime.backends import backend
from corten.runtime.backends.llvm import conventions, processor
from corten.runtime.backends.llvm.instruction_sets import INSTRUCTION_SETS
from corten.runtime.build import compile_stage, compiled_once
from corten.runtime.cache import CompileLocks
from corten.runtime.kernel import Mode
from corten.runtime.kernel_archive import SUFFIX, write_kernels
from corten.runtime.syntax_digest import parsed_syntax, syntax_bytes, syntax_key

# those that wheels have; a plainer x86 processor is from before 2009
IN_WHEELS = tuple(name for name in INSTRUCTION_SETS if name != "x86-64")

# systems that call loops in their own way; Windows on ARM has none of the wheels
SYSTEMS = {"x86": ("posix", "windows"), "aar": ("posix",)}

# the room that all kernels of all instruction sets take while they are kept
ROOM = 1 << 31

_wanted: list[Wanted] = []


def compile_one(place: int) -> int:
    """Compile a kernel, unless it was compiled before; return the size of its code."""
    each = _wanted[place]
    with CompileLocks() as claims:
        made = claims.wait_for(
            each.key, lambda: compile_stage(each.stage, each.layouts, Mode.COMPILED, each.key, each.target)
        )
    return len(made)


def group_of(wanted: Wanted) -> str:
    """Return what kernels are read together with: those of one machine and precision, for rigid models or others."""
    _, part, *rest = wanted.stage.__module__.split(".")
    if part == "stages":
        part = "deformable" if rest[0] == "metric" else "rigid"
    elif part != "deformable":
        part = "other"
    return f"{wanted.target.machine} {wanted.target.precision} {part}"


def make_archives(name: str, out: Path, jobs: int) -> None:
    """Compile all kernels for an instruction set, and write its archives."""
    processor.build_for(name)
    # what is made here may be for another machine: what runs on the way runs as plain Python
    os.environ["CORTEN_KERNELS"] = "python"
    _wanted.extend(all_kernels())
    order = sorted(range(len(_wanted)), key=lambda place: -_wanted[place].stage.amount(_wanted[place].layouts))
    # what another process compiled before is not worth one
    todo = [place for place in order if cache.read(_wanted[place].key) is None]
    begin = shown = time.monotonic()
    print(f"{name}: {len(_wanted)} kernels, {len(todo)} to compile", flush=True)
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        for done, _ in enumerate(pool.imap_unordered(compile_one, todo), 1):
            if time.monotonic() - shown > 10 or done == len(todo):
                shown = time.monotonic()
                print(f"{name}: {done} of {len(todo)} after {shown - begin:.0f} s", flush=True)
    entries = {each.key: cache.read(each.key) or b"" for each in _wanted}
    for path in source_files(_wanted):
        content = Path(path).read_bytes()
        entries[syntax_key(content)] = syntax_bytes(parsed_syntax(content.decode()))
    groups = {each.key: group_of(each) for each in _wanted}
    for system in SYSTEMS[name[:3]]:
        conventions.build_for_windows(system == "windows")
        own = {}
        for loop, key in loops().items():
            own[key] = compiled_once(key, lambda loop=loop, key=key: backend().compile_loop(loop, key))
        target = out / system / f"{name}{SUFFIX}"
        target.parent.mkdir(parents=True, exist_ok=True)
        write_kernels(str(target), entries | own, groups, absolute=name.startswith("x86"))
        print(f"wrote {target}: {len(entries) + len(own)} entries, {target.stat().st_size / 1e6:.1f} MB", flush=True)


def main() -> None:
    """Make the archives, one instruction set after the other: tables in memory belong to one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=(*INSTRUCTION_SETS, []), metavar="INSTRUCTION_SET")
    parser.add_argument("--out", type=Path, default=Path("dist/kernels"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    names = given.names or IN_WHEELS
    if len(names) == 1:
        make_archives(names[0], given.out, given.jobs)
        return
    for name in names:
        command = [sys.executable, __file__, name, "--out", str(given.out), "--jobs", str(given.jobs)]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
