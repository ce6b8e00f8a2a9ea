#!/usr/bin/env python3
"""Compare the bits of 64-bit ARM with those of x86-64: python tools/compare_arm.py FOLDER [--steps N] [MODEL ...].

ARM is emulated (qemu-user-static), with Debian's Python and NumPy's wheel, which are fetched into the folder. Kernels
that the models need are compiled here, for ARM; there is no LLVM on the other side. What is compared are the
fingerprints of `corten hash`, and the positions of a batch, two environments to an instruction.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# what Python needs of Debian, unpacked and not installed
PACKAGES = (
    "python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libc6 zlib1g libexpat1 libffi8 libssl3 "
    "libbz2-1.0 liblzma5 libgcc-s1 libstdc++6 libuuid1"
).split()
EMULATOR = "qemu-aarch64-static"

# prints fingerprints of models; PATCH stands before it
PROGRAM = """
import hashlib, json, sys, warnings
import corten
from corten.assets import loading, store
from support.fingerprinted import fingerprints, load
warnings.simplefilter("ignore")
store.read_arrays = loading.read_arrays = store.write_arrays = loading.write_arrays = lambda *_: None
steps, names = int(sys.argv[1]), sys.argv[2:]
found = fingerprints(steps, names)
for name in names:
    batch = corten.BatchSim(load(name), 5, threads=1)
    batch.ctrl[:] = 0.1
    batch.step_all(min(steps, 20))
    found[name].append(hashlib.sha256(batch.qpos.tobytes()).hexdigest()[:16])
"""

# notes what is compiled, for registers that are as wide as those of ARM
RECORD = """
from corten.runtime import cache
asked, plain = {}, cache.cache_key
def noted(stage, layouts, mode, target=cache.SCALAR):
    asked[repr((stage.name, [each.name for each in layouts], str(target)))] = 1
    return plain(stage, layouts, mode, target)
cache.cache_key = noted
"""

COMPILE = """
import json, os, sys
from pathlib import Path
os.environ["CORTEN_KERNELS"] = "python"
sys.path.insert(0, sys.argv[1])
from corten.runtime.backends.llvm import processor
processor.build_for("aarch64")
from list_kernels import all_kernels, loops, source_files
from make_kernels import group_of
from corten.runtime import cache
from corten.runtime.backends import backend
from corten.runtime.build import compile_stage, compiled_once
from corten.runtime.kernel import Mode
from corten.runtime.kernel_archive import write_kernels
from corten.runtime.syntax_digest import parsed_syntax, syntax_bytes, syntax_key
asked = set(json.load(sys.stdin))
every = all_kernels()
wanted = [w for w in every if repr((w.stage.name, [x.name for x in w.layouts], str(w.target))) in asked]
found = {repr((w.stage.name, [x.name for x in w.layouts], str(w.target))) for w in wanted}
print(f"{len(wanted)} kernels are compiled for ARM", *sorted(asked - found), file=sys.stderr, sep="\\n  not listed: ")
entries = {w.key: compiled_once(w.key, lambda w=w: compile_stage(w.stage, w.layouts, Mode.COMPILED, w.key, w.target))
           for w in wanted}
for path in source_files(every):
    content = Path(path).read_bytes()
    entries[syntax_key(content)] = syntax_bytes(parsed_syntax(content.decode()))
for loop, key in loops().items():
    entries[key] = compiled_once(key, lambda: backend().compile_loop(loop, key))
write_kernels(sys.argv[2], entries, {w.key: group_of(w) for w in wanted})
"""

PATCH = """
import sys
from corten.runtime import kernel_archive
kernel_archive.archive_path = lambda name, path=sys.argv.pop(1): path
"""


def fetch(folder: Path) -> None:
    """Bring Debian's Python and NumPy for ARM into a folder."""
    if (folder / "root").is_dir() and (folder / "site").is_dir():
        return
    packed = folder / "packages"
    packed.mkdir(parents=True, exist_ok=True)
    subprocess.run(["dpkg", "--add-architecture", "arm64"], check=True)
    subprocess.run(["apt-get", "-qq", "update"], check=True)
    names = [f"{name}:arm64" for name in PACKAGES]
    subprocess.run(["apt-get", "-qq", "download", *names], cwd=packed, check=True)
    for each in packed.glob("*.deb"):
        subprocess.run(["dpkg", "-x", str(each), str(folder / "root")], check=True)
    kinds = [f"--platform=manylinux_2_{version}_aarch64" for version in (28, 27, 17)]
    wanted = [*kinds, "--only-binary=:all:", "--python-version=3.11", "--no-deps", f"--target={folder / 'site'}"]
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", *wanted, "numpy"], check=True)


def run(command: list[str], program: str, arguments: list[str], given: str = "", **more: str) -> str:
    """Run a program with the sources of this checkout; return what it prints."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests"), *filter(None, [more.pop("site", "")])])
    environment = {**os.environ, "PYTHONPATH": path, **more}
    done = subprocess.run(
        [*command, "-c", program, *arguments], env=environment, input=given, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        sys.exit(f"{command[0]} ended with {done.returncode}")
    return done.stdout


def main() -> None:
    """Compare, and say where bits differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("models", nargs="*", default=["cartpole", "hopper", "chain", "humanoid"])
    parser.add_argument("--steps", type=int, default=100)
    given = parser.parse_args()
    if shutil.which(EMULATOR) is None:
        sys.exit(f"there is no {EMULATOR}: apt-get install qemu-user-static")
    folder, words = given.folder.resolve(), [str(given.steps), *given.models]
    fetch(folder)
    show = "print(json.dumps(found))"
    printed = run(
        [sys.executable],
        RECORD + PROGRAM + "print(json.dumps([found, list(asked)]))",
        words,
        CORTEN_INSTRUCTION_SET="x86-64-v2",
        CORTEN_CACHE_DIR=str(folder / "here"),
    )
    here, asked = json.loads(printed)
    archive = folder / "aarch64.bin"
    run([sys.executable], COMPILE, [str(ROOT / "tools"), str(archive)], json.dumps(asked))
    python = [EMULATOR, "-L", str(folder / "root"), str(folder / "root" / "usr" / "bin" / "python3.11")]
    there = json.loads(
        run(
            python,
            PATCH + PROGRAM + show,
            [str(archive), *words],
            site=str(folder / "site"),
            CORTEN_CACHE_DIR=str(folder / "cache"),
        )
    )
    for name, own in here.items():
        same = own == there[name]
        print(f"{name:12s} {'the same bits' if same else f'differs: {own} and {there[name]}'}")
    sys.exit(0 if here == there else 1)


if __name__ == "__main__":
    main()
