"""Scalar machine code for this CPU by LLVM, one environment at a time."""

from typing import TYPE_CHECKING

from corten.runtime.backends.llvm import machine

if TYPE_CHECKING:
    from corten.runtime.typed.tree import Program


class Llvm:
    """The back end: text by `module`, code by `machine`."""

    def identity(self) -> str:
        """Return LLVM's version, the CPU and its instructions."""
        return machine.machine_identity()

    def text(self, program: "Program", symbol: str, checked: bool) -> str:
        """Return the LLVM text of a program."""
        from corten.runtime.backends.llvm.module import ModuleWriter

        return ModuleWriter(symbol, checked).write(program)

    def compile(self, program: "Program", symbol: str, checked: bool) -> bytes:
        """Return the object code of a program."""
        return machine.compile_object(self.text(program, symbol, checked))

    def compile_runner(self, symbol: str) -> bytes:
        """Return the object code of the loop that runs plans."""
        from corten.runtime.backends.llvm.runner import RUNNER

        return machine.compile_object(RUNNER.format(symbol=symbol))

    def batch_runner_text(self, symbol: str) -> str:
        """Return the LLVM text of the loop that runs plans for many environments."""
        from corten.runtime.backends.llvm.batch_runner import runner_text

        return runner_text(symbol)

    def compile_batch_runner(self, symbol: str) -> bytes:
        """Return the object code of that loop."""
        return machine.compile_object(self.batch_runner_text(symbol))

    def load(self, objects: list[bytes]) -> None:
        """Add object code to the process."""
        machine.loader().load(objects)

    def address(self, symbol: str) -> int:
        """Return the address of a function."""
        return machine.loader().address(symbol)


BACKEND = Llvm()
