"""Typed tree to LLVM in lanes: one function with its statements, for arguments of given shapes.

The tree has no jumps (`corten.runtime.passes.lowering`), so a mask changes only at the ends of blocks. An assignment
under a mask is blended with the old value only where lanes that are off still need that.
"""

from corten.runtime.backends.llvm.lanes.expressions import LaneExpressionWriter
from corten.runtime.backends.llvm.lanes.module import SHORT, TINY, LaneModule, Part, Reference, Value, divides, leaves
from corten.runtime.passes.dataflow import NOTHING, Names
from corten.runtime.passes.divergence import LaneFunction, Shape
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from corten.runtime.typed.types import BOOL, INT, Array, Struct, Type

# blocks of at most so many operations are run for no lane at all rather than skipped by a branch
CHEAP = 12
COSTLY = (tree.Load, tree.TableLoad, tree.Call, tree.Store, tree.If, tree.For, tree.While, tree.Logic)


class LaneFunctionWriter(LaneExpressionWriter):
    """Writes one function: statements change the current block, expressions return values."""

    def __init__(self, module: LaneModule, lanes: LaneFunction, masked: bool):
        super().__init__(module, lanes.function)
        self.lanes, self.mask = lanes, "%mask.in" if masked else None
        # names whose old value lanes that are off still need
        self.blended: Names = NOTHING

    def write(self, symbol: str) -> str:
        """Return the text of the function."""
        function, types = self.function, self.types
        arguments: list[str] = []
        for (name, kind), shape in zip(function.parameters, self.lanes.arguments, strict=True):
            arguments += types.arguments(kind, shape, name)
            self._take(name, kind, shape)
        for name, kind in function.locals.items():
            for place, leaf in enumerate(leaves(kind)):
                if not isinstance(leaf, Array | Struct):
                    self._local(name, place, types.spell(leaf, self._varies(name, place)))
        if self.mask:
            arguments.append(f"{types.mask} {self.mask}")
        self.block(function.body)
        kinds = [
            types.spell(leaf, varies) for leaf, varies in zip(leaves(function.result), self.lanes.result, strict=True)
        ]
        result = f"{{{', '.join(kinds)}}}" if kinds else "void"
        if not kinds:
            self.lines.append("  ret void")
        count = sum(isinstance(node, tree.Statement) for node in walk(*function.body))
        hint = " alwaysinline" if count <= TINY else (" inlinehint" if count <= SHORT else "")
        head = f'define internal {result} @"{symbol}"({", ".join(arguments)}) #0{hint} {{'
        return "\n".join([head, "entry:", *self.slots, *self.lines, "}"])

    def _varies(self, name: str, place: int) -> bool:
        """Tell whether a number of a local name varies."""
        shape = self.lanes.shapes.get(name, ())
        kinds = leaves(dict(self.function.parameters).get(name) or self.function.locals[name])
        before = sum(isinstance(kind, Array | Struct) for kind in kinds[:place])
        return shape[place - before] if shape else False

    def _local(self, name: str, place: int, kind: str) -> None:
        self.slots.append(f'  %"{name}.{place}" = alloca {kind}\n  store {kind} zeroinitializer, ptr %"{name}.{place}"')

    def _take(self, name: str, kind: Type, shape: Shape) -> None:
        """Give a parameter its place and the value of its argument."""
        if isinstance(kind, Array):
            self.references[name, 0] = Reference(f'%"{name}.base"', f'%"{name}.struct"')
        elif isinstance(kind, Struct):
            self.references[name, 0] = Reference(f'%"{name}.in"', f'%"{name}.in"')
        else:
            for place, (leaf, varies) in enumerate(zip(leaves(kind), shape, strict=True)):
                spelled = self.types.spell(leaf, self._varies(name, place))
                self._local(name, place, spelled)
                argument = Value(f'%"{name}.{place}.in"', varies)
                text = self.broadcast(argument, leaf) if self._varies(name, place) else argument.text
                self.lines.append(f'  store {spelled} {text}, ptr %"{name}.{place}"')

    # ---------------------------------------------------------------- statements

    def block(self, statements: list[tree.Statement]) -> None:
        """Write statements."""
        for statement in statements:
            getattr(self, f"write_{type(statement).__name__}")(statement)

    def write_Assign(self, node: tree.Assign) -> None:
        self.assign(node.name, node.value.type, self.values(node.value))

    def assign(self, name: str, kind: Type, parts: list[Part]) -> None:
        """Give a name its value, in the lanes that are on where the others need the old one."""
        for place, (leaf, part) in enumerate(zip(leaves(kind), parts, strict=True)):
            if isinstance(part, Reference):
                self.references[name, place] = part
                continue
            varies, at = self._varies(name, place), f'%"{name}.{place}"'
            spelled = self.types.spell(leaf, varies)
            text = self.broadcast(part, leaf) if varies else part.text
            if name in self.blended:
                text = self.blend(spelled, text, self.emit(f"load {spelled}, ptr {at}"))
            self.lines.append(f"  store {spelled} {text}, ptr {at}")

    def write_Store(self, node: tree.Store) -> None:
        value, reference, array = self.value(node.value), self.reference(node.array), node.array.type
        assert isinstance(array, Array)
        self.store(array, reference.base, self.place(array, reference, node.index), value, node.value.type)

    def write_FieldWrite(self, node: tree.FieldWrite) -> None:
        value = self.value(node.value)
        address = self.field_address(self.reference(node.struct).struct, node.array)
        self.store(node.array, address, Value("0"), value, node.value.type)

    def write_Evaluate(self, node: tree.Evaluate) -> None:
        self.values(node.value)

    def write_Return(self, node: tree.Return) -> None:
        if node.value is None:
            return
        kinds = leaves(node.value.type)
        result, whole = self.types.structure(kinds, self.lanes.result), "poison"
        for place, (leaf, value) in enumerate(zip(kinds, self.values(node.value), strict=True)):
            assert isinstance(value, Value)
            varies = self.lanes.result[place]
            text = self.broadcast(value, leaf) if varies else value.text
            whole = self.emit(f"insertvalue {result} {whole}, {self.types.spell(leaf, varies)} {text}, {place}")
        self.lines.append(f"  ret {result} {whole}")

    # ---------------------------------------------------------------- branches

    def write_If(self, node: tree.If) -> None:
        condition = self.value(node.condition)
        if (id(node), 0) not in self.lanes.divergent:
            self.uniform_if(condition.text, node)
            return
        lanes = condition.text
        masks = (
            self.and_mask(self.mask, lanes),
            self.and_mask(self.mask, self.not_mask(lanes)) if node.otherwise else "",
        )
        for side, body in enumerate((node.then, node.otherwise)):
            if body:
                self.masked_block(node, side, masks[side], body)

    def uniform_if(self, condition: str, node: tree.If) -> None:
        """Write a branch that all lanes take together."""
        yes, no, end = self.label("then"), self.label("else"), self.label("end")
        self.branch(condition, yes, no)
        for label, body in ((yes, node.then), (no, node.otherwise)):
            self.begin(label)
            self.block(body)
            self.jump(end)
        self.begin(end)

    def masked_block(self, node: tree.Statement, side: int, mask: str, body: list[tree.Statement]) -> None:
        """Write a block that only the lanes of a mask run; if there are none, it is skipped."""
        outside = self.mask, self.blended
        inside, end = self.label("some"), self.label("end")
        guarded = not _is_cheap(body)
        if guarded:
            self.branch(self.any(mask), inside, end)
            self.begin(inside)
        self.mask, self.blended = mask, self.lanes.divergent[id(node), side]
        self.block(body)
        self.mask, self.blended = outside
        if guarded:
            self.jump(end)
            self.begin(end)

    # ---------------------------------------------------------------- loops

    def write_For(self, node: tree.For) -> None:
        start, stop = self.value(node.start), self.value(node.stop)
        divergent = (id(node), 0) in self.lanes.divergent
        kind = self.types.spell(INT, start.varies)
        counter = self.stack_slot(kind)
        self.lines.append(f"  store {kind} {start.text}, ptr {counter}")
        head, body, end = (self.label(hint) for hint in ("head", "body", "end"))
        still_in = self._loop_mask(divergent)
        self.jump(head)
        self.begin(head)
        current = Value(self.emit(f"load {kind}, ptr {counter}"), start.varies)
        spelled, varies, (first, last) = self.promote(INT, current, stop)
        goes_on = Value(self.emit(f"icmp {'slt' if node.step > 0 else 'sgt'} {spelled} {first}, {last}"), varies)
        outside = self.mask, self.blended
        if divergent:
            self._narrow_loop_mask(still_in, goes_on, body, end)
            self.blended = self.lanes.divergent[id(node), 0]
        else:
            self.branch(goes_on.text, body, end)
        self.begin(body)
        self.assign(node.name, INT, [current])
        self.block(node.body)
        step = self.types.repeated(self.int, str(node.step)) if start.varies else str(node.step)
        self.lines.append(f"  store {kind} {self.emit(f'add nsw {kind} {current.text}, {step}')}, ptr {counter}")
        hint = f", {self.module.plain_loop()}" if abs(node.step) > 1 and not divergent else ""
        self.lines.append(f"  br label %{head}{hint}")
        self.begin(end)
        self.mask, self.blended = outside

    def write_While(self, node: tree.While) -> None:
        head, body, end = (self.label(hint) for hint in ("head", "body", "end"))
        divergent = (id(node), 0) in self.lanes.divergent
        still_in = self._loop_mask(divergent)
        self.jump(head)
        self.begin(head)
        outside = self.mask, self.blended
        if divergent:
            ask = self.label("ask")
            self.mask = self.emit(f"load {self.types.mask}, ptr {still_in}")
            self.branch(self.any(self.mask), ask, end)
            self.begin(ask)
            self._narrow_loop_mask(still_in, self.value(node.condition), body, end)
            self.blended = self.lanes.divergent[id(node), 0]
        else:
            self.branch(self.value(node.condition).text, body, end)
        self.begin(body)
        self.block(node.body)
        self.jump(head)
        self.begin(end)
        self.mask, self.blended = outside

    def _loop_mask(self, divergent: bool) -> str:
        """Return the room of the mask of lanes that are still in a loop."""
        if not divergent:
            return ""
        still_in = self.stack_slot(self.types.mask)
        self.lines.append(f"  store {self.types.mask} {self.mask or self.types.all}, ptr {still_in}")
        return still_in

    def _narrow_loop_mask(self, still_in: str, goes_on: Value, body: str, end: str) -> None:
        """Leave in a loop the lanes for which it goes on, or leave it if there are none."""
        before = self.emit(f"load {self.types.mask}, ptr {still_in}")
        spread = self.broadcast(goes_on, BOOL)
        self.mask = self.and_mask(before, spread)
        self.lines.append(f"  store {self.types.mask} {self.mask}, ptr {still_in}")
        self.branch(self.any(self.mask), body, end)


def _is_cheap(body: list[tree.Statement]) -> bool:
    """Tell whether a block is short and safe to run when no lane is on: arithmetic on numbers, no memory."""
    count = 0
    for node in walk(*body):
        if isinstance(node, COSTLY) or divides(node):
            return False
        count += isinstance(node, tree.Expression) and not isinstance(node, tree.Constant | tree.Local | tree.Item)
    return count <= CHEAP
