"""Reads the schema files; their tables are kept on disk in a form that is read in a tenth of the time."""

import hashlib
import marshal
import os
import re
import sys
from functools import cache
from typing import Any

from corten.mjcf import value
from corten.mjcf.schema.declaration import Attribute, Child, Declaration
from corten.mjcf.value import parse_value
from corten.runtime import cache as kept

_FOLDER = os.path.dirname(__file__)

# an attribute without its name, as its fields stand in the tables
_Form = tuple[Any, ...]

_FORM = re.compile(
    r"""(?P<type>[a-z]+) (?:\s+(?P<kind>@?[a-z]+))? (?:\((?P<words>[^)]*)\))?
        (?P<count>\[(?P<least>\d+)?(?:\.\.(?P<most>\d+))?\])? (?:\s*=\s*(?P<default>.*))?""",
    re.VERBOSE,
)


@cache
def declaration(path: str) -> Declaration:
    """Return the declaration at `file:name`; `default:file:name` is its form inside default classes."""
    file, _, name = path.partition(":")
    if ":" in name:
        return declaration(name).projection()
    tables = _file(file)
    table = tables[name]
    groups = tables.get("groups", {})
    parts = [groups[group] for group in table.get("use", "").split()] + [table]
    forms = {attribute: form for part in parts for attribute, form in part.get("attributes", {}).items()}
    attributes = {attribute: Attribute(attribute, *form) for attribute, form in forms.items()}
    children = _children(table.get("children", ""), file, tables)
    for child in table.get("projects", "").split():
        children[child.partition(":")[2]] = Child(f"default:{child}", many=False)
    return Declaration(
        path=path,
        tag=table.get("tag", name),
        attributes=attributes,
        children=children,
        class_kind=table.get("class"),
        class_children=_children(table.get("class_children", ""), file, tables),
        alternatives=tuple(tuple(rule.split()) for part in parts for rule in part.get("alternatives", ())),
        exclusive=tuple(_bundles(rule) for part in parts for rule in part.get("exclusive", ())),
        together=tuple(tuple(rule.split()) for part in parts for rule in part.get("together", ())),
        oneof=tuple(_bundles(rule) for part in parts for rule in part.get("oneof", ())),
        bars=tuple(tuple(rule.split()) for rule in table.get("bars", ())),
        required=tuple(attribute.name for attribute in attributes.values() if attribute.required),
        references=tuple(a.name for a in attributes.values() if a.type == "ref" and a.kind != "default"),
        partial=frozenset(a.name for a in attributes.values() if a.most is not None and a.least < a.most),
        supported=_supported(path),
        limits=_limits(path, attributes),
    )


def child_declaration(parent: Declaration, tag: str) -> Declaration | None:
    """Return the declaration of `tag` inside `parent`, or None where the schema has no such child."""
    child = parent.children.get(tag)
    return None if child is None else declaration(child.path)


def read_attribute(name: str, form: str) -> Attribute:
    """Return the attribute that a schema file describes as `form`."""
    return Attribute(name, *_read_form(form))


@cache
def _read_form(form: str) -> _Form:
    """Return the fields of an Attribute, all but its name; many attributes have the same form."""
    head, *facets = (part.strip() for part in form.split(";"))
    match = _FORM.fullmatch(head)
    if match is None:
        raise ValueError(f"schema: {form!r} cannot be read")
    words = match["words"] or ""
    fields: dict = {
        "type": match["type"],
        "words": tuple(words) if match["type"] == "chars" else tuple(words.split()),
        "kind": match["kind"],
    }
    if match["count"]:
        least = int(match["least"] or 0)
        most = int(match["most"]) if match["most"] else least or None
        fields |= {"single": False, "least": least, "most": most}
    for facet in facets:
        word, _, bound = facet.partition(" ")
        fields[word] = float(bound) if bound else True
    if match["default"] is not None:
        fields["default"] = parse_value(Attribute(name="default", **fields), match["default"])
    return tuple(Attribute(name="", **fields)[1:])


def _file(file: str) -> dict:
    return _files()[file]


@cache
def _files() -> dict[str, dict]:
    """Return the tables of all schema files, with attributes as their fields."""
    texts = {}
    digest = hashlib.sha256(repr(sys.version_info).encode())
    for path in sorted([*(os.path.join(_FOLDER, name) for name in os.listdir(_FOLDER)), value.__file__]):
        if path.endswith((".toml", ".py")):
            with open(path, "rb") as stream:
                texts[os.path.basename(path)] = text = stream.read()
            digest.update(f"{os.path.basename(path)} {len(text)} ".encode())
            digest.update(text)
    key = f"schema-{digest.hexdigest()[:40]}"
    known = kept.read(key)
    if known is not None:
        return marshal.loads(known)
    tables = {name[:-5]: _read_tables(text.decode()) for name, text in texts.items() if name.endswith(".toml")}
    kept.write(key, marshal.dumps(tables))
    return tables


def _read_tables(text: str) -> dict:
    """Return the tables of a schema file."""
    import tomllib

    tables = tomllib.loads(text)
    for table in (*tables.values(), *tables.get("groups", {}).values()):
        if isinstance(table, dict) and "attributes" in table:
            table["attributes"] = {name: _read_form(form) for name, form in table["attributes"].items()}
    return tables


def _children(text: str, file: str, tables: dict) -> dict[str, Child]:
    children = {}
    for word in text.split():
        name, many = word[:-1], word[-1] == "*"
        if ":" not in name:
            name = f"{file}:{name}" if name in tables else f"{name}:{name}"
        other, _, last = name.partition(":")
        tag = _file(other)[last].get("tag", last) if other != last else last
        children[tag] = Child(name, many)
    return children


def _bundles(rule: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(bundle.split("+")) for bundle in rule.split())


@cache
def _unsupported_elements() -> frozenset[str]:
    return frozenset(_file("support")["elements"].split())


def _supported(path: str) -> bool:
    file, _, name = path.partition(":")
    refused = _unsupported_elements()
    return path not in refused and not (f"{file}:*" in refused and name != file)


def _limits(path: str, attributes: dict[str, Attribute]) -> dict[str, tuple]:
    # what is said of all elements of a file counts for those that have the attribute
    known = _file("support")["attributes"]
    common = {name: text for name, text in known.get(f"{path.partition(':')[0]}:*", {}).items() if name in attributes}
    limits = {}
    for name, text in (common | known.get(path, {})).items():
        attribute = attributes[name]
        texts = text.split() if attribute.single else [text]
        limits[name] = tuple(parse_value(attribute, each) for each in texts if each)
    return limits
