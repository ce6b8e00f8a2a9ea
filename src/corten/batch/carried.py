"""Which results of a step the next one begins with, so that a batch carries them for each environment."""

from corten.data import DATA, blocks
from corten.model import Model
from corten.stages.collision import broadphase_stages, list_sweep_members
from corten.stages.sleep import may_sleep

# of the sweep over bodies, which models with a short list of pairs do without
SWEEP = (
    "sweep_ready",
    "sweep_axis",
    "nsweep_body",
    "nsweep_geom",
    "nsweep_plane",
    "sweep_body",
    "sweep_geom",
    "sweep_plane",
)

# beside state and inputs: what a step reads before it writes it, or leaves as it was where it has nothing to do
CARRIED = (
    "error_where",
    "time_rest",
    "warning_number",
    "warning_info",
    "warning_told",
    "solver_nfallback",
    "solver_niter",
    "rk_evaluation",
    "ntrinode",
    *SWEEP,
)


def carried_fields(model: Model) -> tuple[str, ...]:
    """Return the names of results that a step of a model begins with; where trees sleep, all may be retained."""
    if not may_sleep(model):
        unused = () if list_sweep_members in broadphase_stages(model) else SWEEP
        return tuple(name for name in CARRIED if name not in unused)
    owned = (blocks.RESULTS, blocks.DIAGNOSTICS)
    return tuple(name for name, field in DATA.fields.items() if field.block in owned and name not in DATA.growing)
