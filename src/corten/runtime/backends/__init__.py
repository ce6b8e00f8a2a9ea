"""Back ends: a package for each machine, found by its name, with one door: its `BACKEND`.

    typed tree --Backend.text--> text            every machine
               --HostBackend.compile--> code     machines of this process: code is loaded and has addresses
               --DeviceBackend.shader--> Shader  machines with a driver, which compiles the text

Nobody outside of such a package imports what is inside of it (a contract in pyproject.toml).
"""

import importlib
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from corten.runtime.kernel import Target
    from corten.runtime.typed.tree import Program

DEFAULT = "llvm"


class Backend(Protocol):
    """What every machine offers. Symbols name functions (m, d) -> status in the code of a program."""

    def identity(self) -> str:
        """Return what code depends on besides the program and the compiler: the machine that it is made for."""
        ...

    def text(self, program: "Program", symbol: str, checked: bool, target: "Target") -> str:
        """Return the code of a program as text; `checked` code tests every index."""
        ...


class HostBackend(Backend, Protocol):
    """A machine of this process: code is loaded, and functions have addresses."""

    def compiler(self) -> str:
        """Return a word that differs between versions of the tools that make code, empty where there are none."""
        ...

    def compile(self, program: "Program", symbol: str, checked: bool, target: "Target") -> bytes:
        """Return the code of a program."""
        ...

    def loop_text(self, loop: str, symbol: str) -> str:
        """Return the code of a loop around kernels as text.

        `plan` runs plans (`corten.runtime.plan`), `batch` those of many environments (`corten.runtime.batch_plan`),
        `job_queue` hands work to other threads (`corten.runtime.job_queue`), `entry` serves calls of single kernels
        from Python (`corten.runtime.entry`), `query_call` and `plan_call` those of queries and plans
        (`corten.runtime.call`), `kernel_call` a kernel by its address (`corten.runtime.build`).
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


class DeviceBackend(Backend, Protocol):
    """A machine with a driver, which compiles text."""

    # what programs are made for
    target: "Target"

    def shader(self, program: "Program", known: tuple[tuple[str, int], ...] = ()) -> Any:
        """Return the text of a program, what it refers to, and where its lines come from.

        What does not run where sizes and options of the Model have `known` values is left out.
        """
        ...


def backend(name: str = DEFAULT) -> HostBackend:
    """Return the back end of that name, whose code runs in this process."""
    return importlib.import_module(f"{__name__}.{name}").BACKEND
