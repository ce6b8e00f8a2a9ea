#!/usr/bin/env python3
"""Write tests/repo/public_api.txt: every public name with its signature, so that a change of the interface is seen."""

import enum
import inspect
from pathlib import Path

import corten

SNAPSHOT = Path(__file__).resolve().parent.parent / "tests" / "repo" / "public_api.txt"


def snapshot() -> str:
    """Return one line for each public name of the package and of its public classes and modules."""
    lines = [line for name in sorted(corten.__all__) for line in describe(f"corten.{name}", getattr(corten, name))]
    return "\n".join(lines) + "\n"


def describe(name: str, value: object) -> list[str]:
    """Return the lines of one name."""
    if inspect.ismodule(value) and not callable(value):
        return [line for member in value.__all__ for line in describe(f"{name}.{member}", getattr(value, member))]
    if isinstance(value, enum.EnumType):
        return [f"{name}: {' '.join(f'{member.name}={member.value}' for member in value)}"]
    if inspect.isclass(value):
        # fields have a page of their own
        fields = value.layout.fields if "layout" in vars(value) else ()
        members = {key: member for key, member in own_members(value).items() if key[0] != "_" and key not in fields}
        signature = _signature(value)
        return [f"class {name}{signature}", *(f"  {_member(key, members[key])}" for key in sorted(members))]
    return [f"{name}{_signature(value)}"] if callable(value) else [name]


def own_members(value: type) -> dict[str, object]:
    """Return what a class has of its own, and of bases of its package, which are written apart and not public."""
    package = value.__module__.rpartition(".")[0]
    kinds = [kind for kind in value.__mro__[1:] if kind.__module__.rpartition(".")[0] == package]
    parts = [kind for kind in kinds if getattr(corten, kind.__name__, None) is not kind]
    return {name: member for kind in (*reversed(parts), value) for name, member in vars(kind).items()}


def _member(name: str, value: object) -> str:
    value = getattr(value, "__func__", value)
    return name + (_signature(value) if callable(value) else "")


def _signature(value) -> str:
    """Return the names of the parameters, without annotations, which are spelled differently from Python to Python."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return "(...)"
    plain = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters]
    return str(inspect.Signature(plain))


if __name__ == "__main__":
    SNAPSHOT.write_text(snapshot(), encoding="utf-8")
