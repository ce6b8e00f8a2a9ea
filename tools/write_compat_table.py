#!/usr/bin/env python3
"""Write the tables of docs/compat.md: which names of MuJoCo's bindings `corten.compat.mujoco` has, and which not.

Names are those of `names.json`, which `tools/list_mujoco_names.py` found in the wheel.
"""

import importlib
from collections.abc import Iterable
from pathlib import Path

import corten.compat.mujoco as ours
from corten.compat.mujoco._callbacks import INSTEAD as NO_CALLBACKS
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES

PAGE = Path(__file__).parents[1] / "docs" / "compat.md"
BEGIN, END = "<!-- coverage: written by tools/write_compat_table.py -->", "<!-- end of coverage -->"

MODEL = "<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>"


def coverage() -> dict[str, tuple[list[str], list[str]]]:
    """Return the names of each kind that are there, and those that are not."""
    model = ours.MjModel.from_xml_string(MODEL)
    data = ours.MjData(model)
    functions = [name for part in ("_functions", "_render") for name in NAMES["modules"][part] if name[:2] == "mj"]
    classes = [
        name for part in ("_structs", "_specs", "_render") for name in NAMES["modules"][part] if name[:2] == "Mj"
    ]
    callbacks = [name.removeprefix("set_") for name in NAMES["modules"]["_callbacks"] if name.startswith("set_")]
    modules = {
        name: names for name, names in NAMES["others"].items() if names or name in ("sysid", "usd", "mjx", "studio")
    }
    return {
        "`mj_` functions": split(with_prefix(functions, "mj_"), FUNCTIONS),
        "`mju_` functions": split(with_prefix(functions, "mju_"), FUNCTIONS),
        "`mjd_` functions": split(with_prefix(functions, "mjd_"), FUNCTIONS),
        "`mjv_` functions": split(with_prefix(functions, "mjv_"), FUNCTIONS),
        "`mjr_` functions": split(with_prefix(functions, "mjr_"), FUNCTIONS),
        "callbacks": split(callbacks, set(callbacks) - set(NO_CALLBACKS)),
        "enums": split(NAMES["enums"], dir(ours)),
        "constants": split(NAMES["constants"], dir(ours)),
        "classes": split(sorted(set(classes)), [name for name in classes if hasattr(ours, name)]),
        "fields of `MjModel`": split(NAMES["model"], [name for name in NAMES["model"] if hasattr(model, name)]),
        "methods of `MjModel`": split(NAMES["methods"]["MjModel"], dir(ours.MjModel)),
        "fields of `MjData`": split(NAMES["data"], [name for name in NAMES["data"] if hasattr(data, name)]),
        "methods of `MjData`": split(NAMES["methods"]["MjData"], dir(ours.MjData)),
        "modules": split(modules, [name for name in modules if is_there(name)]),
    }


def with_prefix(names: Iterable[str], prefix: str) -> list[str]:
    """Return the names that begin with a prefix."""
    return [name for name in names if name.startswith(prefix)]


def split(names: Iterable[str], known: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the names that are known, and those that are not."""
    known = set(known)
    return [name for name in names if name in known], [name for name in names if name not in known]


def is_there(module: str) -> bool:
    """Tell whether the stand-in has a module."""
    try:
        importlib.import_module(f"corten.compat.mujoco.{module}")
    except ImportError:
        return False
    return True


def tables() -> str:
    """Return the count of names and the lists of those that are missing."""
    found = coverage()
    rows = [f"| {kind} | {len(there)} | {len(there) + len(lacking)} |" for kind, (there, lacking) in found.items()]
    total = sum(len(there) for there, _ in found.values()), sum(len(a) + len(b) for a, b in found.values())
    lists = [
        f"- {kind}: {', '.join(f'`{name}`' for name in lacking)}" for kind, (_, lacking) in found.items() if lacking
    ]
    head = ["| names of the 4.0 bindings | there | all |", "|---|---|---|", *rows, f"| all | {total[0]} | {total[1]} |"]
    return "\n".join([*head, "", "What is not there, and raises `NotImplementedError`:", "", *lists])


def with_tables(page: str) -> str:
    """Return the page with the tables in their place."""
    head, _, rest = page.partition(BEGIN)
    return f"{head}{BEGIN}\n{tables()}\n{END}{rest.partition(END)[2]}"


def page() -> str:
    """Return the page as it should be."""
    return with_tables(PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
