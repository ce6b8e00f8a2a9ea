"""Every stage of the package, for whoever compiles or checks all of them."""

import importlib
import pkgutil

from corten import stages
from corten.runtime.kernel import Stage


def all_stages() -> list[Stage]:
    """Return the stages of all modules below `corten.stages`, by name."""
    found = {}
    for module in pkgutil.walk_packages(stages.__path__, f"{stages.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Stage) and value.__module__ == module.name:
                found[value.name] = value
    return [found[name] for name in sorted(found)]
