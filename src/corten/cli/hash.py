"""`corten hash`: fingerprints of a model and of its trajectory, for people who compare machines."""

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from corten.cli.arguments import INTEGRATOR, MODEL, Option, load
from corten.enums import Integrator

if TYPE_CHECKING:
    import numpy as np

    from corten.data import Data
    from corten.model import Model

# hexadecimal digits that are shown: 64 bits, of which nobody meets two alike by chance
DIGITS = 16

# controls are drawn anew after so many steps
HOLD = 10


def hash_model(
    model: Annotated[str, MODEL],
    steps: Annotated[int, Option(min=0, help="Number of steps.")] = 1000,
    integrator: Annotated[Integrator | None, INTEGRATOR] = None,
    keyframe: Annotated[str | None, Option(help="Start at this keyframe: its name or number.")] = None,
) -> None:
    """Print fingerprints of a compiled model and of a trajectory. Machines that print the same have the same bits.

    Controls are random numbers of a fixed seed, within their ranges. The page on determinism says what is promised.
    """
    import corten
    from corten.cli.run import keyframe_number
    from corten.cli.text import columns, show
    from corten.runtime.notices import counted

    loaded = load(model, integrator)
    data = loaded.make_data()
    if keyframe is not None:
        corten.reset_data(loaded, data, keyframe_number(loaded, keyframe))
    rows = [("corten", corten.__version__), ("model", model_fingerprint(loaded))]
    rows += [(f"after {counted(done, 'step')}", text) for done, text in trajectory_fingerprints(loaded, data, steps)]
    show("\n".join(columns(rows)))


def model_fingerprint(model: "Model") -> str:
    """Return a hash of every number of a Model that a step may read."""
    import numpy as np

    from corten.model import blocks

    digest = hashlib.sha256()
    for part in model.layout.parts:
        for name in sorted(part.fields) if part.block is not blocks.VISUAL else ():
            digest.update(name.encode() + b" " + np.ascontiguousarray(getattr(model, name)).tobytes())
    return digest.hexdigest()[:DIGITS]


def trajectory_fingerprints(model: "Model", data: "Data", steps: int) -> Iterator[tuple[int, str]]:
    """Yield hashes of all states and sensors up to 1, 10, 100 ... steps, and up to the last step."""
    import numpy as np

    import corten

    # Philox counts in integers: its numbers are the same on every machine
    random = np.random.Generator(np.random.Philox(0))
    low, high = control_range(model)
    digest, done, shown = hashlib.sha256(), 0, 1
    while done < steps:
        data.ctrl[:] = low + (high - low) * random.random(model.nu)
        for _ in range(min(HOLD, steps - done)):
            corten.step(model, data)
            done += 1
            digest.update(corten.get_state(model, data, corten.StateBit.INTEGRATION).tobytes())
            digest.update(data.sensordata.tobytes())
            if done in (shown, steps):
                shown *= 10
                yield done, digest.hexdigest()[:DIGITS]


def control_range(model: "Model") -> "tuple[np.ndarray, np.ndarray]":
    """Return the least and the greatest control of each actuator; -1 and 1 where there is no range."""
    import numpy as np

    limited = model.actuator_ctrllimited.astype(bool)
    low = np.where(limited, model.actuator_ctrlrange[:, 0], -1.0)
    high = np.where(limited, model.actuator_ctrlrange[:, 1], 1.0)
    return low, high
