"""What lies in the repository: nothing that a tool left behind, and nothing that is made when it is needed."""

import subprocess

import pytest

from support.repository import ROOT

# what stands at the top; everything else has a folder
TOP = """
    .ci .github .gitignore .pre-commit-config.yaml CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE README.md
    SECURITY.md benchmarks check docs examples pyproject.toml run src test tests tools
""".split()

# endings of files in each folder that are written by hand or kept for comparison
ENDINGS = {
    "benchmarks": {".py", ".json"},
    "docs": {".md", ".svg", ".png", ".gif"},
    "examples": {".py"},
    "src": {".py", ".pyi", ".toml", ".json", ".xml", ".typed"},
    "tests": {".py", ".md", ".txt"},
    "tools": {".py", ".sh", ".txt", ".xml", ".urdf"},
}


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    """Return the files that git keeps; there is no list outside of a checkout."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("this is no git checkout")
    return [name for name in done.stdout.splitlines() if (ROOT / name).exists()]


def test_nothing_is_left_at_the_top(tracked):
    """Keep every file that a run or a tool left behind out of the repository."""
    assert sorted({name.split("/")[0] for name in tracked} - set(TOP)) == []


@pytest.mark.parametrize("folder", ENDINGS)
def test_folders_hold_what_belongs_there(tracked, folder):
    """Let folders hold sources and what they need, no results of runs."""
    names = [name for name in tracked if name.startswith(f"{folder}/")]
    assert [name for name in names if not name.endswith(tuple(ENDINGS[folder]))] == []


def test_generated_pages_are_not_kept(tracked):
    """Make the pages of fields, stages and lanes when the manual is built: they change with almost every commit."""
    assert [name for name in ("docs/fields.md", "docs/stages.md", "docs/lanes.md") if name in tracked] == []
