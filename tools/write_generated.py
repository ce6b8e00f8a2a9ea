#!/usr/bin/env python3
"""Write everything that is derived from tables and code: stubs, reference pages, the README's table, the public names.

Each writer is a script of its own; a test for each tells when it has to be run again.
"""

import runpy
from pathlib import Path

WRITERS = sorted(path for path in Path(__file__).parent.glob("write_*.py") if path.name != Path(__file__).name)


def main() -> None:
    """Run all writers."""
    for writer in WRITERS:
        runpy.run_path(str(writer), run_name="__main__")


if __name__ == "__main__":
    main()
