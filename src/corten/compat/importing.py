"""`import mujoco` means the stand-in: a finder in front of all others, whether the wheel is installed or not."""

import importlib
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
import sys
from collections.abc import Iterable, Sequence
from types import ModuleType

REAL = "mujoco"
STAND_IN = "corten.compat.mujoco"

# the nearest thing to modules that the stand-in lacks
NEAREST = {
    "batch": "; corten.BatchSim steps many simulations of one model, and corten.rollout takes trajectories of them",
    "mjx": "; corten.BatchSim steps many simulations of one model, and corten.gpu.GpuBatchSim does on a GPU",
    "studio": "; corten.viewer shows a model in the browser",
    "usd": "; corten.Renderer draws pictures, and corten.show_video shows them",
    "sysid": "; mujoco.minimize.least_squares and corten.rollout are what an identification is made of",
    "msh2obj": "; corten reads meshes of MSH files, and trimesh writes OBJ files",
}


class MissingModule(ModuleNotFoundError, NotImplementedError):
    """A module of MuJoCo that the stand-in has not: scripts that can do without it catch an ImportError."""


class StandInFinder(importlib.abc.MetaPathFinder):
    """Finds `mujoco` and what is below it in `corten.compat.mujoco`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return a spec for names of MuJoCo, None for all others."""
        if fullname.partition(".")[0] != REAL:
            return None
        name = STAND_IN + fullname.removeprefix(REAL)
        try:
            found = importlib.util.find_spec(name)
        except ModuleNotFoundError:
            found = None
        if found is None:
            words = (
                f"No module named {fullname!r}: corten.compat.mujoco, which stands in for mujoco, has no such module"
            )
            raise MissingModule(words + NEAREST.get(fullname.split(".")[1], ""), name=fullname)
        return importlib.machinery.ModuleSpec(fullname, StandInLoader(name))

    # where there is no wheel, those who ask for the version of the package are told which one this stands in for
    def find_distributions(
        self, context: importlib.metadata.DistributionFinder.Context | None = None
    ) -> Iterable[importlib.metadata.Distribution]:
        """Return the stand-in as a distribution, if `mujoco` is asked for."""
        wanted = None if context is None else context.name
        return [StandInDistribution()] if wanted is not None and wanted.lower() == REAL else []


class StandInLoader(importlib.abc.Loader):
    """Puts a module of the stand-in where `import` looks for one of MuJoCo: both names mean one module."""

    def __init__(self, name: str):
        self.name = name

    def exec_module(self, module: ModuleType) -> None:
        """Replace the new, empty module by the stand-in."""
        spec = module.__spec__
        assert spec is not None
        sys.modules[spec.name] = importlib.import_module(self.name)


class StandInDistribution(importlib.metadata.Distribution):
    """What `importlib.metadata` says of the stand-in."""

    def read_text(self, filename: str) -> str | None:
        """Return the metadata."""
        from corten.compat.mujoco.arguments import NAMES

        if filename != "METADATA":
            return None
        return f"Metadata-Version: 2.1\nName: {REAL}\nVersion: {NAMES['version']}\n"

    def locate_file(self, path: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """There are no files."""
        return


def install() -> None:
    """Let `import mujoco` give `corten.compat.mujoco` from now on; refuse if the real one was imported before."""
    loaded = sys.modules.get(REAL)
    if loaded is not None and loaded.__name__ != STAND_IN:
        raise RuntimeError("mujoco was imported before its stand-in: call corten.compat.install() earlier")
    if not any(isinstance(finder, StandInFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, StandInFinder())
