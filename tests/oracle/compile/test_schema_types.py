"""Types, counts, keywords and defaults of the schema are those of MuJoCo 4.0."""

import numpy as np
import pytest

from corten.mjcf.schema import Attribute, Declaration, child_declaration, declaration
from corten.mjcf.value import parse_value
from support.oracle import load_error, spec_default

# how MuJoCo says that a text does not fit the type of an attribute
TYPE_ERRORS = (
    "does not have enough data",
    "has too much data",
    "bad format",
    "problem reading",
    "invalid keyword",
    "duplicate keyword",
    "must have exactly",
    "may have at most",
    "must have 1 or",
    "unknown layer role",
    "unknown object type",
)

# what must stand beside any other attribute for MuJoCo to look at it
COMPANIONS = {
    "equality:connect": {"body1": "world", "anchor": "0 0 0"},
    "equality:weld": {"body1": "world"},
    "sensor:rangefinder": {"site": "s"},
    "sensor:distance": {"geom1": "g", "geom2": "g"},
    "sensor:normal": {"geom1": "g", "geom2": "g"},
    "sensor:fromto": {"geom1": "g", "geom2": "g"},
    "asset:hfield": {"name": "h", "nrow": "2", "ncol": "2"},
    "asset:mesh": {"name": "m"},
}
# words that corten adds
OURS = {"implicitspringdamper"}
PAIRED = {"objtype": "objname", "reftype": "refname"}

# read later than the type is looked at, or only beside others
NOT_PROBED = {("asset:mesh", "params"), ("asset:hfield", "nrow"), ("asset:hfield", "ncol"), ("equality:weld", "anchor")}


def example(attribute: Attribute) -> str:
    """Return a text that fits an attribute."""
    if attribute.type in ("real", "int"):
        return " ".join(["1"] * max(attribute.least, 1))
    if attribute.type in ("keyword", "keywords"):
        return attribute.words[0]
    return "true" if attribute.type == "bool" else "zz"


def trials(attribute: Attribute) -> list[str]:
    """Return texts that fit and texts that do not."""
    if attribute.type in ("real", "int"):
        counts = {attribute.least - 1, attribute.least, attribute.most or 4, (attribute.most or 4) + 1} - {0, -1}
        return [" ".join(["1"] * count) for count in sorted(counts)] + ["x", "1.5"]
    if attribute.type in ("keyword", "keywords"):
        return [*(word for word in attribute.words if word not in OURS), "bogus", " ".join(attribute.words[:2])]
    return ["true", "false", "auto", "1"] if attribute.type == "bool" else []


def paths(known: Declaration, before: tuple = (), found: set | None = None):
    """Yield the way from the root to each declaration, once."""
    found = set() if found is None else found
    for tag in known.children:
        below = child_declaration(known, tag)
        if below.path not in found:
            found.add(below.path)
            yield (*before, below)
            yield from paths(below, (*before, below), found)


def model_with(path: tuple[Declaration, ...], name: str, text: str) -> str:
    """Return the smallest model that has an attribute at the end of a path."""
    opening, closing = "<mujoco>", "</mujoco>"
    for level, known in enumerate(path):
        written = {required: example(known.attributes[required]) for required in known.required}
        written |= COMPANIONS.get(known.path, {})
        if known.tag == "default" and level > 0:
            written["class"] = "c"
        if level == len(path) - 1:
            written[name] = text
            if PAIRED.get(name) in known.attributes:
                written[PAIRED[name]] = "zz"
        opening += f"<{known.tag}" + "".join(f' {key}="{value}"' for key, value in written.items()) + ">"
        closing = f"</{known.tag}>" + closing
    return opening + closing


def fits(attribute: Attribute, text: str) -> bool:
    """Return whether corten takes a text for an attribute."""
    try:
        parse_value(attribute, text)
    except ValueError:
        return False
    return True


PATHS = {path[-1].path: path for path in paths(declaration("mujoco:mujoco"))}


@pytest.mark.parametrize("name", sorted(PATHS))
def test_texts_fit_where_mujoco_says_so(name):
    """Try texts of right and wrong kind and count on every attribute of an element."""
    path = PATHS[name]
    for attribute in path[-1].attributes.values():
        if (name, attribute.name) in NOT_PROBED:
            continue
        for text in trials(attribute):
            error = load_error(model_with(path, attribute.name, text))
            refused = error is not None and any(words in error for words in TYPE_ERRORS)
            assert fits(attribute, text) != refused, (attribute.name, text, error)


@pytest.mark.parametrize(
    "path",
    [
        "body:body",
        "body:frame",
        "body:joint",
        "body:geom",
        "body:site",
        "body:camera",
        "body:light",
        "actuator:general",
        "asset:texture",
        "asset:material",
        "tendon:spatial",
        "equality:connect",
        "contact:pair",
        "option:option",
        "compiler:compiler",
        "visual:quality",
        "visual:headlight",
        "visual:map",
        "visual:scale",
        "visual:rgba",
    ],
)
def test_defaults_are_those_of_mujoco(path):
    """Compare numbers and bools that nobody writes with those of MuJoCo's own editable model."""
    compared = 0
    for attribute in declaration(path).attributes.values():
        if attribute.default is None or attribute.type not in ("real", "int", "bool"):
            continue
        theirs = spec_default(path.partition(":")[2], attribute.name)
        if theirs is not None:
            assert np.array_equal(np.float32(theirs), np.float32(attribute.default)), attribute.name
            compared += 1
    assert compared > 0
