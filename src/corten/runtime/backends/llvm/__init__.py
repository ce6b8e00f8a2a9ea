"""Machine code for this CPU by LLVM: scalar, one environment at a time, or with several in lanes."""

import functools
import importlib
import sys
from typing import TYPE_CHECKING

from corten.runtime.backends.llvm import machine, processor
from corten.runtime.backends.llvm.binding import binding_word
from corten.runtime.backends.llvm.loader import process_loader

if TYPE_CHECKING:
    from corten.runtime.kernel import Target
    from corten.runtime.typed.tree import Program


# loops: the module and the function that write the text of each
LOOPS = {
    "plan": ("loops", "plan_loop_text"),
    "batch": ("batch_loop", "batch_loop_text"),
    "job_queue": ("loops", "job_queue_text"),
    "query_call": ("query_call", "query_call_text"),
    "plan_call": ("plan_call", "plan_call_text"),
    "entry": ("entry_call", "entry_call_text"),
    "kernel_call": ("conventions", "kernel_call_text"),
    "library": ("conventions", "library_text"),
}


class Llvm:
    """The back end: text by `module` or `lanes.module`, code by `machine`, addresses by `loader`."""

    def identity(self) -> str:
        """Return the name of the instruction set that code is made for."""
        return machine.code_identity()

    def compiler(self) -> str:
        """Return a word that differs between versions of LLVM, empty where there is none."""
        return binding_word()

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
        from corten.runtime.backends.llvm.conventions import follow_system

        module, name = LOOPS[loop]
        return follow_system(getattr(importlib.import_module(f"{__name__}.{module}"), name)(symbol))

    def compile_loop(self, loop: str, symbol: str) -> bytes:
        """Return the object code of a loop."""
        return machine.compile_object(self.loop_text(loop, symbol))

    def load(self, objects: list[bytes]) -> None:
        """Add object code to the process."""
        if sys.platform == "win32":
            load_library()
        process_loader().load(objects)

    def register_floats(self) -> int:
        """Return how many floats of 64 bits a register holds in code of this instruction set."""
        found = processor.instruction_set()
        return found.floats if found else 2

    def address(self, symbol: str) -> int:
        """Return the address of a function."""
        return process_loader().address(symbol)


@functools.cache
def load_library() -> None:
    """Load the functions that code refers to where those of the system are called in another way."""
    from corten.runtime import cache
    from corten.runtime.build import compiled_once

    key = cache.code_key("library", BACKEND.loop_text("library", "library"))
    process_loader().load([compiled_once(key, lambda: BACKEND.compile_loop("library", key))])


BACKEND = Llvm()
