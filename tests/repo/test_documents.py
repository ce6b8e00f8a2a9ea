"""What the documents say holds: paths exist, examples run, generated pages are up to date."""

import re
import shlex
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import corten
from corten.cli.app import parser_of
from corten.cli.arguments import parse
from corten.cli.generated_pages import PAGES, fields_page
from corten.data import DATA
from corten.model import MODEL
from support.repository import ROOT, load_tool

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").glob("*.md")])
TEXTS = [path for pattern in ("*.py", "*.md", "*.toml", "*.xml", "*.sh") for path in ROOT.rglob(pattern)]

# a folder, or a file with one of these endings, between backticks or as the target of a link
QUOTED = re.compile(r"`([\w.-]+(?:/[\w.-]+)*(?:/|\.(?:py|md|toml|xml|sh|txt|json)))`|\]\((?!https?:|#)([^)#]+)")
PLACES = (ROOT, ROOT / "src", ROOT / "src" / "corten")

# folders on somebody's machine
FOREIGN = re.compile(r"(?<![\w.:/])/(?:home|root|Users|work|mnt|media)/\w|\b[A-Z]:\\Users")


def own_texts():
    """Return the text files of the repository, without what tools leave behind."""
    return [path for path in TEXTS if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_paths_in_documents_exist(document):
    """Name only files and folders that exist, or pages that are made when the manual is built."""
    names = {quoted or link for quoted, link in QUOTED.findall(document.read_text(encoding="utf-8"))} - {*PAGES}
    missing = {name for name in names if not any((place / name).exists() for place in (document.parent, *PLACES))}
    assert missing == set()


def test_texts_name_no_foreign_folders():
    """Keep the folders of whoever wrote a file out of it."""
    found = {path.name: FOREIGN.findall(path.read_text(encoding="utf-8")) for path in own_texts()}
    assert {name: places for name, places in found.items() if places} == {}


def python_blocks():
    """Yield (document, code) for each Python example of the README and the documentation."""
    for document in DOCUMENTS:
        for code in re.findall(
            r"^```python\n(.*?)^```", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        ):
            yield pytest.param(code, id=f"{document.name}-{code.splitlines()[0][:40]}")


@pytest.mark.parametrize("code", list(python_blocks()))
def test_python_examples_run(code, tmp_path):
    """Run each Python example of the documents in a fresh interpreter."""
    script = tmp_path / "example.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, "-W", "error", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def other_blocks():
    """Yield (language, code) for each block of the documents that is no program by itself."""
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for language, code in re.findall(r"^```(py|xml|sh)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            yield pytest.param(language, code, id=f"{document.name}-{code.splitlines()[0][:40]}")


@pytest.mark.parametrize(("language", "code"), list(other_blocks()))
def test_fragments_are_sound(language, code):
    """Let parts of programs compile, parts of models be XML, and commands be such that the command line takes."""
    if language == "py":
        assert compile(code, "fragment", "exec")
    elif language == "xml":
        assert len(ElementTree.fromstring(f"<all>{code}</all>"))
    else:
        for line in code.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["corten"] and "[OPTIONS]" not in words:
                parse(parser_of(words[1])[0], words[2:])


def test_commands_of_the_readme_exist():
    """Offer the README's two commands, and let continuous integration run the second."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in ("run", "test"):
        assert f"./{command}\n" in readme
        assert (ROOT / command).stat().st_mode & 0o111, f"{command} cannot be executed"
    assert "exec ./test\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name",
    [
        "write_scalar_fields",
        "write_reference",
        "write_command_line",
        "write_mujoco_names",
        "write_speed_page",
        "write_model_pages",
    ],
)
def test_written_pages_are_up_to_date(name):
    """Keep references and tables of stages as their tools write them."""
    tool = load_tool(name)
    assert tool.PAGE.read_text(encoding="utf-8") == tool.page(), f"run tools/{name}.py"


@pytest.mark.parametrize("name", corten.models.names())
def test_pages_of_models_are_up_to_date(name):
    """Keep the page of every bundled model as the tool writes it, with a picture of each of its keyframes."""
    tool = load_tool("write_model_pages")
    page = tool.FOLDER / f"{name}.md"
    assert page.read_text(encoding="utf-8") == tool.model_page(name), "run tools/write_model_pages.py"


def test_field_reference_is_complete():
    """List every field and every size of Model and Data on the manual's page, each once."""
    text = fields_page()
    listed = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    expected = {*MODEL.sizes, *DATA.sizes, *MODEL.fields, *DATA.fields}
    assert set(listed) == expected
    twice = {*MODEL.fields} & {*DATA.fields}
    assert sorted(listed) == sorted([*expected, *twice])


def test_table_of_features_is_up_to_date():
    """Keep the README's table of what works as tools/write_feature_table.py writes it."""
    tool = load_tool("write_feature_table")
    assert tool.README.read_text(encoding="utf-8") == tool.page(), "run tools/write_feature_table.py"


def test_changelog_has_the_version():
    """Have an entry of the changelog for the version of the package."""
    assert f"## [{corten.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
