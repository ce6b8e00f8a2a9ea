"""Typed tree to LLVM in lanes: masks, and the elements of arrays that lanes read and write."""

from corten.runtime.backends.llvm.lanes.module import LaneModule, Part, Reference, Value
from corten.runtime.backends.llvm.module import TextWriter
from corten.runtime.backends.llvm.precision import MEMORY, WORD
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

    def stack_slot(self, kind: str) -> str:
        """Return a place on the stack that holds zeros when the function begins."""
        self.count += 1
        name = f"%room{self.count}"
        self.slots.append(f"  {name} = alloca {kind}\n  store {kind} zeroinitializer, ptr {name}")
        return name

    # ---------------------------------------------------------------- lanes

    def broadcast(self, value: Value, kind: Type) -> str:
        """Return a number for every lane."""
        if value.varies:
            return value.text
        return self.splat(self.types.spell(kind, True), self.types.spell(kind, False), value.text)

    def promote(self, kind: Type, *values: Value) -> tuple[str, bool, list[str]]:
        """Bring numbers to one shape: return their type, whether they vary, and their names."""
        varies = any(value.varies for value in values)
        names = [self.broadcast(value, kind) if varies else value.text for value in values]
        return self.types.spell(kind, varies), varies, names

    def and_mask(self, mask: str | None, condition: str) -> str:
        """Return the lanes of a mask for which a condition holds; what it is for the others does not matter."""
        if mask is None:
            return condition
        kind = self.types.mask
        return self.emit(f"select {kind} {mask}, {kind} {condition}, {kind} zeroinitializer")

    def not_mask(self, condition: str) -> str:
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
            kind, varies, (flat,) = self.promote(INT, first)
            by = self.broadcast(Value(str(extent)), INT) if varies else extent
            row = Value(self.emit(f"mul nsw {kind} {flat}, {by}"), varies)
            kind, varies, (left, right) = self.promote(INT, row, place)
            first = Value(self.emit(f"add nsw {kind} {left}, {right}"), varies)
        return first

    def load(self, array: Array, base: str, place: Value) -> Value:
        """Read an element for every lane that is on."""
        memory, tag = MEMORY[array.field.kind], self.module.tag(str(array))
        vector = f"<{self.width} x {memory}>"
        if place.varies:
            return Value(self.widen(self.gather(array, base, place), memory, True), True)
        if not array.varies:
            address = self.emit(f"getelementptr inbounds {memory}, ptr {base}, {self.int} {place.text}")
            return Value(self.widen(self.emit(f"load {memory}, ptr {address}, {tag}"), memory, False))
        address = self.emit(f"getelementptr inbounds {vector}, ptr {base}, {self.int} {place.text}")
        number = self.emit(f"load {vector}, ptr {address}, align {self.alignment(array)}, {tag}")
        return Value(self.widen(number, memory, True), True)

    def store(self, array: Array, base: str, place: Value, value: Value, kind: Type) -> None:
        """Write an element for every lane that is on."""
        number = self.narrow(self.broadcast(value, kind), MEMORY[array.field.kind], kind)
        if place.varies:
            self.scatter(array, base, place, number)
            return
        self.store_vector(array, base, place.text, number)

    def store_vector(self, array: Array, base: str, place: str, number: str) -> None:
        """Write an element that stands at the same place in all lanes, where they are on."""
        memory, tag = MEMORY[array.field.kind], self.module.tag(str(array))
        vector = f"<{self.width} x {memory}>"
        address = self.emit(f"getelementptr inbounds {vector}, ptr {base}, {self.int} {place}")
        if self.mask:
            old = self.emit(f"load {vector}, ptr {address}, align {self.alignment(array)}, {tag}")
            number = self.blend(vector, number, old)
        self.lines.append(f"  store {vector} {number}, ptr {address}, align {self.alignment(array)}, {tag}")

    # ---------------------------------------------------------------- places that vary

    def gather(self, array: Array, base: str, place: Value) -> str:
        """Read an element at a place of each lane's own; at once if all that are on have the same one."""
        memory, tag = MEMORY[array.field.kind], self.module.tag(str(array))
        vector = f"<{self.width} x {memory}>"
        flat = self.masked_index(place)
        result, together, apart, end = self.stack_slot(vector), *(self.label(hint) for hint in ("same", "apart", "end"))
        agreed, first = self.common_index(flat)
        self.branch(agreed, together, apart)
        self.begin(together)
        if array.varies:
            address = self.emit(f"getelementptr inbounds {vector}, ptr {base}, {self.int} {first}")
            number = self.emit(f"load {vector}, ptr {address}, align {self.alignment(array)}, {tag}")
        else:
            address = self.emit(f"getelementptr inbounds {memory}, ptr {base}, {self.int} {first}")
            number = self.splat(vector, memory, self.emit(f"load {memory}, ptr {address}, {tag}"))
        self.lines.append(f"  store {vector} {number}, ptr {result}")
        self.jump(end)
        self.begin(apart)
        number = "poison"
        for lane, address in enumerate(self.addresses(array, base, flat)):
            part = self.emit(f"load {memory}, ptr {address}, {tag}")
            number = self.emit(f"insertelement {vector} {number}, {memory} {part}, i64 {lane}")
        self.lines.append(f"  store {vector} {number}, ptr {result}")
        self.jump(end)
        self.begin(end)
        return self.emit(f"load {vector}, ptr {result}")

    def scatter(self, array: Array, base: str, place: Value, number: str) -> None:
        """Write an element at a place of each lane's own; at once if all that are on have the same one."""
        flat, (some, together, apart, end) = self.masked_index(place), map(self.label, ("some", "same", "apart", "end"))
        if self.mask:
            self.branch(self.any(self.mask), some, end)
            self.begin(some)
        agreed, first = self.common_index(flat)
        self.branch(agreed, together, apart)
        self.begin(together)
        self.store_vector(array, base, first, number)
        self.jump(end)
        self.begin(apart)
        if self.mask:
            self.scatter_masked(array, base, flat, number, end)
        else:
            memory, tag = MEMORY[array.field.kind], self.module.tag(str(array))
            for lane, address in enumerate(self.addresses(array, base, flat)):
                part = self.emit(f"extractelement <{self.width} x {memory}> {number}, i64 {lane}")
                self.lines.append(f"  store {memory} {part}, ptr {address}, {tag}")
            self.jump(end)
        self.begin(end)

    def scatter_masked(self, array: Array, base: str, flat: str, number: str, end: str) -> None:
        """Write an element for one lane that is on after the other: mostly they are few. Then jump to a label."""
        memory, tag, bits = MEMORY[array.field.kind], self.module.tag(str(array)), f"i{self.width}"
        kinds, numbers = (self.types.spell(INT, True), self.int), (f"<{self.width} x {memory}>", memory)
        places, values, left = self.stack_slot(kinds[0]), self.stack_slot(numbers[0]), self.stack_slot(bits)
        self.lines.append(f"  store {kinds[0]} {flat}, ptr {places}")
        self.lines.append(f"  store {numbers[0]} {number}, ptr {values}")
        self.lines.append(f"  store {bits} {self.emit(f'bitcast {self.types.mask} {self.mask} to {bits}')}, ptr {left}")
        turn = self.label("turn")
        self.jump(turn)
        self.begin(turn)
        now = self.emit(f"load {bits}, ptr {left}")
        lane = self.emit(f"zext {bits} {self.first_lane(now)} to {self.int}")
        at = self.emit(f"load {self.int}, ptr {self.element(self.int, places, lane)}")
        if array.varies:
            at = self.emit(f"add nsw {self.int} {self.emit(f'mul nsw {self.int} {at}, {self.width}')}, {lane}")
        value = self.emit(f"load {memory}, ptr {self.element(memory, values, lane)}")
        self.lines.append(f"  store {memory} {value}, ptr {self.element(memory, base, at)}, {tag}")
        rest = self.emit(f"and {bits} {now}, {self.emit(f'add {bits} {now}, -1')}")
        self.lines.append(f"  store {bits} {rest}, ptr {left}")
        self.branch(self.emit(f"icmp ne {bits} {rest}, 0"), turn, end)

    def element(self, kind: str, base: str, place: str) -> str:
        """Return the address of an element."""
        return self.emit(f"getelementptr inbounds {kind}, ptr {base}, {self.int} {place}")

    def first_lane(self, lanes: str) -> str:
        """Return the number of the first lane that is on, of bits for all lanes; that of the first if none is."""
        bits = f"i{self.width}"
        self.module.declare(f"declare {bits} @llvm.cttz.{bits}({bits}, i1)")
        return self.emit(
            f"and {bits} {self.emit(f'call {bits} @llvm.cttz.{bits}({bits} {lanes}, i1 false)')}, {self.width - 1}"
        )

    def masked_index(self, place: Value) -> str:
        """Return a place for each lane; lanes that are off are led to the first one."""
        return self.blend(self.types.spell(INT, True), place.text, "zeroinitializer") if self.mask else place.text

    def common_index(self, flat: str) -> tuple[str, str]:
        """Return whether all lanes that are on have the same place, and that of the first of them."""
        kind, bits, lane = self.types.spell(INT, True), f"i{self.width}", "0"
        if self.mask:
            number = self.emit(f"bitcast {self.types.mask} {self.mask} to {bits}")
            lane = self.emit(f"zext {bits} {self.first_lane(number)} to i64")
        first = self.emit(f"extractelement {kind} {flat}, i64 {lane}")
        differ = self.emit(f"icmp ne {kind} {flat}, {self.splat(kind, self.int, first)}")
        none = self.emit(f"xor {self.bool} {self.any(self.and_mask(self.mask, differ))}, true")
        return none, first

    def splat(self, vector: str, scalar: str, text: str) -> str:
        """Return a vector with the same number in all lanes."""
        first = self.emit(f"insertelement {vector} poison, {scalar} {text}, i64 0")
        return self.emit(f"shufflevector {vector} {first}, {vector} poison, <{self.width} x i32> zeroinitializer")

    def addresses(self, array: Array, base: str, flat: str) -> list[str]:
        """Return the address of each lane's element."""
        memory, kind = MEMORY[array.field.kind], self.types.spell(INT, True)
        result = []
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
