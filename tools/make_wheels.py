#!/usr/bin/env python3
"""Make the wheels of all platforms on one machine: python tools/make_wheels.py [--kernels FOLDER] [--out FOLDER].

Kernels are compiled for all instruction sets first (`tools/make_kernels.py`), unless a folder has their archives. A
wheel has those of its architecture alone, for its system, and serves every version of Python.
"""

import argparse
import base64
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

X86, ARM = ("x86-64-v2", "x86-64-v3", "x86-64-v4"), ("aarch64",)


class Platform(NamedTuple):
    """The tags of a wheel, the instruction sets that it has, and how its loops are called."""

    tags: tuple[str, ...]
    sets: tuple[str, ...]
    system: str = "posix"


# nothing of a wheel is linked against the system, so its tags name the oldest systems that NumPy has wheels for
PLATFORMS = (
    Platform(("manylinux2014_x86_64", "manylinux_2_17_x86_64"), X86),
    Platform(("manylinux2014_aarch64", "manylinux_2_17_aarch64"), ARM),
    Platform(("musllinux_1_2_x86_64",), X86),
    Platform(("musllinux_1_2_aarch64",), ARM),
    Platform(("macosx_10_13_x86_64",), X86),
    Platform(("macosx_11_0_arm64",), ARM),
    Platform(("win_amd64",), X86, "windows"),
)


def plain_wheel(folder: Path) -> Path:
    """Build the wheel without kernels, from a checkout in which none lie."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    (made,) = folder.glob("*.whl")
    return made


def platform_wheel(plain: Path, platform: Platform, kernels: Path, out: Path) -> Path:
    """Write the wheel of a platform: the plain one with archives of kernels, and the platform's tags."""
    name, version, *_ = plain.name.split("-")
    target = out / f"{name}-{version}-py3-none-{'.'.join(platform.tags)}.whl"
    record = f"{name}-{version}.dist-info/RECORD"
    archives = {f"corten/kernels/{each}.bin": kernels / platform.system / f"{each}.bin" for each in platform.sets}
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        entries = {each: source.read(each) for each in source.namelist() if each != record}
        entries = {each: content for each, content in entries.items() if not each.startswith("corten/kernels/")}
        entries |= {each: path.read_bytes() for each, path in archives.items()}
        description = f"{name}-{version}.dist-info/WHEEL"
        entries[description] = tagged(entries[description].decode(), platform.tags).encode()
        lines = []
        for each, content in entries.items():
            # archives are compressed already
            kind = zipfile.ZIP_STORED if each in archives else zipfile.ZIP_DEFLATED
            wheel.writestr(entry(each), content, kind)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{each},sha256={digest},{len(content)}\n")
        wheel.writestr(entry(record), "".join([*lines, f"{record},,\n"]), zipfile.ZIP_DEFLATED)
    return target


def entry(name: str) -> zipfile.ZipInfo:
    """Return the description of a file in a wheel, the same whenever it is made."""
    found = zipfile.ZipInfo(name, (2020, 2, 2, 0, 0, 0))
    found.external_attr = 0o644 << 16
    return found


def tagged(text: str, tags: tuple[str, ...]) -> str:
    """Return the description of a wheel with the tags of a platform, for which it is no pure one."""
    lines = [line for line in text.splitlines() if line and not line.startswith(("Tag:", "Root-Is-Purelib:"))]
    return "\n".join([*lines, "Root-Is-Purelib: false", *(f"Tag: py3-none-{tag}" for tag in tags), ""])


def main() -> None:
    """Compile kernels, build the plain wheel, and write those of all platforms for which there are archives."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernels", type=Path, help="a folder that tools/make_kernels.py wrote; nothing is compiled")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    kernels, out = given.kernels or given.out / "kernels", given.out
    out.mkdir(parents=True, exist_ok=True)
    if given.kernels is None:
        command = [sys.executable, str(ROOT / "tools" / "make_kernels.py")]
        subprocess.run([*command, "--out", str(kernels), "--jobs", str(given.jobs)], check=True)
    with tempfile.TemporaryDirectory() as folder:
        plain = plain_wheel(Path(folder))
        for platform in PLATFORMS:
            missing = [each for each in platform.sets if not (kernels / platform.system / f"{each}.bin").is_file()]
            if missing:
                print(f"left out {platform.tags[0]}: {kernels} has no kernels for {', '.join(missing)}")
                continue
            made = platform_wheel(plain, platform, kernels, out)
            print(f"wrote {made}: {made.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
