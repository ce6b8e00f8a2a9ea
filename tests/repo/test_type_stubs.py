"""Editors and type checkers know what the tables declare."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from support.repository import ROOT, load_tool

PROGRAM = Path(__file__).parent / "typing" / "user_program.py"


def test_stubs_are_up_to_date():
    """Keep the stubs as tools/write_type_stubs.py writes them."""
    for path, text in load_tool("write_type_stubs").stubs().items():
        assert path.read_text(encoding="utf-8") == text, "run tools/write_type_stubs.py"


def test_strict_checker_finds_the_mistakes_of_a_user_program_and_nothing_else(tmp_path):
    """Let pyright in strict mode report the lines that are wrong on purpose, and no other."""
    shutil.copy(PROGRAM, tmp_path)
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT / "src")]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    report = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    found = {item["range"]["start"]["line"] + 1 for item in report["generalDiagnostics"]}
    lines = PROGRAM.read_text(encoding="utf-8").splitlines()
    planted = {number for number, line in enumerate(lines, 1) if re.search(r"# mistake$", line)}
    assert found == planted
