"""The schema files hold together, and are parsed once."""

import os
import subprocess
import sys

import pytest

from corten.mjcf.schema import Declaration, child_declaration, declaration
from corten.mjcf.schema.loader import _file, _files, read_attribute


def declarations(known: Declaration, found: dict | None = None) -> dict[str, Declaration]:
    """Return every declaration that can be reached, by path."""
    found = {} if found is None else found
    if known.path not in found:
        found[known.path] = known
        for tag in known.children:
            declarations(child_declaration(known, tag), found)
    return found


ALL = declarations(declaration("mujoco:mujoco"))


@pytest.mark.parametrize("path", sorted(ALL))
def test_rules_name_attributes_that_exist(path):
    """Keep every rule about attributes within the attributes of its element."""
    known = ALL[path]
    rules = [
        *known.alternatives,
        *known.together,
        *(b for rule in (*known.exclusive, *known.oneof) for b in rule),
    ]
    assert {name for rule in rules for name in rule} <= set(known.attributes)
    assert {rule[0] for rule in known.bars} <= set(known.attributes)
    assert set(known.limits) <= set(known.attributes)


def test_references_lead_to_kinds_with_names():
    """Let every reference name a kind of object that some element declares."""
    kinds = {a.kind for known in ALL.values() for a in known.attributes.values() if a.type == "name"} | {"default"}
    for known in ALL.values():
        for attribute in known.attributes.values():
            if attribute.type == "ref" and attribute.kind.startswith("@"):
                assert attribute.kind[1:] in known.attributes
            elif attribute.type == "ref":
                assert attribute.kind in kinds


def test_class_members_have_a_class_and_no_defaults_lack_one():
    """Give a class attribute to exactly the elements that default classes hold."""
    for path, known in ALL.items():
        if not path.startswith("default:"):
            assert ("class" in known.attributes) == (known.class_kind is not None), path


def test_arrays_that_may_be_short_have_a_whole_default():
    """Let the numbers that are not written come from a default, except where the element decides."""
    without = {
        (known.path, name)
        for known in ALL.values()
        for name in known.partial
        if known.attributes[name].type == "real" and known.attributes[name].default is None
    }
    assert {name for _, name in without} == {"motorconst", "nominal"}
    for known in ALL.values():
        for name in known.partial:
            default = known.attributes[name].default
            assert default is None or len(default) == known.attributes[name].most or isinstance(default, str)


def test_support_file_names_what_exists():
    """Keep the list of unsupported things within the schema."""
    support = _file("support")
    listed = [path for path in support["elements"].split() if not path.endswith(":*")]
    assert set(listed) <= set(ALL)
    files = {f"{path.partition(':')[0]}:*" for path in ALL}
    assert set(support["attributes"]) <= set(ALL) | files
    assert all(not ALL[path].supported for path in listed)


def test_projections_lose_what_belongs_to_one_element():
    """Leave name, class and the like out of default classes."""
    projected = declaration("default:body:camera").attributes
    assert set(declaration("body:camera").attributes) - set(projected) == {"name", "class", "target"}


def test_forms_that_cannot_be_read_are_refused():
    """Fail early on a mistake in a schema file."""
    with pytest.raises(ValueError, match="cannot be read"):
        read_attribute("x", "real[3")
    with pytest.raises(TypeError):
        read_attribute("x", "real; requird")


def test_files_are_parsed_once(tmp_path):
    """Parse the files of the schema in the first process only; later ones find the same tables on disk."""
    script = (
        "import sys; from corten.mjcf.schema.loader import _files, declaration\n"
        "declaration('mujoco:mujoco'); print('tomllib' in sys.modules, _files())"
    )
    environment = {**os.environ, "CORTEN_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", script]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout for _ in range(2)
    )
    assert first.startswith("True") and second.startswith("False")
    assert first.partition(" ")[2] == second.partition(" ")[2] == f"{_files()}\n"
