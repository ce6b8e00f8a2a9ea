#!/usr/bin/env python3
"""Change models and files at random, load them and step: nothing but ModelError, StepError or a result may come of it.

    python tools/fuzz.py --count 10000 [--first SEED] [--jobs N]     try seeds, print those that fail
    python tools/fuzz.py --show SEED                                 write out what a seed makes, and try it

A seed always makes the same model. Cases run in processes of their own, so that a crash and a hang (20 s of computing)
are seen and named as well. Warnings of NumPy are failures: they tell of numbers that nobody looked at.
"""

import argparse
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

import corten
from corten.errors import ModelError, StepError
from corten.mjcf.schema import child_declaration, declaration

sys.path.insert(0, str(Path(__file__).parent))
import fuzz_corpus

# [s of computing] what takes longer hangs, and [bytes] what takes more is too large
LONGEST, LARGEST = 20, 8 << 30

# seeds that one process tries
PORTION = 500

NUMBERS = "0 -0 1 -1 2 .1 -.5 3.7 100 1e-3 1e-15 1e-170 1e-300 5e-324 1e5 1e9 1e20 1e155 1e300 -1e300 1e308".split()
BROKEN = "1e400 inf -inf nan 2147483648 -2147483648 9223372036854775808 0x10 1_0 ٣".split()
INTEGERS = "0 1 -1 2 3 5 6 7 31 100 65536 2147483647 -2147483648".split()
TEXTS = ("", " ", "a", "true", "world", "1 2", "1,2,3", "é", "\x7f", "a" * 5000, "0 " * 300, "../x", "/", "cube.obj")

# attributes that say how much there is of something: what is asked for is made, so they stay small or become absurd
COUNTS = {
    "count",
    "nrow",
    "ncol",
    "width",
    "height",
    "resolution",
    "nuserdata",
    "nkey",
    "gridsize",
    "params",
    "octree",
    "nsample",
}
COUNTS |= {"iterations", "ls_iterations", "noslip_iterations", "ccd_iterations", "sdf_iterations", "nsample"}
COUNTS |= {"sdf_initpoints"}
SMALL = ("0", "-1", "1", "2", "7", "2147483647", "1e300", "x")


# ---------------------------------------------------------------- changes


def number(rng: random.Random) -> str:
    """Return a number, an ordinary one or not."""
    chance = rng.random()
    return f"{rng.uniform(-1, 1):.3g}" if chance < 0.4 else rng.choice(NUMBERS if chance < 0.98 else BROKEN)


def numbers(rng: random.Random, count: int) -> str:
    """Return some numbers: each another one, or all the same."""
    same = number(rng) if rng.random() < 0.5 else None
    return " ".join(same or number(rng) for _ in range(count))


def any_value(rng: random.Random, name: str, old: str, attribute: object, names: list[str]) -> str:
    """Return a value for an attribute: a word or numbers that its schema knows, a name of something, or anything."""
    if name in COUNTS:
        return " ".join(rng.choice(SMALL) for _ in old.split() or [0])
    kind, words = getattr(attribute, "type", ""), getattr(attribute, "words", ())
    if rng.random() < 0.03:
        return rng.choice((*TEXTS, numbers(rng, rng.randint(1, 8))))
    if words:
        return rng.choice(words)
    if kind == "bool":
        return rng.choice(("true", "false"))
    if kind == "int":
        return rng.choice(INTEGERS)
    if re.match(r"[-\d.]", old) and rng.random() < 0.6:
        parts = old.split()
        parts[rng.randrange(len(parts))] = number(rng)
        return " ".join(parts)
    if kind == "real":
        return numbers(rng, getattr(attribute, "most", None) or rng.randint(1, 12))
    return rng.choice(names) if names else old


def declared(element: etree._Element) -> object:
    """Return what the schema says of an element that stands where it may stand, else None."""
    found = None
    for each in [*reversed(list(element.iterancestors())), element]:
        try:
            found = declaration("mujoco:mujoco") if found is None else child_declaration(found, each.tag)
        except (KeyError, AttributeError, ValueError):
            return None
    return found


def change_attribute(rng: random.Random, root: etree._Element) -> None:
    """Give an attribute of an element another value, one that it had or one that it may have."""
    element = rng.choice([each for each in root.iter() if isinstance(each.tag, str)])
    known = getattr(declared(element), "attributes", {})
    typed = sorted(name for name, attribute in known.items() if attribute.type in ("real", "int", "bool", "keyword"))
    choices = [*element.attrib, *rng.sample(typed, min(len(typed), 2))]
    if choices:
        name, names = rng.choice(choices), [each.get("name") for each in root.iter() if each.get("name")]
        element.set(name, _xml_text(any_value(rng, name, element.get(name, ""), known.get(name), names)))


def _xml_text(text: str) -> str:
    return "".join(letter for letter in text if letter >= " ")


def change_tree(rng: random.Random, root: etree._Element) -> None:
    """Remove, repeat, move or rename an element, or take an attribute away."""
    elements = [each for each in root.iter() if isinstance(each.tag, str) and each is not root]
    if not elements:
        return
    element, other = rng.choice(elements), rng.choice([root, *elements])
    match rng.randrange(5):
        case 0:
            element.getparent().remove(element)
        case 1:
            other.append(etree.fromstring(etree.tostring(element)))
        case 2 if other not in element.iter():
            other.insert(rng.randint(0, len(other)), element)
        case 3:
            element.tag = rng.choice(elements).tag
        case _:
            for name in rng.sample(list(element.attrib), min(1, len(element.attrib))):
                del element.attrib[name]


