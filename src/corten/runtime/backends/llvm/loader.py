"""All object code of the process, by this package where objects are plain enough, else by LLVM."""

import functools
from typing import Any

from corten.runtime.backends.llvm.image import ObjectFile, can_place, place


class Loader:
    """Holds all object code of the process; addresses stay valid until it ends."""

    def __init__(self) -> None:
        self._addresses: dict[str, int] = {}

    def load(self, objects: list[bytes]) -> None:
        """Add object code."""
        found = [ObjectFile(code) for code in objects] if can_place() else []
        self._addresses |= place([each for each in found if each.plain])
        others = [each.code for each in found if not each.plain] if found else objects
        if others:
            self._load_by_llvm(others)

    def _load_by_llvm(self, objects: list[bytes]) -> None:
        from corten.runtime.backends.llvm.machine import binding

        for code in objects:
            self._engine.add_object_file(binding().ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    @functools.cached_property
    def _engine(self) -> Any:
        """LLVM's loader."""
        from corten.runtime.backends.llvm.machine import binding, new_target_machine

        empty = binding().parse_assembly("")
        empty.triple = binding().get_default_triple()
        return binding().create_mcjit_compiler(empty, new_target_machine())

    def address(self, symbol: str) -> int:
        """Return the address of a function, 0 if there is none."""
        if symbol in self._addresses:
            return self._addresses[symbol]
        return self._engine.get_function_address(symbol) if "_engine" in self.__dict__ else 0


@functools.cache
def process_loader() -> Loader:
    """Return the process's loader."""
    return Loader()
