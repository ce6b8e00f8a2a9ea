"""Back ends: each machine has a room of its own in this folder, found by its name.

A room is a package whose `BACKEND` turns programs of typed trees into code and code into addresses. What lies outside
of it knows no more of the machine than `Backend` says.
"""

import importlib
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from corten.runtime.kernel import Target
    from corten.runtime.typed.tree import Program

DEFAULT = "llvm"


class Backend(Protocol):
    """What a room offers. Symbols name functions (m, d) -> status in the code of a program."""

    def identity(self) -> str:
        """Return what code depends on besides the program: the tools that make it, and the machine."""
        ...

    def text(self, program: "Program", symbol: str, checked: bool, target: "Target") -> str:
        """Return the code of a program for people to read; `checked` code tests every index."""
        ...

    def compile(self, program: "Program", symbol: str, checked: bool, target: "Target") -> bytes:
        """Return the code of a program."""
        ...

    def loop_text(self, loop: str, symbol: str) -> str:
        """Return the code of a loop around kernels as text.

        `plan` runs plans (`corten.runtime.plan`), `batch` those of many environments (`corten.runtime.batch_plan`),
        `job_queue` hands work to other threads (`corten.runtime.job_queue`).
        """
        ...

    def compile_loop(self, loop: str, symbol: str) -> bytes:
        """Return the code of a loop."""
        ...

    def load(self, objects: list[bytes]) -> None:
        """Make code callable for as long as the process runs."""
        ...

    def register_floats(self) -> int:
        """Return how many floats of 64 bits a register of the machine holds."""
        ...

    def address(self, symbol: str) -> int:
        """Return the address of a function in code that is loaded, 0 if there is none."""
        ...


def backend(name: str = DEFAULT) -> Backend:
    """Return the back end of that name."""
    return importlib.import_module(f"{__name__}.{name}").BACKEND
