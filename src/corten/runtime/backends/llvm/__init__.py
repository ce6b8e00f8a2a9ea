"""Machine code for this CPU by LLVM: scalar, one environment at a time, or with several in lanes."""

from typing import TYPE_CHECKING

from corten.runtime.backends.llvm import machine
from corten.runtime.backends.llvm.loader import process_loader
from corten.runtime.backends.llvm.machine import machine_identity, register_floats

if TYPE_CHECKING:
    from corten.runtime.kernel import Target
    from corten.runtime.typed.tree import Program


class Llvm:
    """The back end: text by `module` or `lanes.module`, code by `machine`, addresses by `loader`."""

    def identity(self) -> str:
        """Return LLVM's version, the CPU and its instructions."""
        return machine_identity()

    def text(self, program: "Program", symbol: str, checked: bool, target: "Target") -> str:
        """Return the LLVM text of a program."""
        from corten.runtime.backends.llvm.precision import PRECISIONS

        if target.machine == "lanes":
            from corten.runtime.backends.llvm.lanes.module import LaneModule

            return LaneModule(symbol, PRECISIONS[target.precision], target.width).write(program)
        from corten.runtime.backends.llvm.module import ModuleWriter

        return ModuleWriter(symbol, checked, PRECISIONS[target.precision], target.width).write(program)

    def compile(self, program: "Program", symbol: str, checked: bool, target: "Target") -> bytes:
        """Return the object code of a program; what is in lanes is left as it is by LLVM's own vectorisers."""
        text = self.text(program, symbol, checked, target)
        return machine.compile_object(text, vectorise=target.machine != "lanes")

    def loop_text(self, loop: str, symbol: str) -> str:
        """Return the LLVM text of a loop."""
        if loop == "plan":
            from corten.runtime.backends.llvm.loops import plan_loop_text as text
        elif loop == "batch":
            from corten.runtime.backends.llvm.batch_loop import batch_loop_text as text
        elif loop == "entry":
            from corten.runtime.backends.llvm.entry_call import entry_call_text as text
        elif loop == "query_call":
            from corten.runtime.backends.llvm.query_call import query_call_text as text
        elif loop == "plan_call":
            from corten.runtime.backends.llvm.plan_call import plan_call_text as text
        else:
            from corten.runtime.backends.llvm.loops import job_queue_text as text
        return text(symbol)

    def compile_loop(self, loop: str, symbol: str) -> bytes:
        """Return the object code of a loop."""
        return machine.compile_object(self.loop_text(loop, symbol))

    def load(self, objects: list[bytes]) -> None:
        """Add object code to the process."""
        process_loader().load(objects)

    def register_floats(self) -> int:
        """Return how many floats of 64 bits a register of this CPU holds."""
        return register_floats()

    def address(self, symbol: str) -> int:
        """Return the address of a function."""
        return process_loader().address(symbol)


BACKEND = Llvm()
