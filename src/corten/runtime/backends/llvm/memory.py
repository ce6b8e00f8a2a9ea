"""Typed tree to LLVM: addresses of fields and their elements, and what memory holds of a number."""

from corten.runtime.backends.llvm.module import TextWriter
from corten.runtime.backends.llvm.precision import MEMORY, WORD
from corten.runtime.typed import tree
from corten.runtime.typed.types import Array


class MemoryWriter(TextWriter):
    """Writes what leads to memory; values of indices come from the expressions."""

    def value(self, node: tree.Expression) -> str:
        """Write the instructions of an expression; return its value."""
        raise NotImplementedError

    def slot(self, struct: str, number: int, kind: str) -> str:
        """Read an entry of a struct's table; tables never change while kernels run."""
        address = self.emit(f"getelementptr inbounds {WORD}, ptr {struct}, {WORD} {number}")
        return self.emit(f"load {kind}, ptr {address}, {self.module.tag('table')}, !invariant.load !1")

    def size(self, struct: str, number: int) -> str:
        """Read a size from a struct's table."""
        entry = self.slot(struct, number, WORD)
        return entry if self.int == WORD else self.emit(f"trunc {WORD} {entry} to {self.int}")

    def field_address(self, struct: str, array: Array) -> str:
        """Return the address of a field's first element."""
        return self.slot(struct, array.layout.address_slot[array.field.name], "ptr")

    def address(self, array: tree.Expression, index: list[tree.Expression], line: int) -> str:
        """Return the address of `array[index]`."""
        kind = array.type
        assert isinstance(kind, Array)
        pair = self.value(array)
        base = self.emit(f"extractvalue {{ptr, ptr}} {pair}, 0")
        struct = self.emit(f"extractvalue {{ptr, ptr}} {pair}, 1")
        places = [self.value(place) for place in index]
        extents = [self.extent(struct, kind, axis) for axis in range(len(places))]
        flat = places[0]
        for place, extent in zip(places[1:], extents[1:], strict=True):
            flat = self.emit(f"add nsw {self.int} {self.emit(f'mul nsw {self.int} {flat}, {extent}')}, {place}")
        if self.module.lanes > 1 and kind.varies:
            flat = self.emit(f"mul nsw {self.int} {flat}, {self.module.lanes}")
        address = self.emit(f"getelementptr inbounds {MEMORY[kind.field.kind]}, ptr {base}, {self.int} {flat}")
        if not self.module.checked:
            return address
        for place, extent in zip(places, extents, strict=True):
            address = self.check(address, place, extent, line)
        return address

    def extent(self, struct: str, array: Array, axis: int) -> str:
        """Return an extent of an array: a constant, or an entry of the table."""
        extent = array.field.shape[axis]
        if isinstance(extent, int):
            return str(extent)
        if axis == 0 and not self.module.checked:
            return ""
        return self.size(struct, array.layout.size_slot[extent])

    def check(self, address: str, place: str, extent: str, line: int) -> str:
        """Record an index outside of its extent and lead the access to scrap memory."""
        inside, outside, end = (
            self.emit(f"icmp ult {self.int} {place}, {extent}"),
            self.label("outside"),
            self.label("inside"),
        )
        self.branch(inside, end, outside)
        self.begin(outside)
        numbers = (
            value if self.int == WORD else self.emit(f"sext {self.int} {value} to {WORD}") for value in (place, extent)
        )
        for position, value in enumerate(("1", str(line), *numbers)):
            target = self.emit(f"getelementptr {WORD}, ptr @violation, {WORD} {position}")
            self.lines.append(f"  store {WORD} {value}, ptr {target}")
        self.jump(end)
        self.begin(end)
        return self.emit(f"select {self.bool} {inside}, ptr {address}, ptr @violation.scrap")

    def narrow(self, value: str, memory: str) -> str:
        """Return a value in the type that memory holds."""
        instruction = self.module.types.narrowings.get(memory)
        computed = self.real if memory in ("float", "double") else self.int
        return self.emit(f"{instruction} {computed} {value} to {memory}") if instruction else value

    def widen(self, value: str, memory: str) -> str:
        """Return a value from memory in the type that kernels compute with."""
        instruction = self.module.types.widenings.get(memory)
        computed = self.real if memory in ("float", "double") else self.int
        return self.emit(f"{instruction} {memory} {value} to {computed}") if instruction else value


def array_of(node: tree.Expression) -> Array:
    """Return the field that an expression stands for."""
    assert isinstance(node.type, Array)
    return node.type
