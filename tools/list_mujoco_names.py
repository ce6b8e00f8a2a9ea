#!/usr/bin/env python3
"""Write what the bindings of MuJoCo 4.0 are made of, by looking into the wheel: names, values, shapes, arguments.

`corten.compat.mujoco` takes its enums, constants, structs and argument checks from `names.json`, and the tests count
against it; neither needs the wheel, so only those who move to another version of MuJoCo run this.
"""

import importlib
import inspect
import json
import re
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "src" / "corten" / "compat" / "mujoco" / "names.json"
VERSION = "4.0.0"

# modules of the bindings whose names stand in the package, and those that are imported by themselves
FLAT = ("_callbacks", "_constants", "_enums", "_errors", "_functions", "_render", "_specs", "_structs")
MODULES = (
    "rollout",
    "viewer",
    "minimize",
    "batch",
    "gl_context",
    "renderer",
    "msh2obj",
    "sysid",
    "usd",
    "studio",
    "mjx",
)

# structs that begin empty or with numbers of their own, as the bindings make them
PLAIN_STRUCTS = (
    "MjContact MjLROpt MjOption MjPreContact MjSolverStat MjStatistic MjTimerStat MjWarningStat MjvCamera MjvFigure "
    "MjvGLCamera MjvGeom MjvLight MjvOption MjvPerturb MjvScene MjLogConfig MjLogMessage MjrVertexAttribute"
).split()

# C types of the fields of MjModel and MjData
DTYPES = {
    "mjtNum": "f8", "double": "f8", "float": "f4", "int": "i4", "mjtByte": "u1", "mjtBool": "b1", "char": "i1",
    "mjtSize": "i8", "size_t": "u8", "uintptr_t": "u8", "uint64_t": "u8",
}  # fmt: skip


def main() -> None:
    """Write the file."""
    mujoco = importlib.import_module("mujoco")
    if mujoco.__version__ != VERSION:
        raise SystemExit(f"mujoco {mujoco.__version__} is installed; the stand-in is for {VERSION}")
    parts = {name: importlib.import_module(f"mujoco.{name}") for name in FLAT}
    found = {
        "version": VERSION,
        "modules": {name: _public(module) for name, module in parts.items()},
        "top": [name for name in _public(mujoco) if _is_own(mujoco, name, parts)],
        "others": _other_modules(),
        "enums": {name: _members(parts["_enums"], name) for name in _public(parts["_enums"])},
        "constants": {name: getattr(parts["_constants"], name) for name in _public(parts["_constants"])},
        "functions": _functions(parts),
        "structs": {name: _struct(getattr(parts["_structs"], name)()) for name in PLAIN_STRUCTS},
        "model": _fields("mjModel"),
        "data": _fields("mjData"),
        "views": _views(parts["_structs"]),
        "methods": _methods(parts),
        "specs": _specs(parts["_specs"]),
    }
    TARGET.write_text(_dump(found), encoding="utf-8")


def _public(module: Any) -> list[str]:
    return sorted(name for name in dir(module) if not name.startswith("_") or name.startswith("_Mj"))


def _is_own(mujoco: Any, name: str, parts: dict[str, Any]) -> bool:
    """Tell whether a name of the package is its own, not one of its parts, nor a module that it imports."""
    if any(hasattr(module, name) for module in parts.values()) or name in (
        "Any",
        "IO",
        "Sequence",
        "TypeAlias",
        "Union",
    ):
        return False
    return not inspect.ismodule(getattr(mujoco, name))


def _other_modules() -> dict[str, list[str]]:
    """Return the public names of modules that are imported by themselves; of those that need more, none."""
    found = {}
    for name in MODULES:
        try:
            module = importlib.import_module(f"mujoco.{name}")
        except ImportError:
            found[name] = []
            continue
        own = (each for each in _public(module) if not inspect.ismodule(getattr(module, each)))
        found[name] = [each for each in own if getattr(getattr(module, each), "__module__", "") == module.__name__]
    return found


def _members(enums: Any, name: str) -> dict[str, int]:
    return {member: each.value for member, each in getattr(enums, name).__members__.items()}


def _functions(parts: dict[str, Any]) -> dict[str, list[list[Any]]]:
    """Return the arguments of all functions: name, kind, and the default if there is one."""
    found = {}
    for part in ("_functions", "_callbacks", "_render", "_structs"):
        for name in dir(parts[part]):
            function = getattr(parts[part], name)
            if name.startswith("__") or isinstance(function, type) or not callable(function):
                continue
            found[name] = _arguments(function.__doc__ or "")
    return found


def _arguments(doc: str) -> list[list[Any]]:
    """Return the arguments that the first line of a docstring of pybind11 names."""
    line = doc.splitlines()[0]
    inside = line[line.index("(") + 1 : line.rindex(") -> ")] if ") -> " in line else ""
    found = []
    for part in _split(inside):
        name, _, kind = part.partition(": ")
        kind, given, default = kind.partition(" = ")
        entry: list[Any] = [name, _kind(kind)]
        if given:
            entry.append({"None": None, "True": True, "False": False}.get(default, default))
            if isinstance(entry[2], str):
                entry[2] = float(default) if entry[1] == "float" else int(default)
        found.append(entry)
    return found


def _split(text: str) -> list[str]:
    """Split at the commas that stand in no brackets or quotes."""
    parts, depth, quoted, start = [], 0, False, 0
    for i, letter in enumerate(text):
        quoted ^= letter == '"'
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and not depth and not quoted:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()] if text.strip() else []


