"""Typed tree to LLVM in lanes: what expressions give, and one module of text for a stage and everything it calls."""

from typing import NamedTuple

from corten.runtime.backends.llvm.module import ModuleWriter
from corten.runtime.backends.llvm.precision import Precision
from corten.runtime.passes.divergence import UNIFORM, Divergence, LaneFunction, prepared
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from corten.runtime.typed.types import BOOL, FLOAT, NONE, Array, Struct, Tuple, Type


class Value(NamedTuple):
    """A number: its name in the text, and whether it varies from lane to lane."""

    text: str
    varies: bool = False


class Reference(NamedTuple):
    """An array: the address of its first element and that of its struct's table. For a struct both are its table."""

    base: str
    struct: str


Part = Value | Reference


def leaves(kind: Type) -> list[Type]:
    """Return the types of the numbers and arrays that a value of a type consists of."""
    if isinstance(kind, Tuple):
        return [leaf for item in kind.items for leaf in leaves(item)]
    return [] if kind == NONE else [kind]


class LaneTypes:
    """How LLVM spells types of some width."""

    def __init__(self, scalar: Precision, width: int):
        self.scalar, self.width = scalar, width
        self.mask = f"<{width} x i1>"
        self.all = self.repeated("i1", "true")

    def repeated(self, kind: str, value: str) -> str:
        """Return a vector of equal constants."""
        return f"<{', '.join([f'{kind} {value}'] * self.width)}>"

    def spell(self, kind: Type, varies: bool) -> str:
        """Return the type of a number."""
        plain = self.scalar.spell(kind)
        return f"<{self.width} x {plain}>" if varies else plain

    def structure(self, kinds: list[Type], shape: tuple[bool, ...]) -> str:
        """Return the type of several numbers that a function gives back."""
        parts = [self.spell(kind, varies) for kind, varies in zip(kinds, shape, strict=True)]
        return f"{{{', '.join(parts)}}}" if parts else "void"

    def arguments(self, kind: Type, shape: tuple[bool, ...], name: str) -> list[str]:
        """Return the parameters that stand for a parameter of a kernel."""
        if isinstance(kind, Struct):
            return [f'ptr %"{name}.in"']
        if isinstance(kind, Array):
            return [f'ptr %"{name}.base"', f'ptr %"{name}.struct"']
        pairs = zip(leaves(kind), shape, strict=True)
        return [f'{self.spell(leaf, varies)} %"{name}.{place}.in"' for place, (leaf, varies) in enumerate(pairs)]

    def library(self, name: str, kind: Type, varies: bool) -> str:
        """Return LLVM's function for an operation on a type."""
        ending = self.scalar.ending if kind == FLOAT else ("i1" if kind == BOOL else self.scalar.integer)
        return f"llvm.{name}.{f'v{self.width}' if varies else ''}{ending}"


# ---------------------------------------------------------------- the module

MEMORY_OR_LOOP = (tree.Load, tree.TableLoad, tree.Store, tree.FieldWrite, tree.For, tree.While)

# functions of at most so many statements are always copied to where they are called, or mostly
TINY, SHORT = 4, 24


class LaneModule(ModuleWriter):
    """Collects the functions of one stage, each for the shapes of arguments that it is called with."""

    def __init__(self, symbol: str, types: Precision, width: int):
        super().__init__(symbol, checked=False, types=types, lanes=width)
        self.analysis = Divergence()
        self.lane_types = LaneTypes(types, width)
        self._symbols: dict[tuple[int, bool], str] = {}
        self._declared: dict[str, None] = {}
        self._masked: dict[tree.Function, bool] = {}

    def write(self, program: tree.Program) -> str:
        """Return the text; its symbol is a function (m, d) -> status, where d is the table of the first lane."""
        entry = prepared(program).entry
        function = self.analysis.call(entry, tuple(() for _ in entry.parameters))
        self._functions.append(self._entry_text(function, self.symbol_of(function, masked=False)))
        bits = self.types.bits * self.lane_types.width
        sizes = f'"prefer-vector-width"="{bits}" "min-legal-vector-width"="{bits}"'
        parts = [*self._declared, *self._globals, *self._functions, f"attributes #0 = {{ nounwind {sizes} }}"]
        return "\n".join(["", *parts, *self._metadata()])

    def _entry_text(self, function: LaneFunction, symbol: str) -> str:
        types, result = self.lane_types, function.function.result
        head = f'define i32 @"{self.symbol}"(ptr %m, ptr %d) #0 {{\n'
        if result == NONE:
            return f'{head}  call void @"{symbol}"(ptr %m, ptr %d)\n  ret i32 0\n}}'
        varies = function.result[0]
        body = f'  %status = call {types.spell(result, varies)} @"{symbol}"(ptr %m, ptr %d)\n'
        if varies:
            reduce, kind = types.library("vector.reduce.or", result, varies), types.spell(result, varies)
            self.declare(f"declare {self.types.integer} @{reduce}({kind})")
            body += f"  %all = call {self.types.integer} @{reduce}({kind} %status)\n"
        return f"{head}{body}{self.types.short('%all' if varies else '%status')}\n}}"

    def declare(self, text: str) -> None:
        """Declare a function of LLVM's, once."""
        self._declared[text] = None

    def symbol_of(self, function: LaneFunction, masked: bool) -> str:
        """Return the name of a function in the text, which is written when it is first asked for."""
        from corten.runtime.backends.llvm.lanes.function import LaneFunctionWriter

        key = (id(function), masked)
        if key not in self._symbols:
            self._symbols[key] = f"{function.function.name}.{len(self._symbols)}"
            self._functions.append(LaneFunctionWriter(self, function, masked).write(self._symbols[key]))
        return self._symbols[key]

    def needs_mask(self, function: tree.Function) -> bool:
        """Tell whether it matters to a function that lanes are off: it has memory, loops or divisions to do with."""
        if function not in self._masked:
            self._masked[function] = any(map(self._can_go_wrong, walk(*function.body)))
        return self._masked[function]

    def _can_go_wrong(self, node: object) -> bool:
        if isinstance(node, tree.Call):
            return self.needs_mask(node.function)
        return (
            divides(node)
            or isinstance(node, MEMORY_OR_LOOP)
            or (isinstance(node, tree.Intrinsic) and node.name in UNIFORM)
        )


def divides(node: object) -> bool:
    """Tell whether an expression divides ints, which must not be done with the zeros of lanes that are off."""
    return isinstance(node, tree.Binary) and node.operator in ("//", "%")
