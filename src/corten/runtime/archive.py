"""Files of arrays, numbers and texts that are safe to open: an npz of plain arrays, one of which describes the tree.

    header    JSON as bytes: {"kind": ..., "version": ..., "tree": ...}, in which {"array": NAME} stands for an entry
    NAME      an array, under its path in the tree, such as "batch/rows/qpos"

A tree consists of dicts with texts as keys, lists, tuples, arrays, numbers, texts, bytes, None, and instances of
classes that whoever reads it names: nothing else is ever made, and nothing is run.
"""

import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

HEADER = "header"

# classes that may be part of a tree, by name, with the names of what they are made of
Classes = Mapping[str, tuple[type, tuple[str, ...]]]


def plain_classes(*kinds: type) -> Classes:
    """Return dataclasses and named tuples with their fields."""
    return {
        kind.__name__: (kind, tuple(f.name for f in fields(kind)) if is_dataclass(kind) else kind._fields)  # pyright: ignore
        for kind in kinds
    }


def write_archive(path: str | os.PathLike[str], kind: str, version: int, tree: Any, classes: Classes) -> None:
    """Write a tree into a file, which is there as a whole or not at all."""
    arrays: dict[str, np.ndarray] = {}
    header = {"kind": kind, "version": version, "tree": _described(tree, "", arrays, classes)}
    entries = {HEADER: np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays}
    target = Path(path)
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with open(unfinished, "wb") as stream:
            np.savez(stream, allow_pickle=False, **entries)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def read_archive(path: str | os.PathLike[str], kind: str, version: int, classes: Classes) -> Any:
    """Return the tree in a file; ValueError, with the reason, for one that holds something else."""
    with open(path, "rb") as stream:
        return _read(path, stream, kind, version, classes)


def _read(path: str | os.PathLike[str], stream: BinaryIO, kind: str, version: int, classes: Classes) -> Any:
    try:
        arrays = np.load(stream, allow_pickle=False)
        if not isinstance(arrays, np.lib.npyio.NpzFile):
            raise ValueError("it is a single array")
        header = json.loads(arrays[HEADER].tobytes())
        if header["kind"] != kind:
            raise ValueError(f"it is a {header['kind']}")
        if header["version"] != version:
            raise ValueError(f"it has version {header['version']} of the format, this corten reads {version}")
        return _restored(header["tree"], arrays, classes)
    except OSError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        # what NumPy says of them is how to run what they hold
        why = "it holds pickled objects, which are never read" if "pickle" in str(error) else error
        raise ValueError(f"{path} is no {kind}: {why}") from None
    except (
        EOFError,
        MemoryError,
        RecursionError,
        NotImplementedError,
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
    ) as error:
        raise ValueError(f"{path} is no {kind}, or is damaged: {error}") from None


def _described(value: Any, path: str, arrays: dict[str, np.ndarray], classes: Classes) -> Any:
    """Return what JSON can hold of a value; arrays go into entries of their own."""
    if isinstance(value, np.ndarray):
        arrays[path] = np.asarray(value)
        return {"array": path}
    if isinstance(value, np.generic):
        return value.item()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, dict):
        return {
            "dict": {key: _described(item, f"{path}/{key}".lstrip("/"), arrays, classes) for key, item in value.items()}
        }
    name = type(value).__name__
    if name in classes and type(value) is classes[name][0]:
        items = {part: getattr(value, part) for part in classes[name][1]}
        return {"class": name, "of": _described(items, path, arrays, classes)}
    if type(value) in (list, tuple):
        items = [_described(item, f"{path}/{i}", arrays, classes) for i, item in enumerate(value)]
        return {"tuple": items} if isinstance(value, tuple) else items
    raise TypeError(f"{path} is a {type(value).__name__}, which a file of arrays cannot hold")


def _restored(description: Any, arrays: Any, classes: Classes) -> Any:
    """Return the value that was described."""
    if isinstance(description, list):
        return [_restored(item, arrays, classes) for item in description]
    if not isinstance(description, dict):
        return description
    if "array" in description:
        return arrays[description["array"]]
    if "bytes" in description:
        return bytes.fromhex(description["bytes"])
    if "tuple" in description:
        return tuple(_restored(item, arrays, classes) for item in description["tuple"])
    if "dict" in description:
        return {key: _restored(item, arrays, classes) for key, item in description["dict"].items()}
    kind, names = classes[description["class"]]
    items = _restored(description["of"], arrays, classes)
    if set(items) != set(names):
        raise ValueError(f"a {description['class']} of another version")
    return kind(**items)
