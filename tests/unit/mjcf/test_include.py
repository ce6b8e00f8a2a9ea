"""Include: which file is meant, where its elements land, and what is refused."""

import pytest

from corten.errors import ModelError
from corten.mjcf.include import read_model
from corten.mjcf.source import Sources, Text, open_file

PART = "<part><geom/><site/></part>"


def read(xml: str, assets: dict[str, str] | None = None):
    """Return the root node of a model in a string."""
    return read_model(Text(None, ("string", ""), "", xml), Sources("", assets))


def read_file(path):
    """Return the root node of a model in a file."""
    text = open_file(str(path))
    return read_model(text, Sources(text.folder))


def write(folder, **files):
    """Write files into a folder; `__` in a name stands for a folder."""
    for name, content in files.items():
        path = folder / (name.replace("__", "/") + ".xml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def tags(node):
    """Return the tags of a node's children."""
    return [child.tag for child in node.children]


def test_elements_take_the_place_of_the_include():
    """Insert the children of an included root, in order, between those around it."""
    root = read('<a><b/><include file="p.xml"/><c/></a>', {"p.xml": PART})
    assert tags(root) == ["b", "geom", "site", "c"]


def test_included_elements_keep_their_own_place():
    """Remember the file and line that an element really stands in."""
    root = read('<a>\n\n<include file="p.xml"/></a>', {"p.xml": "<p>\n<geom/></p>"})
    assert root.children[0].place == ("p.xml", 2)


def test_includes_nest():
    """Follow includes inside included files."""
    root = read('<a><include file="p.xml"/></a>', {"p.xml": '<p><include file="q.xml"/></p>', "q.xml": PART})
    assert tags(root) == ["geom", "site"]


@pytest.mark.parametrize("name", ["p.xml", "./p.xml", "P.XML", "parts/p.xml"])
@pytest.mark.parametrize("key", ["p.xml", "other/p.xml"])
def test_assets_are_found_by_name(name, key):
    """Find an asset by its path or its bare name, in any case."""
    assert tags(read(f'<a><include file="{name}"/></a>', {key: PART})) == ["geom", "site"]


def test_the_model_folder_comes_before_that_of_the_including_file(tmp_path):
    """Look below the model's own folder first, then below the folder of the file that includes."""
    write(tmp_path, main='<a><include file="sub/one.xml"/></a>', sub__one='<p><include file="two.xml"/></p>')
    write(tmp_path, sub__two="<p><near/></p>")
    assert tags(read_file(tmp_path / "main.xml")) == ["near"]
    write(tmp_path, two="<p><top/></p>")
    assert tags(read_file(tmp_path / "main.xml")) == ["top"]


def test_labels_are_paths(tmp_path):
    """Name included files by their path."""
    write(tmp_path, main='<a><include file="sub/one.xml"/></a>', sub__one=PART)
    assert read_file(tmp_path / "main.xml").children[0].place == (str(tmp_path / "sub/one.xml"), 1)


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        ("<a>\n<include/></a>", "line 2: <include>: file is missing: the name of the file to include"),
        (
            '<a><include file="p.xml" x=""/></a>',
            "<include file=\"p.xml\">: unknown attribute 'x' (allowed: file)",
        ),
        (
            '<a><include file="p.xml"><b/></include></a>',
            '<include file="p.xml">: an include holds no elements of its own',
        ),
        ('<a><include file="no.xml"/></a>', "<include file=\"no.xml\">: file 'no.xml' is not found"),
        (
            '<a><include file="empty.xml"/></a>',
            "<include file=\"empty.xml\">: file 'empty.xml' holds no elements to include",
        ),
        (
            '<a><include file="p.xml"/>\n<include file="./p.xml"/></a>',
            "line 2: <include file=\"./p.xml\">: file './p.xml' is already included; a file can be included once",
        ),
        (
            '<a><include file="broken.xml"/></a>',
            "broken.xml:1: broken XML: </a> stands where <b> of line 1 must end",
        ),
    ],
)
def test_bad_includes_are_refused(xml, message):
    """Say what is wrong with an include."""
    with pytest.raises(ModelError) as caught:
        read(xml, {"p.xml": PART, "empty.xml": "<a/>", "broken.xml": "<a><b></a>"})
    assert str(caught.value).removeprefix("line 1: ") == message


def test_cycles_are_refused(tmp_path):
    """Refuse a file that includes itself, directly or through others, whatever the path."""
    write(tmp_path, main='<a><include file="sub/../one.xml"/></a>', one='<a><include file="main.xml"/></a>')
    (tmp_path / "sub").mkdir()
    with pytest.raises(ModelError) as caught:
        read_file(tmp_path / "main.xml")
    assert str(caught.value).endswith("file 'main.xml' is already included; a file can be included once")


def test_folders_are_not_files(tmp_path):
    """Refuse an include that names a folder."""
    write(tmp_path, main='<a><include file="sub"/></a>')
    (tmp_path / "sub").mkdir()
    with pytest.raises(ModelError, match="file 'sub' is not found"):
        read_file(tmp_path / "main.xml")
