"""Results that steps leave out until somebody looks at them, declared beside the stage that computes them.

    REQUESTED = (Requested(("crb", "M", "qLD"), "mass_missing", "mass_wanted", complete_mass),)

As attributes of a Data they are computed where the last step left them out. From then on that Data wants them, and each
step computes them, so that a view of them stays what it is: up to date.
"""

from dataclasses import dataclass

from corten.runtime.kernel import Stage


@dataclass(frozen=True, slots=True)
class Requested:
    """Fields of Data that one stage computes on request, and the scalars that say so."""

    fields: tuple[str, ...]
    # 1: the fields are not what follows from the last step
    missing: str
    # 1: steps are to compute them
    wanted: str
    stage: Stage
