#!/usr/bin/env python3
"""Write docs/reference.md: every public name with its parameters, what its docstring says, and an example."""

import enum
import importlib
import inspect
import re
import runpy
from pathlib import Path

import corten

TOOLS = Path(__file__).resolve().parent
PAGE = TOOLS.parent / "docs" / "reference.md"
EXAMPLES = runpy.run_path(str(TOOLS / "reference_examples.py"))["EXAMPLES"]
API = runpy.run_path(str(TOOLS / "write_public_api.py"))
signature_of, own_members = API["_signature"], API["own_members"]

HEAD = """# Every public name

Written by `tools/write_reference.py` from the code. Fields of a Model and a Data have [a page of their own](fields.md),
and so have [the stages of a step](stages.md) and [the command line](command_line.md). Examples begin with

```py
import numpy as np

import corten

model = corten.load_model("hopper")
data = model.make_data()
corten.forward(model, data)
```
"""

# chapter: words that the modules of its names begin with, in this order
CHAPTERS = {
    "Models": ("corten.compile", "corten.spec", "corten.model", "corten.assets", "corten.stages.user"),
    "Simulation": ("corten.data", "corten.pipeline"),
    "Questions": ("corten.queries",),
    "Many environments": ("corten.batch",),
    "Derivatives": ("corten.derivative",),
    "Pictures": ("corten.render", "corten.scene"),
    "Errors and warnings": ("corten.errors",),
    "Enums": ("corten.enums", "corten.model.signals"),
}

# modules with public names of their own
MODULES = ("models", "quaternion", "muscle.curves", "viewer", "gpu", "envs", "cluster", "compat")


def page() -> str:
    """Return the text of the page."""
    # from where they are defined: a module may have taken the place of a function of its name
    public = {name: getattr(importlib.import_module(module), name) for name, module in corten._PUBLIC.items()}
    parts, left = [HEAD], dict(public)
    for chapter, starts in CHAPTERS.items():
        names = sorted(name for name in left if corten._PUBLIC[name].startswith(starts))
        parts.append(f"## {chapter}\n")
        parts += [entry(f"corten.{name}", left.pop(name), EXAMPLES.get(name)) for name in names]
    assert not left, f"no chapter for {sorted(left)}"
    for name in MODULES:
        module = importlib.import_module(f"corten.{name}")
        parts.append(f"## corten.{name}\n\n{markdown(inspect.getdoc(module) or '')}\n")
        parts += [entry(f"corten.{name}.{member}", getattr(module, member)) for member in sorted(module.__all__)]
    return "\n".join(parts)


def entry(name: str, value: object, example: str | None = None) -> str:
    """Return the entry of a name."""
    lines = [f"### {name}\n"]
    if isinstance(value, enum.EnumType):
        members = ", ".join(f"`{member.name}` = {member.value}" for member in value)
        return "\n".join([*lines, f"{markdown(inspect.getdoc(value) or '')}\n\n{members}\n"])
    if callable(value) and not (inspect.isclass(value) and issubclass(value, BaseException)):
        lines.append(f"```text\n{name}{signature_of(value)}\n```\n")
    lines.append(markdown(own_doc(value)) + "\n")
    if inspect.isclass(value):
        lines += members_of(value)
    if example:
        lines.append(f"```py\n{example}\n```\n")
    return "\n".join(lines)


def own_doc(value: object) -> str:
    """Return the docstring of a value; a dataclass without one of its own has only its signature."""
    return inspect.getdoc(value) or ""


def members_of(value: type) -> list[str]:
    """Return a line for each public method and property of a class; fields of tables have their own page."""
    fields = value.layout.fields if "layout" in vars(value) else ()
    lines = []
    for name, member in sorted(own_members(value).items()):
        text = inspect.getdoc(getattr(member, "__func__", member)) if not name.startswith("_") else None
        if text and name not in fields and (callable(getattr(value, name)) or isinstance(member, property)):
            call = signature_of(getattr(member, "__func__", member)) if not isinstance(member, property) else ""
            first = " ".join(text.split("\n\n")[0].split())
            lines.append(f"- `{name}{call.replace('(self, ', '(').replace('(self)', '()')}`: {first}")
    return [*lines, ""] if lines else []


def markdown(text: str) -> str:
    """Return a docstring as Markdown: examples as code, equations that are indented stay as they are."""
    blocks = []
    for block in text.split("\n\n"):
        if block.lstrip().startswith(">>>"):
            blocks.append(f"```pycon\n{block}\n```")
        elif block.startswith("    "):
            blocks.append(block)
        else:
            blocks.append(re.sub(r"(?<!`)<(/?\w[^`>\s]*)>(?!`)", r"`<\1>`", block))
    return "\n\n".join(blocks)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