def change_bytes(rng: random.Random, content: bytes) -> bytes:
    """Change, remove, repeat or add bytes, or cut the end off."""
    data = bytearray(content)
    for _ in range(rng.randint(1, 4)):
        if not data:
            break
        at, count = rng.randrange(len(data)), rng.randint(1, 8)
        match rng.randrange(6):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at : at + count]
            case 2:
                data[at:at] = data[at : at + count]
            case 3:
                data[at:at] = rng.choice(
                    (b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"-1", b"1e300 ", b"<")
                )
            case 4:
                data[at : at + 4] = rng.choice((b"\xff\xff\xff\x7f", b"\0\0\xc0\x7f", b"\0\0\0\x80", b"\1\0\0\0"))
            case _:
                del data[at:]
    return bytes(data)


def make_case(seed: int) -> tuple[str, bytes, dict[str, bytes]]:
    """Return the name of the model that a seed begins with, the text that becomes of it, and its files."""
    rng = random.Random(seed)
    models, files = fuzz_corpus.models(), dict(fuzz_corpus.FILES)
    name = rng.choice(sorted(models))
    if name == "assets.xml" and rng.random() < 0.6:
        chosen = rng.choice(sorted(files))
        files[chosen] = change_bytes(rng, files[chosen])
        return name, models[name].encode(), files
    root = etree.fromstring(models[name])
    for _ in range(rng.choice((1, 1, 2, 2, 3, 6))):
        (change_attribute if rng.random() < 0.9 else change_tree)(rng, root)
    text = etree.tostring(root)
    return name, change_bytes(rng, text) if rng.random() < 0.05 else text, files


# ---------------------------------------------------------------- trying


def try_case(seed: int) -> str:
    """Load and step what a seed makes; return what went wrong, or nothing."""
    _, text, files = make_case(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", RuntimeWarning)
        try:
            model = corten.load_model_from_string(text.decode("utf-8", "surrogateescape"), assets=files)
            data = model.make_data()
            corten.step(model, data, 3)
            corten.inverse(model, data)
        except (ModelError, StepError):
            return ""
        except Exception as error:
            places = [frame for frame in traceback.extract_tb(error.__traceback__) if "corten" in frame.filename]
            place = f"{Path(places[-1].filename).name}:{places[-1].lineno}" if places else "?"
            return f"{type(error).__name__} at {place}: {str(error)[:200]!r}"
    return ""


def try_here(first: int, count: int) -> None:
    """Try seeds in this process; print each one before it is tried, and what went wrong."""
    resource.setrlimit(resource.RLIMIT_AS, (LARGEST, LARGEST))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for seed in range(first, first + count):
        print(f"try {seed}", flush=True)
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        if problem := try_case(seed):
            print(f"bad {seed} {problem}".encode("ascii", "backslashreplace").decode(), flush=True)


def try_portion(first: int, count: int) -> Iterator[tuple[int, str]]:
    """Try seeds in another process, and go on in a new one after a seed that ends it; yield what went wrong."""
    last = first + count
    while first < last:
        command = [sys.executable, __file__, "--here", "--first", str(first), "--count", str(last - first)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = [line.split(" ", 2) for line in done.stdout.splitlines()]
        yield from ((int(line[1]), line[2]) for line in lines if line[0] == "bad")
        if done.returncode == 0:
            return
        tried = [int(line[1]) for line in lines if line[0] == "try"]
        if not tried:
            yield first, f"nothing could be tried: {done.stderr[-500:]}"
            return
        how = "hangs" if done.returncode == -signal.SIGPROF else f"ends the process ({done.returncode})"
        yield tried[-1], f"{how}: {done.stderr[-300:]!r}"
        first = tried[-1] + 1


def show(seed: int) -> None:
    """Write what a seed makes into a folder, and try it."""
    name, text, files = make_case(seed)
    folder = Path(tempfile.mkdtemp(prefix=f"fuzz-{seed}-"))
    (folder / "model.xml").write_bytes(text)
    for file, content in files.items():
        (folder / file).write_bytes(content)
    print(f"seed {seed}, from {name}: {folder / 'model.xml'}", flush=True)
    print(try_case(seed) or "nothing went wrong")


def main() -> int:
    """Try seeds; return 1 if something went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.show is not None:
        show(chosen.show)
        return 0
    if chosen.here:
        try_here(chosen.first, chosen.count)
        return 0
    portions = [
        (start, min(PORTION, chosen.first + chosen.count - start))
        for start in range(chosen.first, chosen.first + chosen.count, PORTION)
    ]
    found: Counter[str] = Counter()
    with ThreadPoolExecutor(chosen.jobs) as pool:
        for number, problems in enumerate(pool.map(lambda portion: list(try_portion(*portion)), portions), 1):
            for seed, problem in problems:
                print(f"seed {seed}: {problem}", flush=True)
                found[problem.split(":")[0]] += 1
            if number % 20 == 0:
                print(f"{sum(count for _, count in portions[:number])} tried, {found.total()} failed", flush=True)
    print(f"{chosen.count} tried, {found.total()} failed", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
