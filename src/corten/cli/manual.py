"""The manual as a site: pages of docs/ and of the repository's root, put together and handed to MkDocs."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from corten.cli.arguments import UsageError
from corten.cli.generated_pages import PAGES
from corten.models import bundled

PACKAGE = Path(__file__).parent.parent

# pages beside docs/ that belong to the manual
ROOT_PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")

# the table of contents: chapters, and pages with their titles
CONTENTS: dict[str, dict[str, str]] = {
    "Start": {
        "index.md": "corten",
        "start.md": "Start in five minutes",
        "coming_from_mujoco.md": "Coming from MuJoCo",
        "compat.md": "Scripts for MuJoCo, as they are",
    },
    "Models": {"gallery.md": "Gallery", **{f"models/{name}.md": name for name in bundled.names()}},
    "Tutorials": {
        "tutorial_arm.md": "Control an arm",
        "tutorial_training.md": "Train a policy",
        "tutorial_leg.md": "A leg with muscles",
        "howto.md": "How to ...",
    },
    "Concepts": {
        "a_step.md": "A step and its stages",
        "contacts.md": "Contacts and solvers",
        "collision.md": "Meshes and distances",
        "integrators.md": "Integrators",
        "batch.md": "Batches",
        "lanes.md": "Lanes",
        "gpu.md": "GPU",
        "many_cores.md": "Many cores",
        "determinism.md": "Determinism",
        "cluster.md": "Cluster",
        "deformables.md": "Deformables",
        "muscles.md": "Muscles",
        "sleep.md": "Sleep",
        "extending.md": "Extending",
        "training.md": "Environments",
        "rendering.md": "Pictures and films",
        "viewer.md": "The viewer",
    },
    "Reference": {
        "reference.md": "Every public name",
        "fields.md": "Sizes and fields",
        "stages.md": "Stages",
        "command_line.md": "Command line",
        "mujoco_names.md": "MuJoCo's names",
        "refused.md": "What is refused, and why",
        "kernels.md": "The kernel language",
    },
    "Speed": {"speed.md": "How fast", "performance.md": "What calls cost"},
    "Architecture": {
        "architecture.md": "A walk through the house",
        "wings/kernel_compiler.md": "The compiler of kernels",
        "wings/mathematics.md": "Mathematics",
        "wings/front_end.md": "From text to a tree",
        "wings/memory.md": "Model and Data",
        "wings/rigid_stages.md": "Rigid stages",
        "wings/deformables.md": "Deformables",
        "wings/running.md": "Running one model",
        "wings/model_compiler.md": "From a tree to a Model",
        "wings/many_environments.md": "Many environments",
        "wings/pictures.md": "Pictures",
        "wings/outside.md": "For the outside",
    },
    "Project": {"CHANGELOG.md": "Changelog", "CONTRIBUTING.md": "Contributing", "SECURITY.md": "Security"},
}

# what the site is made with: no fonts, scripts or pictures from elsewhere
SETTINGS = """site_name: corten
site_description: MuJoCo's physics, written in Python, compiled to machine code
docs_dir: pages
use_directory_urls: false
theme:
  name: material
  font: false
  features: [navigation.tabs, navigation.top, navigation.instant, toc.follow, content.code.copy, search.highlight]
  icon: {logo: material/robot-industrial}
  favicon: images/favicon.png
  palette:
    - {media: "(prefers-color-scheme: light)", scheme: default, primary: brown, accent: deep orange,
       toggle: {icon: material/weather-night, name: Dark}}
    - {media: "(prefers-color-scheme: dark)", scheme: slate, primary: brown, accent: deep orange,
       toggle: {icon: material/weather-sunny, name: Light}}
extra: {generator: false}
plugins: [search]
markdown_extensions:
  - admonition
  - attr_list
  - md_in_html
  - tables
  - toc: {permalink: true, toc_depth: 3}
  - pymdownx.highlight: {pygments_lang_class: true}
  - pymdownx.superfences
validation: {omitted_files: warn, absolute_links: warn, unrecognized_links: warn, anchors: warn}
"""


def sources() -> tuple[Path, Path]:
    """Return the folder of the pages and that of the pages beside it: of the checkout, or of the installed package."""
    root = PACKAGE.parent.parent
    return (root / "docs", root) if (root / "docs" / "index.md").is_file() else (PACKAGE / "manual", PACKAGE / "manual")


def build_manual(target: Path) -> None:
    """Write the site into a folder; whatever MkDocs warns of is an error."""
    if importlib.util.find_spec("material") is None:
        raise UsageError("the manual is built by MkDocs: pip install corten[docs]")
    work = target.with_name(target.name + ".work")
    shutil.rmtree(work, ignore_errors=True)
    try:
        assemble(work)
        # the theme's advertisement is no warning
        environment = {**os.environ, "NO_MKDOCS_2_WARNING": "true"}
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "--site-dir"]
        done = subprocess.run(
            [*command, str(target.resolve())], cwd=work, env=environment, capture_output=True, text=True
        )
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if line.startswith(("WARNING", "ERROR"))]
            raise OSError(f"the manual cannot be built: {' '.join(lines) or done.stderr.strip()}")
    finally:
        shutil.rmtree(work, ignore_errors=True)


def assemble(work: Path) -> None:
    """Put pages and settings for MkDocs into a folder; links to files that are no pages become plain text."""
    pages, root = sources()
    shutil.copytree(pages, work / "pages", ignore=shutil.ignore_patterns(*ROOT_PAGES, "README.md"))
    listed = {page for entries in CONTENTS.values() for page in entries}
    for name in listed & {*PAGES}:
        (work / "pages" / name).write_text(PAGES[name](), encoding="utf-8")
    for name in ROOT_PAGES:
        text = (root / name).read_text(encoding="utf-8").replace("](docs/", "](")
        text = re.sub(r"\[([^\]]*)\]\((?!https?:|#)(?![\w/]+\.(?:md|svg|png|gif))[^)]*\)", r"\1", text)
        (work / "pages" / name).write_text(text, encoding="utf-8")
    lines = [SETTINGS, "nav:"]
    for chapter, entries in CONTENTS.items():
        lines.append(f"  - {chapter}:")
        lines += [f'      - "{title}": {page}' for page, title in entries.items()]
    (work / "mkdocs.yml").write_text("\n".join(lines) + "\n", encoding="utf-8")