def _kind(text: str) -> str:
    """Return a type of an argument in short: f8[3]! is a vector of three that is written, ? stands for None as well."""
    optional = "?" if text.endswith(" | None") else ""
    if found := re.search(r"NDArray\[numpy\.(\w+)\], \"\[(\w+), (\w+)\]\"", text):
        dtype, rows, columns = found.groups()
        short = {"float64": "f8", "float32": "f4", "int32": "i4", "uint8": "u1", "bool": "b1"}[dtype]
        shape = rows if columns == "1" else f"{rows},{columns}"
        return f"{short}[{shape}]{'!' if 'flags.writeable' in text else ''}{optional}"
    if "SupportsFloat" in text:
        return "float" + optional
    if "SupportsInt" in text:
        return "int" + optional
    return text.removesuffix(" | None").rpartition(".")[2] + optional


def _struct(struct: Any) -> dict[str, Any]:
    """Return the fields of a struct as it is made: numbers, texts, and arrays as [dtype, shape, values]."""
    numpy = importlib.import_module("numpy")
    fields = {}
    for name in dir(struct):
        value = getattr(struct, name)
        if name.startswith("_") or callable(value):
            continue
        if isinstance(value, numpy.ndarray):
            flat = value.ravel().tolist() if value.dtype.kind != "S" else []
            same = len(set(flat)) <= 1
            fields[name] = [value.dtype.str.strip("<|"), list(value.shape), (flat[0] if flat else 0) if same else flat]
        elif not isinstance(value, tuple):
            fields[name] = value
    return fields


def _fields(struct: str) -> dict[str, list[Any]]:
    """Return dtype and extents of the fields of MjModel or MjData; a field without extents is a number.

    Fields of the struct in C that the bindings do not show are left out.
    """
    structs = importlib.import_module("mujoco.introspect.structs").STRUCTS
    shown = getattr(importlib.import_module("mujoco"), "M" + struct[1:])
    found = {}
    for field in structs[struct].fields:
        if not hasattr(shown, field.name):
            continue
        kind = getattr(field.type, "inner_type", field.type)
        extents = getattr(field, "array_extent", None) or getattr(field.type, "extents", ()) or ()
        word = getattr(kind, "name", "")
        if word in DTYPES and not (hasattr(field.type, "inner_type") and not extents):
            found[field.name] = [
                DTYPES[word],
                [extent if isinstance(extent, int) else str(extent) for extent in extents],
            ]
    return found


def _views(structs: Any) -> dict[str, list[str]]:
    """Return the attributes of views by name: of `model.body("x")` and the like."""
    names = [name for name in dir(structs) if name.startswith("_Mj") and name.endswith("Views")]
    return {name: [each for each in dir(getattr(structs, name)) if not each.startswith("_")] for name in names}


def _methods(parts: dict[str, Any]) -> dict[str, list[str]]:
    """Return the methods of all classes."""
    found = {}
    for part in ("_structs", "_specs", "_render"):
        for name, kind in vars(parts[part]).items():
            if isinstance(kind, type) and not name.startswith("_"):
                found[name] = [
                    each
                    for each in dir(kind)
                    if not each.startswith("_") and not isinstance(getattr(kind, each), property | type)
                ]
    return found


# classes of vectors, with the types of their numbers
VECTORS = {
    "MjByteVec": "u1", "MjCharVec": "char", "MjDoubleVec": "f8", "MjFloatVec": "f4", "MjIntVec": "i4",
    "MjStringVec": "str",
}  # fmt: skip


def _specs(specs: Any) -> dict[str, dict[str, Any]]:
    """Return the attributes of the classes of MjSpec that are no methods, with what new elements have there."""
    made = {type(element).__name__: element for element in _elements(specs)}
    return {
        name: {
            each: _begins_with(made.get(name), each)
            for each in dir(kind)
            if not each.startswith("_") and isinstance(getattr(kind, each), property)
        }
        for name, kind in vars(specs).items()
        if isinstance(kind, type) and name.startswith(("MjSpec", "Mjs"))
    }


def _elements(specs: Any) -> list[Any]:
    """Return a spec and a new element of each kind."""
    spec = specs.MjSpec()
    body = spec.worldbody.add_body()
    within = [getattr(body, f"add_{word}")() for word in "frame geom joint light site camera".split()]
    words = "material mesh skin texture text tuple flex hfield key numeric pair exclude equality tendon sensor actuator"
    beside = [getattr(spec, f"add_{word}")() for word in [*words.split(), "plugin"]]
    wrap = spec.tendons[0].wrap_joint("joint", 1.0)
    return [spec, body, *within, *beside, wrap, spec.compiler, body.alt]


def _begins_with(element: Any, name: str) -> Any:
    """Return a number, text, array as [dtype, shape, values], enum or vector; None for what is another element.

    NaN, which says that nothing is written, becomes None.
    """
    try:
        value = getattr(element, name)
    except (AttributeError, ValueError):
        return None
    kind = type(value).__name__
    if kind in VECTORS:
        return {"vec": VECTORS[kind]}
    if kind == "ndarray":
        flat = [None if each != each else each for each in value.ravel().tolist()]
        return [value.dtype.str.strip("<|"), list(value.shape), flat]
    if kind.startswith("mjt"):
        return {"enum": kind, "value": int(value)}
    plain = isinstance(value, int | float | str) and value == value
    return value if plain else {"nan": True} if isinstance(value, float) else None


def _dump(found: dict[str, Any]) -> str:
    """Return JSON with a line for each entry of a section."""
    sections = []
    for name, section in found.items():
        if isinstance(section, dict):
            rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in section.items())
            sections.append(f" {json.dumps(name)}: {{\n{rows}\n }}")
        else:
            sections.append(f" {json.dumps(name)}: {json.dumps(section)}")
    return "{\n" + ",\n".join(sections) + "\n}\n"


if __name__ == "__main__":
    main()
