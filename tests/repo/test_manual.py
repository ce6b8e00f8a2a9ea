"""The manual builds as a site without a warning, needs nothing from elsewhere, and leaves no public name out."""

import contextlib
import io
import json
import re

import pytest

import corten
from corten.cli import manual
from corten.cli.app import COMMANDS, run_command
from support import oracle
from support.repository import ROOT, load_tool

PAGES = sorted(str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md"))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the folder of the built site."""
    pytest.importorskip("material")
    target = tmp_path_factory.mktemp("manual") / "site"
    assert run_command(["docs", "--build", str(target)]) == 0
    return target


def test_site_builds_strictly(site):
    """Build every page of the table of contents; warnings would have been errors."""
    listed = [page for entries in manual.CONTENTS.values() for page in entries]
    for page in listed:
        assert (site / page).with_suffix(".html").is_file()
    assert sorted(set(PAGES) - set(listed)) == []


def test_dead_links_are_errors(tmp_path, monkeypatch):
    """Refuse to build a manual with a link that leads nowhere, be it to a page or into one."""
    pytest.importorskip("material")
    pages = tmp_path / "docs"
    pages.mkdir()
    for name in manual.ROOT_PAGES:
        (tmp_path / name).write_text("# Nothing\n")
    monkeypatch.setattr(manual, "sources", lambda: (pages, tmp_path))
    monkeypatch.setattr(manual, "CONTENTS", {"Start": dict.fromkeys(["index.md", *manual.ROOT_PAGES], "page")})
    (pages / "images").mkdir()
    (pages / "images" / "favicon.png").write_bytes((ROOT / "docs" / "images" / "favicon.png").read_bytes())
    for text, fails in (("[a](#title)", False), ("[a](nowhere.md)", True), ("[a](#nowhere)", True)):
        (pages / "index.md").write_text(f"# Title\n\n{text}\n")
        with pytest.raises(OSError, match="nowhere") if fails else contextlib.nullcontext():
            manual.build_manual(tmp_path / "site")


def test_site_needs_nothing_from_elsewhere(site):
    """Take scripts, styles, fonts and pictures from the site alone."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        wanted = re.findall(
            r"<(?:script|img|iframe|source)[^>]*\ssrc=\"?([^\">\s]+)|<link[^>]*\shref=\"?([^\">\s]+)", text
        )
        found = {script or link for script, link in wanted}
        assert {address for address in found if re.match(r"(https?:)?//", address)} == set(), page


def test_search_knows_the_names(site):
    """Find functions and fields in the index of the search."""
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    titles = {entry["title"] for entry in index["docs"]}
    assert {"corten.step", "corten.BatchSim", "corten.quaternion.rotate"} <= titles
    assert any("qacc_warmstart" in entry["text"] for entry in index["docs"])


def test_every_public_name_has_an_entry():
    """List every public name of the package and of its modules in the reference, each once."""
    tool = load_tool("write_reference")
    headings = re.findall(r"^### (\S+)$", tool.PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(set(headings)) == len(headings)
    modules = ("gpu", "models", "muscle", "quaternion", "viewer")
    public = {f"corten.{name}" for name in corten.__all__ if not name.startswith("_") and name not in modules}
    missing = (public | {line.split("(")[0].removeprefix("class ").rstrip(":") for line in snapshot()}) - set(headings)
    assert {name for name in missing if name.removeprefix("corten.").partition(".")[0] not in ("muscle",)} == set()


def snapshot() -> list[str]:
    """Return the names of modules that the snapshot of the public interface has."""
    lines = (ROOT / "tests" / "repo" / "public_api.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(": ")[0] for line in lines if not line.startswith(" ") and not line.startswith("corten.__")]


def test_every_function_has_an_example(tmp_path, monkeypatch):
    """Have an example for every public function, and run all of them."""
    tool = load_tool("reference_examples")
    functions = [line.split("(")[0] for line in snapshot() if re.match(r"corten\.\w+\(", line)]
    assert {name.removeprefix("corten.") for name in functions} - tool.EXAMPLES.keys() == set()
    monkeypatch.chdir(tmp_path)
    for name, code in tool.EXAMPLES.items():
        file = tmp_path / f"{name}.py"
        file.write_text(f"{tool.BEGIN}\n{code}\n")
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(file.read_text(), str(file), "exec"), {"__name__": name})


def test_names_of_mujoco_are_complete():
    """Compare the list of MuJoCo's names with its package, and see each of them on its page."""
    tool = load_tool("write_mujoco_names")
    listed = set(tool.names_of("package"))
    assert set(oracle.public_names()) <= listed
    text = tool.PAGE.read_text(encoding="utf-8")
    assert {name for name in listed if f"`{name}`" not in text} == set()


def test_every_command_has_a_chapter():
    """Describe every command and all of its options."""
    text = (ROOT / "docs" / "command_line.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"\n## {name}\n" not in text] == []


def test_plots_of_speed_are_up_to_date():
    """Keep the plots as the README's tables have the numbers."""
    tool = load_tool("write_speed_page")
    for name, picture in tool.plots().items():
        assert (tool.PICTURES / name).read_text(encoding="utf-8") == picture, "run tools/write_speed_page.py"
