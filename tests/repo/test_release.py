"""What a release changes, and what accompanies it."""

import re

import pytest

import corten
from support.repository import ROOT, load_tool

RELEASE = load_tool("make_release")


def test_version_is_set_everywhere():
    """Set the version of the package and of the citation, and change nothing else."""
    for name, edit in (("src/corten/__init__.py", RELEASE.set_version), ("CITATION.cff", RELEASE.cite_version)):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert corten.__version__ in text
        changed = edit(text, "9.8.7")
        (line,) = set(changed.splitlines()) - set(text.splitlines())
        assert "9.8.7" in line
        assert edit(changed, corten.__version__) == text


def test_changelog_is_dated():
    """Put version and date over the open chapter, and open the next one; refuse a chapter that says nothing."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(r"^## \[(Unreleased\]|.* - unreleased)", text, re.MULTILINE):
        # a release dates the chapter, and then runs all tests
        text = RELEASE.open_next(text).replace("### Added\n\n", "### Added\n\n- Something.\n\n", 1)
    dated = RELEASE.date_changelog(text, "9.8.7", "2030-01-02")
    assert "\n## [9.8.7] - 2030-01-02\n" in dated and "unreleased" not in dated.lower().partition("\n## ")[2]
    following = RELEASE.open_next(dated)
    assert following.index("## [Unreleased]") < following.index("## [9.8.7]")
    with pytest.raises(ValueError, match="says nothing"):
        RELEASE.date_changelog(following, "9.8.8", "2030-01-03")
    with pytest.raises(ValueError, match="no chapter"):
        RELEASE.date_changelog(dated, "9.8.8", "2030-01-03")


def test_changelog_says_what_breaks():
    """Begin every version of the changelog with what it breaks."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    chapters = re.split(r"^## \[", text, flags=re.MULTILINE)[1:]
    assert chapters and all("### Breaks\n\n- " in chapter for chapter in chapters)


def test_habits_are_kept():
    """Have a note on security, a citation and templates for issues."""
    for name in ("SECURITY.md", "CITATION.cff", ".github/ISSUE_TEMPLATE/bug.yml", ".github/ISSUE_TEMPLATE/feature.yml"):
        assert (ROOT / name).stat().st_size > 200
