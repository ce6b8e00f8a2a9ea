"""The command line: `corten run | compile | bench | info`, one file for each command."""

import sys


def main() -> None:
    """Run the command that the arguments ask for; end with exit code 0, or with one line of error and 1."""
    from corten.cli.app import run_command

    sys.exit(run_command(sys.argv[1:]))
