"""What a program is built for, by which helpers choose among versions of themselves."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from corten.runtime.fields import Layout


@dataclass(frozen=True, slots=True)
class Target:
    """A machine, the precision of its floats, and whether derivatives are wanted in place of values.

    Machines on the CPU: `scalar` runs one environment. `lanes` runs `width` environments to an instruction, on memory
    in which the lane is innermost; `strided` is scalar code for one lane of that memory.
    """

    machine: str = "scalar"
    precision: str = "float64"
    derivative: bool = False
    width: int = 1


@dataclass(frozen=True, slots=True)
class Condition:
    """The targets that a version is for; what is left open (None) may be anything."""

    machine: str | None = None
    precision: str | None = None
    derivative: bool = False

    def holds(self, target: Target) -> bool:
        """Tell whether a version with this condition serves a target; a rule for derivatives serves nothing else."""
        named = self.machine in (None, target.machine) and self.precision in (None, target.precision)
        return named and self.derivative is target.derivative

    @property
    def strictness(self) -> int:
        """How many things the condition names."""
        return (self.machine is not None) + (self.precision is not None)


SCALAR = Target()


def scalar_target(layout: "Layout") -> Target:
    """Return what runs one environment whose Data is laid out so."""
    return Target(precision=layout.precision)
