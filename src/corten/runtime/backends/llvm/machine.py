"""LLVM text to object code for an instruction set; on other families of processors, for the processor itself."""

import functools
import re
from collections import Counter
from typing import Any

from corten.runtime.backends.llvm.binding import binding
from corten.runtime.backends.llvm.processor import instruction_set

# large frames are touched page by page, as Windows asks for; code is the same on all systems
PROBES = '"probe-stack"="inline-asm"'


def new_target_machine() -> Any:
    """Return a description of what code is made for, for somebody who will dispose of it."""
    llvm, wanted = binding(), instruction_set()
    if wanted is None:
        return llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=host_features(), opt=3, codemodel="jitdefault", jit=True
        )
    return llvm.Target.from_triple(wanted.triple).create_target_machine(
        cpu=wanted.cpu, features=wanted.features, opt=3, reloc="static", codemodel="large", jit=True
    )


@functools.cache
def target_machine() -> Any:
    """Return the description of what code is made for."""
    return new_target_machine()


def host_features() -> str:
    """Return the instructions that this processor has and those that it lacks, as LLVM has it."""
    return binding().get_host_cpu_features().flatten()


def optimise(text: str, vectorise: bool = True) -> Any:
    """Parse and verify a module and run LLVM's pipeline on it; floating point is never reassociated or fused."""
    llvm = binding()
    module = llvm.parse_assembly(re.sub(r"^(define [^{]*?) \{$", rf"\1 {PROBES} {{", text, flags=re.MULTILINE))
    module.triple = target_machine().triple
    module.data_layout = str(target_machine().target_data)
    module.verify()
    _inline_single_calls(module, text)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = True
    tuning.loop_vectorization = tuning.slp_vectorization = vectorise
    builder = llvm.create_pass_builder(target_machine(), tuning)
    builder.getModulePassManager().run(module, builder)
    return module


def _inline_single_calls(module: Any, text: str) -> None:
    """Copy functions that are called in one place to there.

    LLVM's pipeline would do that too, but from the innermost call outwards, simplifying the growing whole each time.
    """
    llvm = binding()
    calls = Counter(re.findall(r'\bcall [^@\n]*@"([^"]+)"', text))
    for name, count in calls.items():
        if count == 1:
            module.get_function(name).add_function_attribute("alwaysinline")
    manager = llvm.create_new_module_pass_manager()
    manager.add_always_inliner_pass()
    manager.run(module, llvm.create_pass_builder(target_machine(), llvm.create_pipeline_tuning_options()))


def compile_object(text: str, vectorise: bool = True) -> bytes:
    """Return the object code of a module."""
    return target_machine().emit_object(optimise(text, vectorise))


def assembly(text: str, vectorise: bool = True) -> str:
    """Return the machine instructions of a module, for reading."""
    return target_machine().emit_assembly(optimise(text, vectorise))


# ---------------------------------------------------------------- identity


@functools.cache
def code_identity() -> str:
    """Return the name of what code is made for."""
    found = instruction_set()
    if found is not None:
        return found.name
    llvm = binding()
    return f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {host_features()}"
