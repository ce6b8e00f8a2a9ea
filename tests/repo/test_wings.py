"""The pages about the wings of the house say which folders they have and what these import."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.repository import ROOT

PACKAGE = ROOT / "src" / "corten"
PAGES = sorted((ROOT / "docs" / "wings").glob("*.md"))

# what every wing may use, and the package itself
COMMON = {"constants", "enums", "errors", "__init__", "__main__"}

# imports that point up on purpose: what names of MuJoCo are called here, and the names of models
UPWARDS = ("corten.compat.equivalents", "corten.models.bundled")


def told(page: Path, word: str) -> list[str]:
    """Return the words behind one of the headings of a page."""
    line = re.search(rf"^\*\*{word}\*\*: (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert line, f"{page.name} does not say {word}"
    return line[1].replace("`", "").replace("/", " ").removesuffix("  ").split()


FOLDERS = {page.stem: {name.removesuffix(".py") for name in told(page, "Folders")} for page in PAGES}
WING = {folder: wing for wing, folders in FOLDERS.items() for folder in folders}


def module_imports(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the modules of the package that are imported when a module is, not those for type checkers."""
    for node in body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.dump(node.test):
            yield from module_imports(node.body)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("corten."):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "corten":
            yield from (f"corten.{alias.name}" for alias in node.names)


def test_every_folder_belongs_to_one_wing():
    """Leave no folder of the package out of the pages, and name none twice."""
    names = [folder for folders in FOLDERS.values() for folder in folders]
    tops = {path.stem for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py"}
    assert len(names) == len(set(names))
    assert set(names) == {name for name in tops - COMMON if not name.startswith(("__", "py"))}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_wings_import_what_their_pages_say(page):
    """Import only what the page of a wing names."""
    allowed = set(told(page, "May import"))
    files = [
        path
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).parts[0].removesuffix(".py") in FOLDERS[page.stem]
    ]
    found = set()
    for path in files:
        for module in module_imports(ast.parse(path.read_text(encoding="utf-8")).body):
            wing = WING.get(module.split(".")[1], page.stem)
            if wing != page.stem and not module.startswith(UPWARDS):
                found.add(wing)
    assert found <= allowed or "all" in allowed, found - allowed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_importers_agree_with_what_is_imported(page):
    """Name as importers of a wing those whose pages say that they import it, and no other."""
    importers = {
        other.stem for other in PAGES if page.stem in told(other, "May import") or "all" in told(other, "May import")
    }
    said = set(told(page, "Imported by"))
    assert importers - {page.stem} == (said & set(FOLDERS) if "others" not in said else set(FOLDERS) - {page.stem})
