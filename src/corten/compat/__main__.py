"""`python -m corten.compat script.py ...` or `-m module ...`: run it with corten in place of mujoco."""

import runpy
import sys
from pathlib import Path

from corten.compat.importing import install

USAGE = """usage: python -m corten.compat script.py [arguments]
       python -m corten.compat -m module [arguments]
       python -m corten.compat -c code [arguments]

Runs a script, a module or code as Python would, with corten.compat.mujoco in place of the mujoco package."""


def main(arguments: list[str]) -> None:
    """Run what the command line names."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(USAGE)
        raise SystemExit(0 if arguments else 2)
    install()
    first, rest = arguments[0], arguments[1:]
    if first in ("-m", "-c"):
        if not rest:
            print(USAGE, file=sys.stderr)
            raise SystemExit(2)
        sys.path.insert(0, "")
        sys.argv = [first, *rest[1:]]
        if first == "-m":
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        else:
            exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
        return
    script = Path(first)
    if not script.exists():
        print(f"python -m corten.compat: there is no file {first!r}", file=sys.stderr)
        raise SystemExit(2)
    sys.argv = [first, *rest]
    sys.path.insert(0, str(script.resolve().parent))
    runpy.run_path(first, run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
