"""Text to nodes: lines, forgiveness and refusal."""

import pytest

from corten.errors import ModelError, ModelWarning
from corten.mjcf.reader import read_nodes
from corten.mjcf.source import Text


def read(content: bytes | str):
    """Return the root node of a text that is called m.xml."""
    return read_nodes(Text("m.xml", ("test", "m.xml"), "", content))


def test_elements_know_the_line_they_begin_on():
    """Count lines to the start of an element, across comments and attributes on lines of their own."""
    root = read(
        '<?xml version="1.0"?>\n<!-- one\ntwo <geom/> -->\n<a>\n  <b\n   x="1"\n   y="2"/>\n<![CDATA[<c/>\n]]><d/></a>'
    )
    assert root.place == ("m.xml", 4)
    assert [(child.tag, child.place.line) for child in root.children] == [("b", 5), ("d", 9)]


def test_attributes_are_kept_in_the_order_of_the_text():
    """Keep text and order of attributes."""
    assert list(read('<a z="1" b="2 " a=""/>').attributes.items()) == [("z", "1"), ("b", "2 "), ("a", "")]


@pytest.mark.parametrize(
    "content",
    [
        "<a><!-- dashes -- inside --></a>",
        '\n\n <?xml version="1.0"?><a/>',
        '<a name="x & y"/>',
        '<a name="x < y"/>',
        '<a name="&undeclared;"/>',
        b'<a name="caf\xe9"/>',
        '<?xml version="1.0" encoding="latin-1"?><a name="caf\u00e9"/>',
        "<!DOCTYPE a><a/>",
        '<a xmlns="http://elsewhere"/>',
        '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="b"/>',
        '<a xmlns:tool="http://elsewhere" tool:note="b"/>',
        '<a tool:note="b"/>',
        '<a xml:base="b"/>',
        "<a>stray text</a>",
    ],
)
def test_what_mujoco_forgives_is_read(content):
    """Read files that are no clean XML but load in MuJoCo."""
    root = read(content)
    assert root.tag == "a"
    assert set(root.attributes) <= {"name"}


def test_attributes_without_a_space_are_read_aloud():
    """Read attributes that follow one another without a space, and warn with file and lines."""
    text = "<a>\n<b x='1'y=\"2\"\nz='q\"r\"s'/>\n<!-- <c x='1'y='2'/> --><c x = \"a'b'c\"y='>'z=''>\n</c></a>"
    with pytest.warns(ModelWarning, match=r"^m.xml:2: there is no space between attributes \(lines 4 too\)$"):
        root = read(text)
    assert root.children[0].attributes == {"x": "1", "y": "2", "z": 'q"r"s'}
    assert root.children[1].attributes == {"x": "a'b'c", "y": ">", "z": ""}
    assert [child.place.line for child in root.children] == [2, 4]
    for broken in ('<a x="1"b"y="2"/>', '<a x="1"x="2"/>', '<a"x="1"/>', '<a x="1"/y="2">'):
        with pytest.raises(ModelError, match="broken XML"):
            read(broken)


def test_lines_survive_mending():
    """Name the right line in a file that had to be mended."""
    root = read("\n<?xml version='1.0'?>\n<a>\n<!-- --\n-- -->\n<b/></a>")
    assert root.children[0].place.line == 6


def test_letters_outside_utf8_are_kept():
    """Read a file of single-byte letters as such, and a declared encoding as UTF-8, as MuJoCo does."""
    assert read(b'<a name="caf\xe9"/>').attributes["name"] == "caf\u00e9"
    assert read('<?xml version="1.0" encoding="latin-1"?><a name="\u00e9"/>').attributes["name"] == "\u00e9"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "m.xml: the file is empty"),
        (" \n ", "m.xml: the file is empty"),
        ("<a>\n<b>\n</a>", "m.xml:3: broken XML: </a> stands where <b> of line 2 must end"),
        ("<a/>\n<a", "m.xml:2: broken XML: something follows the end of the root element"),
        ("hello", "m.xml:1: broken XML: the text must begin with '<' and the name of an element"),
        ("<!-- b -->", "m.xml:1: broken XML: there is no element"),
        ("<a>\n<b>\n\n", "m.xml:4: broken XML: the text ends, <b> of line 2 does not"),
        ("<a>\n<b", "m.xml:2: broken XML: the text ends, a tag in <a> of line 1 does not"),
        ("<a>\n<b c=d/></a>", "m.xml:2: broken XML: what stands in column 6 is not allowed there"),
        ('<a x="1" x="2"/>', "m.xml:1: broken XML: attribute x is written twice"),
    ],
)
def test_broken_xml_is_refused(content, message):
    """Name file and line of XML that cannot be read."""
    with pytest.raises(ModelError) as caught:
        read(content)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "content", ["\ud800", "<a>\0</a>", "\ufeff", b"\xff\xfe<\0a\0/\0>\0", "<" * 1000, "<a " * 1000]
)
def test_garbage_is_a_model_error(content):
    """Refuse what is no XML with a ModelError and nothing else."""
    with pytest.raises(ModelError):
        read(content)


def test_entities_of_a_document_type_elsewhere_stay_text():
    """Read a document type that names a file, which is not opened, and leave no entity of it out in silence."""
    root = read('<!DOCTYPE a SYSTEM "b.dtd">\n<a name="&b;&amp;"/>')
    assert root.attributes == {"name": "&b;&"}


def test_document_types_that_declare_are_refused():
    """Refuse entities, whether they grow or read files, before anything is expanded."""
    bomb = '<!-- <!DOCTYPE a [ -->\n<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a name="&c;"/>'
    with pytest.raises(ModelError) as caught:
        read(bomb)
    assert str(caught.value) == "m.xml:2: a document type with declarations is not allowed"
    with pytest.raises(ModelError):
        read('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')


def test_depth_is_limited():
    """Read trees as deep as MuJoCo does and refuse deeper ones."""
    root = read("<a>" * 499 + "<b/>" + "</a>" * 499)
    assert root.tag == "a"
    with pytest.raises(ModelError) as caught:
        read("<a>" * 501 + "</a>" * 501)
    assert str(caught.value) == "m.xml:1: elements are nested deeper than 500"


def test_prefixes_tell_other_programs_apart():
    """Keep the prefix of an element, declared or not, so that it is not taken for one of ours."""
    assert [child.tag for child in read('<a xmlns="u" xmlns:b="v"><c/><b:c/></a>').children] == ["c", "b:c"]
    assert [child.tag for child in read('<a><c/><b:c d:e="x:y z:w=1"/></a>').children] == ["c", "b.c"]
