#!/usr/bin/env python3
"""Make a release: python tools/make_release.py VERSION; afterwards, --open-next for the changelog's next chapter.

Sets the version where it stands, dates the changelog, runs all checks, builds wheels, source and manual into dist/, and
says what is left to do by hand. Nothing leaves this machine.
"""

import argparse
import datetime
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEXT = "## [Unreleased]\n\n### Breaks\n\n- Nothing.\n\n### Added\n\n"


def set_version(text: str, version: str) -> str:
    """Return the package's file with another version."""
    return re.sub(r'^__version__ = ".*"$', f'__version__ = "{version}"', text, count=1, flags=re.MULTILINE)


def cite_version(text: str, version: str) -> str:
    """Return the citation file with another version."""
    return re.sub(r"^version: .*$", f"version: {version}", text, count=1, flags=re.MULTILINE)


def date_changelog(text: str, version: str, date: str) -> str:
    """Return the changelog with the open chapter under a version and a date; refuse one that says nothing."""
    open_chapter = re.search(r"^## \[(?:Unreleased|.*\] - unreleased).*$", text, re.MULTILINE)
    if open_chapter is None:
        raise ValueError("the changelog has no chapter that is not released; open one with what has changed")
    body = text[open_chapter.end() :].partition("\n## ")[0]
    if not re.search(r"^- ", body.replace("- Nothing.", ""), re.MULTILINE):
        raise ValueError("the changelog says nothing about this version")
    return text[: open_chapter.start()] + f"## [{version}] - {date}" + text[open_chapter.end() :]


def open_next(text: str) -> str:
    """Return the changelog with an empty chapter on top, for what comes after a release."""
    first = text.index("\n## [") + 1
    return text[:first] + NEXT + text[first:]


def check(version: str) -> None:
    """Refuse a version that is none, and a tree with changes that are not committed."""
    if not re.fullmatch(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?", version):
        sys.exit(f"{version!r} is no version; 1.2.3 or 1.2.3rc1 would be")
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True).stdout
    if changed.strip():
        sys.exit(f"commit or stash first:\n{changed}")


def main() -> None:
    """Do all steps in order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", nargs="?")
    parser.add_argument("--open-next", action="store_true")
    given = parser.parse_args()
    log = ROOT / "CHANGELOG.md"
    if given.open_next:
        log.write_text(open_next(log.read_text(encoding="utf-8")), encoding="utf-8")
        return
    check(given.version or "")
    today = datetime.date.today().isoformat()
    edits = {
        ROOT / "src" / "corten" / "__init__.py": lambda text: set_version(text, given.version),
        ROOT / "CITATION.cff": lambda text: cite_version(text, given.version),
        log: lambda text: date_changelog(text, given.version, today),
    }
    for file, edit in edits.items():
        file.write_text(edit(file.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"wrote {file.relative_to(ROOT)}")
    for command in (
        [sys.executable, "check"],
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "--directory", "dist"],
        [sys.executable, "tools/make_wheels.py"],
        [sys.executable, "tools/check_wheels.py"],
        [sys.executable, "-m", "corten", "docs", "--build", "dist/site"],
    ):
        print("running", *command[1:], flush=True)
        subprocess.run(command, cwd=ROOT, check=True)
    print("\nLook at dist/ and at dist/site/index.html; then")
    print(f"  git commit -am 'Release {given.version}' && git tag v{given.version}")
    print("  upload dist/*.whl and dist/*.tar.gz, publish dist/site")
    print("  python tools/make_release.py --open-next")


if __name__ == "__main__":
    main()
