#!/usr/bin/env python3
"""Write docs/command_line.md: every command with its arguments and options."""

import inspect
from pathlib import Path

from corten.cli.app import COMMANDS, parser_of

PAGE = Path(__file__).resolve().parent.parent / "docs" / "command_line.md"

HEAD = """# The command line

Written by `tools/write_command_line.py`. `corten` is there once corten is installed; `python -m corten` is the same.
Every command has `--help`. MODEL is an MJCF or URDF file, or the name of a [model that comes with corten](gallery.md).
Errors are one line on standard error and exit code 1; 2 where the arguments are wrong.
"""


def page() -> str:
    """Return the text of the page."""
    return "\n".join([HEAD, *(chapter(name) for name in COMMANDS)])


def chapter(name: str) -> str:
    """Return what is said about a command."""
    parser, _ = parser_of(name)
    arguments = [action for action in parser._actions if not action.option_strings]
    usage = " ".join([f"corten {name}", *(str(action.metavar) for action in arguments), "[OPTIONS]"])
    rows = ["| | |", "|---|---|"]
    for action in parser._actions:
        # arguments stand without a name, switches without a value
        value = f" {action.metavar}" if action.metavar and action.option_strings else ""
        words = action.option_strings[0] + value if action.option_strings else str(action.metavar)
        about = (action.help or "").replace("%%", "%").replace("|", "\\|")
        rows.append(f"| `{words.replace('|', ' or ')}` | {about} |")
    return "\n".join([f"## {name}\n", f"```sh\n{usage}\n```\n", inspect.getdoc(COMMANDS[name]) or "", "", *rows, ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
