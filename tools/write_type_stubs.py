#!/usr/bin/env python3
"""Write the type stubs of what is declared in tables: fields of Model and Data, elements of MJCF, public names.

Editors then complete `data.qpos`, show its meaning and know that it is an array of floats, and a type checker finds a
name that is misspelt. `tests/repo/test_type_stubs.py` keeps the stubs current.
"""

import keyword
from collections.abc import Iterator
from pathlib import Path

import corten
from corten.batch.varied_fields import CONSTANTS, VARIABLE
from corten.data import DATA, blocks
from corten.mjcf.schema import declaration
from corten.mjcf.schema.declaration import Attribute, Declaration
from corten.model import MODEL
from corten.model.named import KINDS, view_fields
from corten.model.option_groups import CHOICES, Visual
from corten.runtime.fields import Field, Layout
from corten.runtime.scratch import private_sizes, scratch_fields

PACKAGE = Path(corten.__file__).parent

HEAD = "# Written by tools/write_type_stubs.py; edit the tables that it reads instead.\n"

# what an attribute that is read as one type and may be set to another looks like to a type checker
DESCRIPTORS = """
from typing import Any, Generic, Never, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from corten.enums import {enums}

Element = TypeVar("Element", bound=np.generic)
Value = TypeVar("Value")

class Array(Generic[Element]):
    def __get__(self, owner: object, kind: Any = None) -> NDArray[Element]: ...
    def __set__(self, owner: object, value: ArrayLike) -> None: ...

class FixedArray(Generic[Element]):
    def __get__(self, owner: object, kind: Any = None) -> NDArray[Element]: ...
    def __set__(self, owner: object, value: Never) -> None: ...

class Fixed(Generic[Value]):
    def __get__(self, owner: object, kind: Any = None) -> Value: ...
    def __set__(self, owner: object, value: Never) -> None: ...

class Choice(Generic[Value]):
    def __get__(self, owner: object, kind: Any = None) -> Value: ...
    def __set__(self, owner: object, value: Value | int) -> None: ...
"""


def stubs() -> dict[Path, str]:
    """Return the text of every stub, by its file."""
    return {
        PACKAGE / "__init__.pyi": public_stub(),
        PACKAGE / "model" / "typed.pyi": model_stub(),
        PACKAGE / "data" / "typed.pyi": data_stub(),
        PACKAGE / "batch" / "typed.pyi": batch_stub(),
        PACKAGE / "spec" / "typed.pyi": element_stub(),
    }


# ---------------------------------------------------------------- public names


def public_stub() -> str:
    """Return the stub of the package: every public name comes from the module that defines it."""
    lines = [HEAD, "from corten import models as models"]
    lines += [f"from {module} import {name} as {name}" for name, module in sorted(corten._PUBLIC.items())]
    names = "".join(f'    "{name}",\n' for name in sorted(corten.__all__))
    return "\n".join(lines) + f"\n\n__version__: str\n\n__all__ = [\n{names}]\n"


# ---------------------------------------------------------------- fields


def model_stub() -> str:
    """Return the stub of what Model, its options and its named objects have."""
    options = {name: field for name, field in MODEL.fields.items() if name.startswith("opt_")}
    statistics = {name: field for name, field in MODEL.fields.items() if name.startswith("stat_")}
    enums = ", ".join(sorted(kind.__name__ for kind in CHOICES.values()))
    classes = [
        *view_classes(MODEL, "Constants"),
        group_class("OptionFields", "`model.opt`: options, which may be set between steps.", options, "opt_"),
        group_class("StatisticFields", "`model.stat`: statistics of the model.", statistics, "stat_"),
        *(visual_class(part) for part in Visual.__slots__),
        visual_groups(),
        fields_class("ModelFields", "Sizes and fields of a Model.", MODEL, "Constants"),
    ]
    groups = "    opt: Fixed[OptionFields]\n    stat: Fixed[StatisticFields]\n    vis: Fixed[VisualFields]\n"
    return HEAD + DESCRIPTORS.format(enums=enums) + "\n" + "\n".join(classes) + groups


def visual_class(part: str) -> str:
    """Return the class of one group of `model.vis`."""
    prefix = f"vis_{part.rstrip('_')}_"
    fields = {name: field for name, field in MODEL.fields.items() if name.startswith(prefix)}
    return group_class(f"Visual{part.rstrip('_').title()}", f"`model.vis.{part}`.", fields, prefix)


