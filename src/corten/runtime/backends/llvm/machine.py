"""The machine: LLVM text to object code for this CPU, and object code to callable addresses."""

import functools
from typing import Any


@functools.cache
def _binding() -> Any:
    """Return LLVM's binding, set up for this machine; imported late because it takes a tenth of a second."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


@functools.cache
def target_machine() -> Any:
    """Return the description of this CPU that code is made for."""
    llvm = _binding()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=_features(), opt=3, codemodel="jitdefault", jit=True
    )


def _features() -> str:
    return _binding().get_host_cpu_features().flatten()


@functools.cache
def machine_identity() -> str:
    """Return what object code depends on besides its source: LLVM, the CPU and its instructions."""
    llvm = _binding()
    import llvmlite

    version = ".".join(map(str, llvm.llvm_version_info))
    return f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {_features()} {version} {llvmlite.__version__}"


def optimise(text: str, vectorise: bool = True) -> Any:
    """Parse and verify a module and run LLVM's pipeline on it; floating point is never reassociated or fused."""
    llvm = _binding()
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_default_triple()
    module.data_layout = str(target_machine().target_data)
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = True
    tuning.loop_vectorization = tuning.slp_vectorization = vectorise
    builder = llvm.create_pass_builder(target_machine(), tuning)
    builder.getModulePassManager().run(module, builder)
    return module


def compile_object(text: str, vectorise: bool = True) -> bytes:
    """Return the object code of a module."""
    return target_machine().emit_object(optimise(text, vectorise))


def assembly(text: str, vectorise: bool = True) -> str:
    """Return the machine instructions of a module, for reading."""
    return target_machine().emit_assembly(optimise(text, vectorise))


class Loader:
    """Holds all object code of the process; addresses stay valid until it ends."""

    def __init__(self) -> None:
        llvm = _binding()
        empty = llvm.parse_assembly("")
        empty.triple = llvm.get_default_triple()
        self._engine = llvm.create_mcjit_compiler(empty, target_machine())

    def load(self, objects: list[bytes]) -> None:
        """Add object code."""
        llvm = _binding()
        for code in objects:
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, symbol: str) -> int:
        """Return the address of a function."""
        return self._engine.get_function_address(symbol)


@functools.cache
def loader() -> Loader:
    """Return the process's loader."""
    return Loader()
