"""Typed tree to LLVM in lanes: masks, and the elements of arrays that lanes read and write."""

from corten.runtime.backends.llvm.lanes.module import LaneModule
from corten.runtime.backends.llvm.lanes.values import Part, Reference, Value
from corten.runtime.backends.llvm.precision import MEMORY, WORD
from corten.runtime.backends.llvm.text import TextWriter
from corten.runtime.typed import tree
from corten.runtime.typed.types import FLOAT, INT, Array, Type


class LaneMemoryWriter(TextWriter):
    """Writes what leads to memory; `mask` tells which lanes are on, None if all are."""

    module: LaneModule

    def __init__(self, module: LaneModule, function: tree.Function):
        super().__init__(module, function)
        self.types, self.width = module.lane_types, module.lane_types.width
        self.mask: str | None = None
        self.slots: list[str] = []

    def values(self, node: tree.Expression) -> list[Part]:
        """Write the instructions of an expression; return all numbers of its value."""
        raise NotImplementedError

    def value(self, node: tree.Expression) -> Value:
        """Write the instructions of an expression that gives one number; return it."""
        (value,) = self.values(node)
        assert isinstance(value, Value)
        return value

    def reference(self, node: tree.Expression) -> Reference:
        """Return the array or struct that an expression stands for."""
        (value,) = self.values(node)
        assert isinstance(value, Reference)
        return value

    def room(self, kind: str) -> str:
        """Return a place on the stack that holds zeros when the function begins."""
        self.count += 1
        name = f"%room{self.count}"
        self.slots.append(f"  {name} = alloca {kind}\n  store {kind} zeroinitializer, ptr {name}")
        return name

    # ---------------------------------------------------------------- lanes

    def spread(self, value: Value, kind: Type) -> str:
        """Return a number for every lane."""
        if value.varies:
            return value.text
        scalar, vector = self.types.spell(kind, False), self.types.spell(kind, True)
        first = self.emit(f"insertelement {vector} poison, {scalar} {value.text}, i64 0")
        return self.emit(f"shufflevector {vector} {first}, {vector} poison, <{self.width} x i32> zeroinitializer")

    def alike(self, kind: Type, *values: Value) -> tuple[str, bool, list[str]]:
        """Bring numbers to one shape: return their type, whether they vary, and their names."""
        varies = any(value.varies for value in values)
        names = [self.spread(value, kind) if varies else value.text for value in values]
        return self.types.spell(kind, varies), varies, names

    def both(self, mask: str | None, condition: str) -> str:
        """Return the lanes of a mask for which a condition holds; what it is for the others does not matter."""
        if mask is None:
            return condition
        kind = self.types.mask
        return self.emit(f"select {kind} {mask}, {kind} {condition}, {kind} zeroinitializer")

    def negated(self, condition: str) -> str:
        """Return the lanes for which a condition does not hold."""
        return self.emit(f"xor {self.types.mask} {condition}, {self.types.all}")

    def any(self, mask: str) -> str:
        """Tell whether a lane of a mask is on."""
        bits = self.emit(f"bitcast {self.types.mask} {mask} to i{self.width}")
        return self.emit(f"icmp ne i{self.width} {bits}, 0")

    def blend(self, kind: str, new: str, old: str) -> str:
        """Return the new values for lanes that are on and the old ones for the others."""
        return self.emit(f"select {self.types.mask} {self.mask}, {kind} {new}, {kind} {old}")

    # ---------------------------------------------------------------- elements

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

    def place(self, array: Array, reference: Reference, index: list[tree.Expression]) -> Value:
        """Return the place of an element among all elements of its array."""
        first, *others = [self.value(place) for place in index]
        for place, extent in zip(others, array.field.shape[1:], strict=True):
            if isinstance(extent, str):
                extent = self.size(reference.struct, array.layout.size_slot[extent])
            kind, varies, (flat,) = self.alike(INT, first)
            by = self.spread(Value(str(extent)), INT) if varies else extent
            row = Value(self.emit(f"mul nsw {kind} {flat}, {by}"), varies)
            kind, varies, (left, right) = self.alike(INT, row, place)
            first = Value(self.emit(f"add nsw {kind} {left}, {right}"), varies)
        return first

    def load(self, array: Array, base: str, place: Value) -> Value:
        """Read an element for every lane that is on."""
        memory, tag = MEMORY[array.field.kind], self.module.tag(str(array))
        vector = f"<{self.width} x {memory}>"
        if place.varies:
            result = "poison"
            for lane, address in enumerate(self.addresses(array, base, place)):
                number = self.emit(f"load {memory}, ptr {address}, {tag}")
                result = self.emit(f"insertelement {vector} {result}, {memory} {number}, i64 {lane}")
            return Value(self.widen(result, memory, True), True)
        if not array.varies:
            address = self.emit(f"getelementptr inbounds {memory}, ptr {base}, {self.int} {place.text}")
            return Value(self.widen(self.emit(f"load {memory}, ptr {address}, {tag}"), memory, False))
        address = self.emit(f"getelementptr inbounds {vector}, ptr {base}, {self.int} {place.text}")
        number = self.emit(f"load {vector}, ptr {address}, align {self.alignment(array)}, {tag}")
        return Value(self.widen(number, memory, True), True)

    def store(self, array: Array, base: str, place: Value, value: Value, kind: Type) -> None:
        """Write an element for every lane that is on."""
        memory, tag = MEMORY[array.field.kind], self.module.tag(str(array))
        vector = f"<{self.width} x {memory}>"
        number = self.narrow(self.spread(value, kind), memory, kind)
        if place.varies:
            nowhere = self.room(memory) if self.mask else ""
            for lane, address in enumerate(self.addresses(array, base, place)):
                if self.mask:
                    on = self.emit(f"extractelement {self.types.mask} {self.mask}, i64 {lane}")
                    address = self.emit(f"select i1 {on}, ptr {address}, ptr {nowhere}")
                part = self.emit(f"extractelement {vector} {number}, i64 {lane}")
                self.lines.append(f"  store {memory} {part}, ptr {address}, {tag}")
            return
        address = self.emit(f"getelementptr inbounds {vector}, ptr {base}, {self.int} {place.text}")
        if self.mask:
            old = self.emit(f"load {vector}, ptr {address}, align {self.alignment(array)}, {tag}")
            number = self.blend(vector, number, old)
        self.lines.append(f"  store {vector} {number}, ptr {address}, align {self.alignment(array)}, {tag}")

    def addresses(self, array: Array, base: str, place: Value) -> list[str]:
        """Return the address of each lane's element; lanes that are off are led to the first one."""
        memory, kind = MEMORY[array.field.kind], self.types.spell(INT, True)
        flat, result = self.blend(kind, place.text, "zeroinitializer") if self.mask else place.text, []
        for lane in range(self.width):
            number = self.emit(f"extractelement {kind} {flat}, i64 {lane}")
            if array.varies:
                number = self.emit(
                    f"add nsw {self.int} {self.emit(f'mul nsw {self.int} {number}, {self.width}')}, {lane}"
                )
            result.append(self.emit(f"getelementptr inbounds {memory}, ptr {base}, {self.int} {number}"))
        return result

    def alignment(self, array: Array) -> int:
        """Return what the address of the lanes' elements is a multiple of [bytes]."""
        return array.field.kind.dtype.itemsize * self.width

    def widen(self, text: str, memory: str, varies: bool) -> str:
        """Return a value from memory in the type that kernels compute with."""
        instruction = self.module.types.widenings.get(memory)
        if not instruction:
            return text
        have = f"<{self.width} x {memory}>" if varies else memory
        want = self.types.spell(FLOAT if memory == "float" else INT, varies)
        return self.emit(f"{instruction} {have} {text} to {want}")

    def narrow(self, text: str, memory: str, kind: Type) -> str:
        """Return a value for every lane in the type that memory holds."""
        instruction = self.module.types.narrowings.get(memory)
        if not instruction:
            return text
        return self.emit(f"{instruction} {self.types.spell(kind, True)} {text} to <{self.width} x {memory}>")
