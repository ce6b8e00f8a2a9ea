"""`corten run`: simulate a model and say what happened."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from corten.cli.arguments import INTEGRATOR, MODEL, Option, UsageError, describe, load, png_file
from corten.enums import EnableBit, Integrator

if TYPE_CHECKING:
    from corten.data import Data
    from corten.model import Model

# the bar moves, and energy is looked at, at least this often
FEWEST_LOOKS = 100
# [s] of simulated time between two looks, at most
LONGEST_STRETCH = 0.25


def run(
    model: Annotated[str, MODEL],
    seconds: Annotated[float, Option(min=0.0, help="Simulated time.")] = 5.0,
    steps: Annotated[int | None, Option(min=1, help="Number of steps, instead of --seconds.")] = None,
    integrator: Annotated[Integrator | None, INTEGRATOR] = None,
    keyframe: Annotated[str | None, Option(help="Start at this keyframe: its name or number.")] = None,
    picture: Annotated[Path | None, Option(help="Write a picture of the end: a .png file.")] = None,
) -> None:
    """Simulate a model. Shows how fast it ran, how well it kept its energy, and where it ended."""
    import corten
    from corten.cli.text import show_run

    png_file(picture)
    loaded = load(model, integrator)
    data = loaded.make_data()
    if keyframe is not None:
        corten.reset_data(loaded, data, keyframe_number(loaded, keyframe))
    count = steps or step_count(seconds, loaded.opt.timestep)
    result = simulate(loaded, data, count)
    # positions in Data belong to the beginning of the last step; bring them to its end
    corten.forward(loaded, data)
    show_run(describe(loaded), loaded, data, result)
    if picture is not None:
        write_picture(loaded, data, picture)
        print(f"\nwrote {picture.resolve()}")


def write_picture(model: "Model", data: "Data", target: Path) -> None:
    """Write what the free camera sees of a state."""
    import corten
    from corten.render.files import write_png

    with corten.Renderer(model, 480, 640) as renderer:
        renderer.update_scene(data)
        write_png(target, renderer.render())


def step_count(seconds: float, timestep: float) -> int:
    """Return the number of steps of some simulated time: one at least, unless there is no time."""
    from corten.pipeline.step import MOST_STEPS

    if seconds > MOST_STEPS * timestep:
        raise UsageError(f"--seconds: {seconds:g} s are more than {MOST_STEPS} steps of {timestep:g} s")
    return max(1 if seconds else 0, round(seconds / timestep))


@dataclass(frozen=True, slots=True)
class RunResult:
    """What a run measured; energies are (potential, kinetic) [J]."""

    steps: int
    wall_seconds: float
    first_energy: tuple[float, float]
    last_energy: tuple[float, float]
    most_kinetic: float

    @property
    def drift(self) -> float:
        """Change of the total energy [J]."""
        return sum(self.last_energy) - sum(self.first_energy)


def simulate(model: "Model", data: "Data", count: int) -> RunResult:
    """Run steps under a progress bar; only the steps themselves are timed."""
    import corten
    from corten.cli.text import progress_bar

    monitor = EnergyMonitor(model)
    energies = [monitor.read(data)]
    # compile and load everything before the clock starts
    corten.step(model, data.copy())
    stretch = max(1, min(count // FEWEST_LOOKS, round(LONGEST_STRETCH / model.opt.timestep)))
    done, wall = 0, 0.0
    with progress_bar("simulating", count * model.opt.timestep) as bar:
        while done < count:
            now = min(stretch, count - done)
            start = time.perf_counter()
            corten.step(model, data, nstep=now)
            wall += time.perf_counter() - start
            done += now
            energies.append(monitor.read(data))
            bar.completed = done * model.opt.timestep
    return RunResult(count, wall, energies[0], energies[-1], max(kinetic for _, kinetic in energies))


class EnergyMonitor:
    """Reads the energy of a state without touching it or the model: both are copied."""

    def __init__(self, model: "Model"):
        self._model = model.copy()
        self._model.opt.enableflags |= EnableBit.ENERGY
        self._data = self._model.make_data()

    def read(self, data: "Data") -> tuple[float, float]:
        """Return the potential and the kinetic energy [J]."""
        import corten

        self._data.copy_memory(data)
        corten.forward(self._model, self._data)
        potential, kinetic = self._data.energy.tolist()
        return potential, kinetic


def keyframe_number(model: "Model", keyframe: str) -> int:
    """Return the keyframe of a name or number, or say which there are."""
    names = [model.name("key", i) for i in range(model.nkey)]
    if keyframe in names:
        return names.index(keyframe)
    if keyframe.isdecimal() and int(keyframe) < model.nkey:
        return int(keyframe)
    known = ", ".join(name or str(i) for i, name in enumerate(names)) or "none"
    raise UsageError(f"there is no keyframe {keyframe!r}; the model has: {known}")