def visual_groups() -> str:
    """Return the class of `model.vis`."""
    body = "".join(f"    {part}: Fixed[Visual{part.rstrip('_').title()}]\n" for part in Visual.__slots__)
    return f'class VisualFields:\n    """`model.vis`: what pictures are made with."""\n\n{body}\n'


def data_stub() -> str:
    """Return the stub of what Data and its named objects have."""
    fields = fields_class("DataFields", "Sizes and fields of a Data.", DATA, "State")
    head = f"{HEAD}\nimport numpy as np\n\nfrom corten.model.typed import Array, Fixed, FixedArray\n\n"
    return head + "\n".join([*view_classes(DATA, "State"), fields])


def batch_stub() -> str:
    """Return the stub of what a BatchSim may have a row of for each environment: fields of Data and of Model."""
    body = ['class BatchFields:\n    """Fields of a BatchSim."""\n']
    for field in DATA.fields.values():
        hidden = field.block is blocks.WORK or field.name in scratch_fields(DATA)
        if not hidden and field.name not in DATA.growing:
            body.append(array_text(field.name, field, ("n", *field.shape)))
    for name in dict.fromkeys(VARIABLE + CONSTANTS):
        body.append(array_text(name, MODEL.fields[name], ("n", *MODEL.fields[name].shape)))
    head = f"{HEAD}\nimport numpy as np\n\nfrom corten.model.typed import Array, FixedArray\n\n"
    return head + "\n".join(body) + "\n"


def fields_class(name: str, meaning: str, layout: Layout, suffix: str) -> str:
    """Return a class with the sizes and fields of a layout but for work space, and with its objects by name."""
    body = [f'class {name}:\n    """{meaning}"""\n']
    body += [
        attribute_text(size.name, "Fixed[int]", size.meaning)
        for size in layout.sizes.values()
        if size.name not in private_sizes(layout)
    ]
    body += [field_text(name, field) for name, field in layout.fields.items() if name not in scratch_fields(layout)]
    body += [
        f"    def {kind}(self, key: str | int) -> {class_name(kind, suffix)}: ..."
        for kind in KINDS
        if view_fields(layout, kind)
    ]
    return "\n".join(body) + "\n"


def view_classes(layout: Layout, suffix: str) -> Iterator[str]:
    """Yield a class for each kind of objects that can be named."""
    for kind in KINDS:
        fields = view_fields(layout, kind)
        if fields:
            body = [f'class {class_name(kind, suffix)}:\n    """One {kind} of a {layout.name}."""\n']
            body += ["    id: int\n    name: str"]
            body += [array_text(name, field, field.shape[1:]) for name, field in fields.items()]
            yield "\n".join(body) + "\n"


def group_class(name: str, meaning: str, fields: dict[str, Field], prefix: str) -> str:
    """Return a class with the fields that begin with a prefix."""
    body = [f'class {name}:\n    """{meaning}"""\n']
    for field in fields.values():
        short = field.name.removeprefix(prefix)
        if short in CHOICES and prefix == "opt_":
            kind = CHOICES[short].__name__
            body.append(attribute_text(short, f"Choice[{kind}]", field.meaning))
        else:
            body.append(field_text(short, field))
    return "\n".join(body) + "\n"


def class_name(kind: str, suffix: str) -> str:
    """Return the name of the class of one kind of objects."""
    return kind.capitalize() + suffix


def field_text(name: str, field: Field) -> str:
    """Return one field: a number, or an array with its shape."""
    if field.shape:
        return array_text(name, field, field.shape)
    kind = "bool" if field.kind.dtype == bool else field.kind.scalar.__name__
    return attribute_text(name, kind if field.writable else f"Fixed[{kind}]", field.meaning)


def array_text(name: str, field: Field, shape: tuple[str | int, ...]) -> str:
    """Return one field as an array; an object by name has at least one number of each."""
    element = "np.bool_" if field.kind.dtype == bool else f"np.{field.kind.dtype}"
    extents = " × ".join(map(str, shape or (1,)))
    kind = "Array" if field.writable else "FixedArray"
    return attribute_text(name, f"{kind}[{element}]", f"{field.meaning} (shape {extents})")


def attribute_text(name: str, kind: str, meaning: str) -> str:
    """Return an attribute with its type and meaning."""
    return f'    {name}: {kind}\n    """{sentence(meaning)}"""'


