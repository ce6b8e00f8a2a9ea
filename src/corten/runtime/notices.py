"""What corten tells while it works: through `logging` where a program has set it up, on standard error where not.

The logger is `corten`. A program that gives it, or the root logger, a handler or a level decides what is shown.
"""

import logging
import sys

LOGGER = logging.getLogger("corten")


def is_wanted() -> bool:
    """Return whether notices are shown anywhere."""
    return LOGGER.isEnabledFor(logging.INFO) or not _is_set_up()


def log(message: str) -> None:
    """Show a line about what takes long."""
    if _is_set_up():
        LOGGER.info(message)
    else:
        print(f"corten: {message}", file=sys.stderr)


def counted(count: int, word: str) -> str:
    """Return a number of things: 1 kernel, 2 kernels."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _is_set_up() -> bool:
    """Return whether a program has said what it wants to see of this logger."""
    return LOGGER.hasHandlers() or LOGGER.level != logging.NOTSET
