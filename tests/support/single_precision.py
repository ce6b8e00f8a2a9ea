"""A Model and its twin in float32, and single stages that run on both from the same numbers."""

import numpy as np

import corten
from corten.data import DATA, Data
from corten.model.twin import Twin, rounded
from corten.runtime.build import stage_effects
from corten.runtime.kernel import Stage

EPSILON = float(np.finfo(np.float32).eps)

# enough to enlarge whatever a stage may lack room in
ATTEMPTS = 8


class Pair:
    """A Data in float64 that goes on, and one in float32 that follows it from stage to stage."""

    def __init__(self, model: corten.Model, seed: int = 0, steps: int = 20):
        rng = np.random.default_rng(seed)
        self.model, self.single_model = model, Twin(model, "float32").model
        self.data, self.single = model.make_data(), Data(self.single_model)
        self.data.qvel[:] = rng.uniform(-0.3, 0.3, model.nv)
        self.data.ctrl[:] = rng.uniform(-1, 1, model.nu)
        corten.step(model, self.data, steps)

    def round_inputs(self) -> None:
        """Give the one in float32 all numbers of the other, rounded."""
        self.single.grow(**{name: getattr(self.data, name) for name, size in DATA.sizes.items() if size.counted_by})
        for name, view in self.data._views.complete().items():
            mine = self.single._views[name]
            (mine[: len(view)] if name in DATA.growing else mine)[...] = rounded(
                view, self.single.layout.fields[name].kind
            )

    def run(self, stage: Stage) -> tuple[int, int]:
        """Run a stage on both, with as much room as it needs; return what they return."""
        for _ in range(ATTEMPTS):
            self.round_inputs()
            before = {name: view.copy() for name, view in self.data._views.complete().items()}
            statuses = stage(self.model, self.data), stage(self.single_model, self.single)
            if not any(statuses) or not (self.data.make_room() | self.single.make_room()):
                break
            for name, view in before.items():
                mine = self.data._views[name]
                (mine[: len(view)] if name in DATA.growing else mine)[...] = view
        return statuses

    def written(self, stage: Stage) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """Return what a stage may have written, in float64 and in float32; rows in use of what grows."""
        found = {}
        for name in sorted(
            word.removeprefix("Data.") for word in stage_effects(stage, (self.model.layout, DATA)).writes
        ):
            one, other = self.data._views[name], self.single._views[name]
            if name in DATA.growing:
                count = int(self.data._views[DATA.sizes[str(DATA.fields[name].shape[0])].counted_by])
                one, other = one[:count], other[:count]
            found[name] = one, other
        return found


def roundings(one: np.ndarray, other: np.ndarray) -> float:
    """Return the largest difference, in roundings of float32 of the largest number, or of 1 if all are smaller."""
    finite = np.isfinite(one)
    assert (finite == np.isfinite(other)).all()
    scale = max(1.0, float(np.abs(one[finite]).max(initial=0.0)))
    return float(np.abs(one[finite] - other[finite].astype(np.float64)).max(initial=0.0)) / scale / EPSILON
