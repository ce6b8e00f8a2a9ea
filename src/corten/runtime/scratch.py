"""Work space is declared beside the kernel that owns it, at the top of a module of stages.

    SCRATCH = scratch(
        Field("tree_link", I4, ("ntree",), "representative of each tree's set"),
        readers=("corten.stages.metric",),
    )
    ROOMS = (Room("nplace", "dofs, rounded up to whole blocks of four", first=lambda model: -model.nv // 4 * -4),)

The table of Data takes in the declarations of all modules, so memory, lanes and pools on a GPU follow from them as from
any other field. Modules in the folder of the owner use its work space; others only if `readers` names them or their
folder, which `tools/check_scratch.py` sees to. A Data has no such attributes: `data.work` shows them to tests.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import fields as members
from typing import Any

from corten.runtime.fields import Field, Layout, Size
from corten.runtime.kernel import Stage


@dataclass(frozen=True, slots=True)
class ScratchField(Field):
    """A field that only its owner, a module, and some readers, folders or modules, use.

    What is `lasting` belongs to an environment and is there in its next step; all else is written before it is read.
    """

    owner: str = ""
    readers: tuple[str, ...] = ()
    lasting: bool = False

    @property
    def home(self) -> str:
        """The folder whose modules use it without being among its readers."""
        return self.owner.rpartition(".")[0]

    def open_to(self, module: str) -> bool:
        """Tell whether a module may use it."""
        return any(f"{module}.".startswith(f"{folder}.") for folder in (self.home, self.owner, *self.readers))


@dataclass(frozen=True, slots=True)
class Room(Size):
    """A size that only work space has: `first` says how large it is, or where a capacity begins, for a model."""

    first: int | Callable[[Any], int] = 0

    def count(self, model: Any) -> int:
        """Return how large it is when a Data of a model is made."""
        return self.first(model) if callable(self.first) else self.first


def scratch(*fields: Field, readers: tuple[str, ...] = (), lasting: bool = False) -> tuple[ScratchField, ...]:
    """Return fields as work space of the module that calls this its `SCRATCH`."""
    names = [member.name for member in members(Field)]
    return tuple(
        ScratchField(*(getattr(field, name) for name in names), readers=readers, lasting=lasting) for field in fields
    )


@functools.cache
def scratch_fields(layout: Layout) -> dict[str, ScratchField]:
    """Return the work space that stages declare, of all fields of a layout."""
    return {name: field for name, field in layout.fields.items() if isinstance(field, ScratchField)}


@functools.cache
def private_sizes(layout: Layout) -> frozenset[str]:
    """Return the sizes of a layout that work space alone has."""
    others = (field for name, field in layout.fields.items() if name not in scratch_fields(layout))
    shown = {extent for field in others for extent in field.shape}
    return frozenset(name for name, size in layout.sizes.items() if isinstance(size, Room) and name not in shown)


# ---------------------------------------------------------------- results that steps may leave out

# A module of stages declares them beside the stage that computes them:
#
#     REQUESTED = (Requested(("crb", "M", "qLD"), "mass_missing", "mass_wanted", complete_mass),)
#
# As attributes of a Data they are computed where the last step left them out. From then on that Data wants them, and
# each step computes them, so that a view of them stays up to date.


@dataclass(frozen=True, slots=True)
class Requested:
    """Fields of Data that one stage computes on request, and the scalars that say so."""

    fields: tuple[str, ...]
    # 1: the fields are not what follows from the last step
    missing: str
    # 1: steps are to compute them
    wanted: str
    stage: Stage