def sentence(words: str) -> str:
    """Return words as a sentence."""
    return words[0].upper() + words[1:] + "."


# ---------------------------------------------------------------- elements

NUMBERS = {"real": "float", "int": "int", "bool": "bool"}
ELEMENTS = """
from collections.abc import Sequence
from typing import Any, Generic, Literal, TypeVar, overload

from numpy.typing import NDArray

from corten.spec.element import Element

Read = TypeVar("Read")
Written = TypeVar("Written")

class Attribute(Generic[Read, Written]):
    def __get__(self, owner: object, kind: Any = None) -> Read | None: ...
    def __set__(self, owner: object, value: Written | None) -> None: ...
    def __delete__(self, owner: object) -> None: ...

Floats = Sequence[float] | NDArray[Any] | str
Ints = Sequence[int] | NDArray[Any] | str
"""


def element_stub() -> str:
    """Return the stub of all elements: their attributes, and what can be added to them."""
    root = declaration("mujoco:mujoco")
    known: dict[str, Declaration] = {}
    collect(root, known)
    classes = [element_class(one, known) for one in known.values()]
    return HEAD + ELEMENTS + "\n" + "\n".join([*classes, sections_class(root, known)])


def sections_class(root: Declaration, known: dict[str, Declaration]) -> str:
    """Return the class of what a Spec has: its sections, and its elements by name."""
    body = ['class SpecSections:\n    """The sections of a Spec, and its elements by name."""\n']
    body += [f"    @property\n    def {tag}(self) -> {element_name(c.path)}: ..." for tag, c in root.children.items()]
    named: dict[str, str] = {}
    for path, one in known.items():
        if "name" in one.attributes:
            named.setdefault(one.tag, element_name(path))
    body += [
        f'    @overload\n    def find(self, tag: Literal["{tag}"], name: str) -> {kind} | None: ...'
        for tag, kind in named.items()
    ]
    body.append("    @overload\n    def find(self, tag: str, name: str) -> Element | None: ...")
    return "\n".join(body) + "\n"


def collect(one: Declaration, known: dict[str, Declaration]) -> None:
    """Enter a declaration and everything below it."""
    if one.path not in known:
        known[one.path] = one
        for child in one.children.values():
            collect(declaration(child.path), known)


def element_name(path: str) -> str:
    """Return the name of the class of an element."""
    words = path.replace(":", "_").split("_")
    short = words if len(words) < 2 or words[-1] != words[-2] else words[:-1]
    return "".join(word.capitalize() for word in short) + "Element"


def element_class(one: Declaration, known: dict[str, Declaration]) -> str:
    """Return the class of one element."""
    body = [f'class {element_name(one.path)}(Element):\n    """<{one.tag}>"""\n']
    for attribute in one.attributes.values():
        body.append(f"    {python_name(attribute.name)}: Attribute[{', '.join(value_types(attribute))}]")
    for tag, child in one.children.items():
        below = known[child.path]
        words = [f"{python_name(a.name)}: {value_types(a)[1]} = ..." for a in below.attributes.values()]
        arguments = ", ".join(["self", *(["*", *words] if words else [])])
        body.append(f"    def add_{tag}({arguments}) -> {element_name(child.path)}: ...")
    return "\n".join(body) + "\n"


def python_name(name: str) -> str:
    """Return an attribute's name in Python."""
    return f"{name}_" if keyword.iskeyword(name) else name


def value_types(attribute: Attribute) -> tuple[str, str]:
    """Return the types that an attribute has when it is read, and may have when it is set."""
    if attribute.type == "keyword" and attribute.words:
        words = ", ".join(f'"{word}"' for word in attribute.words)
        also = " | bool" if {"true", "false"} <= set(attribute.words) else ""
        return "str", f"Literal[{words}]{also}"
    if attribute.type == "keywords":
        return "tuple[str, ...]", "Sequence[str]"
    if attribute.type == "bytes":
        return "str", "int | str"
    kind = NUMBERS.get(attribute.type, "str")
    if kind == "str":
        return "str", "str"
    if attribute.single:
        return kind, f"{kind} | str"
    return f"tuple[{kind}, ...]", ("Floats" if kind == "float" else "Ints") + (f" | {kind}" if attribute.spread else "")


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")
