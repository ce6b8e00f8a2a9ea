"""Typed tree to WGSL: one module of text for a stage and everything it calls, with one entry point.

An invocation runs the stage for one environment. `m` and `d` vanish: which field an array is, its type says, so
functions take no arrays, and places of fields and sizes are read once at the entry, into variables of the invocation.
Every line of the text knows the line of Python that it comes from.
"""

import math
import os
import re
from dataclasses import dataclass

import corten
from corten.errors import KernelError
from corten.runtime.backends.wgsl import spelling
from corten.runtime.backends.wgsl.parts import SpilledVariables
from corten.runtime.backends.wgsl.slots import TILE, Pool, Slots
from corten.runtime.plan import STATUS
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from corten.runtime.typed.types import FLOAT, NONE, Array, Scalar, Table, Tuple, Type

# numbers of the bindings; a module declares those that it uses, and always the first and the last of these
TABLE_BINDING, RUN_BINDING = 0, 5
BINDINGS = {
    Pool.MODEL_FLOATS: 1,
    Pool.MODEL_INTS: 2,
    Pool.DATA_FLOATS: 3,
    Pool.DATA_INTS: 4,
    Pool.OWN_FLOATS: 6,
    Pool.OWN_INTS: 7,
}

# how a dispatch is told what to do: environments in flight, number of the stage, how many stages it may pass over, and
# how many turns a loop at the end takes
RUN = "struct Run { count: i32, place: i32, skip: i32, turns: i32 }"

# status of an environment whose loops the driver has ended too early: some do, silently, after 65,535 turns of all
# loops together. The loop at the end of every stage finds out, for no loop has a second turn then.
LOOPS_CUT = 253


@dataclass(frozen=True, slots=True)
class Shader:
    """The text of a stage; for each of its lines the place in the Python source, empty where there is none.

    `fields` names what it accesses, each as layout and field.
    """

    text: str
    places: tuple[str, ...]
    fields: frozenset[tuple[str, str]]

    def place(self, line: int) -> str:
        """Return `file.py:123` for a line of the text, counted from 1."""
        return self.places[line - 1] if 0 < line <= len(self.places) else ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of WGSL and the place in the Python source that it comes from."""

    text: str
    place: str = ""


class ModuleWriter:
    """Collects what the functions of a stage need: structs, constant tables, functions of the library, places."""

    def __init__(self, slots: Slots, spilled: SpilledVariables | None = None):
        """Some variables of the stage itself may be `spilled` to memory."""
        self.slots, self._spilled = slots, spilled
        self._structs: dict[Type, str] = {}
        self._selects: dict[str, str] = {}
        self._tables: dict[Table, str] = {}
        self._declarations: list[str] = []
        self._library: dict[str, str] = {}
        self._places: dict[str, int] = {}
        self._pools: dict[Pool, None] = {}
        self._fields: set[tuple[str, str]] = set()

    def write(self, program: tree.Program) -> Shader:
        """Return the module of a program."""
        from corten.runtime.backends.wgsl.function import FunctionWriter

        functions: list[Line] = []
        if self._spilled:
            self.library("no_bits")
            self._declarations += self._spilled.declarations()
        for function in _reached(program):
            spilled = self._spilled if function is program.entry else None
            functions += FunctionWriter(self, function, spilled).write()
        lines = [*self._entry(program.entry), *functions]
        lines = [Line(text) for text in [*self._bindings(), *self._declarations]] + lines
        lines = [Line(part, line.place) for line in lines for part in line.text.split("\n")]
        return Shader(_indented(lines), tuple(line.place for line in lines), frozenset(self._fields))

    # ---------------------------------------------------------------- what functions ask for

    def spell(self, kind: Type) -> str:
        """Return the WGSL name of a type; tuples and records are structs."""
        if isinstance(kind, Tuple):
            if kind not in self._structs:
                self._structs[kind] = self._declare_struct(kind)
            return self._structs[kind]
        assert isinstance(kind, Scalar)
        return spelling.scalar(kind)

    def _declare_struct(self, kind: Tuple) -> str:
        items = [(place, item) for place, item in enumerate(kind.items) if not spelling.is_reference(item)]
        members = ", ".join(f"a{place}: {self.spell(item)}" for place, item in items)
        name = f"Tuple{len(self._structs)}"
        self._declarations.append(f"struct {name} {{ {members} }}  // {kind}")
        return name

    def select(self, kind: Type) -> str:
        """Return the function that chooses between two tuples: of the condition, what holds then, and otherwise."""
        assert isinstance(kind, Tuple)
        struct = self.spell(kind)
        if struct not in self._selects:
            chosen = ", ".join(
                f"{self.select(item)}(c, x.a{place}, y.a{place})"
                if isinstance(item, Tuple)
                else f"select(y.a{place}, x.a{place}, c)"
                for place, item in enumerate(kind.items)
                if not spelling.is_reference(item)
            )
            name = self._selects[struct] = f"select_{struct}"
            self._declarations.append(
                f"fn {name}(c: bool, x: {struct}, y: {struct}) -> {struct} {{ return {struct}({chosen}); }}"
            )
        return self._selects[struct]

    def table(self, table: Table) -> str:
        """Return the name of a constant table, written once."""
        if table not in self._tables:
            if not all(math.isfinite(value) for value in table.values):
                raise spelling.NotExpressible("a table of constants cannot hold infinity or NaN")
            name = self._tables[table] = f"TABLE{len(self._tables)}"
            values = ", ".join(self.constant(table.element, value) for value in table.values)
            kind = f"array<{self.spell(table.element)}, {len(table.values)}>"
            self._declarations.append(f"const {name} = {kind}({values});")
        return self._tables[table]

    def constant(self, kind: Type, value: float | bool) -> str:
        """Return a number as WGSL writes it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if kind != FLOAT:
            return spelling.int_constant(int(value))
        text = spelling.float_constant(float(value))
        # infinity and NaN cannot be written
        return text or f"{self.library('from_bits')}({spelling.float_bits(value)})"

    def library(self, name: str) -> str:
        """Return the name of a function that is not part of WGSL, written once with those that it calls."""
        if name not in self._library:
            for other in spelling.LIBRARY:
                if other != name and re.search(rf"\b{other}\b", spelling.LIBRARY[name].partition("{")[2]):
                    self.library(other)
            self._library[name] = spelling.LIBRARY[name]
            self._declarations.append(spelling.LIBRARY[name])
        return name

    def size(self, layout: str, size: str) -> str:
        """Return the variable that has a size."""
        return self._place(f"n_{layout}_{size}", self.slots.size_slot[layout, size])

    def offset(self, array: Array) -> str:
        """Return the variable that has the place of a field's first element in its pool."""
        field = array.layout.name, array.field.name
        self._fields.add(field)
        return self._place("_".join(("o", *field)), self.slots.offset_slot[field])

    def _place(self, variable: str, slot: int) -> str:
        self._places[variable] = slot
        return variable

    def pool(self, array: Array) -> Pool:
        """Return where the elements of a field lie, which the module then declares."""
        pool = self.slots.pool(array)
        self._pools[pool] = None
        return pool

    # ---------------------------------------------------------------- the parts of the module

    def _bindings(self) -> list[str]:
        """Return the declarations of all memory, and of the variables that every function may read."""
        found = [RUN, f"@group(0) @binding({RUN_BINDING}) var<uniform> run: Run;"]
        found.append(f"@group(0) @binding({TABLE_BINDING}) var<storage, read> table: array<i32>;")
        for pool, binding in BINDINGS.items():
            if pool in self._pools or pool is Pool.DATA_INTS:
                access = "read_write" if pool.owner == "data" else "read"
                kind = "f32" if pool.floats else "i32"
                found.append(f"@group(0) @binding({binding}) var<storage, {access}> {pool.variable}: array<{kind}>;")
            if not pool.shared and (pool in self._pools or pool is Pool.DATA_INTS):
                found.append(f"var<private> {at(pool)}: i32;")
        return found + [f"var<private> {variable}: i32;" for variable in self._places]

    def _entry(self, function: tree.Function) -> list[Line]:
        """Return the entry point: environments that have failed or that pass over this stage do nothing."""
        status = self._status()
        lines = [
            f"@compute @workgroup_size({TILE})",
            "fn main(@builtin(global_invocation_id) id: vec3<u32>) {",
            "let environment = i32(id.x);",
            "if (environment >= run.count) { return; }",
            f"let tile = environment / {TILE};",
            f"let lane = environment % {TILE};",
        ]
        for pool, slot in self.slots.per_environment.items():
            if pool in self._pools or pool is Pool.DATA_INTS:
                lines.append(f"{at(pool)} = tile * table[{slot}] * {TILE} + lane;")
        resume = f"data_ints[{at(Pool.DATA_INTS)} + table[{self.slots.resume}] * {TILE}]"
        lines.append(f"if ({resume} > run.place) {{ return; }}")
        if status:
            lines.append(f"if ({status} != 0) {{ return; }}")
        lines += [f"{variable} = table[{slot}];" for variable, slot in self._places.items()]
        if "no_bits" in self._library:
            lines.append("no_bits = u32(run.turns) >> 16u;")
        lines += self._spilled.beginning() if self._spilled else []
        name = spelling.function_name(function.name)
        if function.result == NONE:
            lines.append(f"{name}();")
            lines.append("let result = 0;")
        else:
            lines.append(f"let result = {name}();")
            lines.append(f"if (result != 0 && run.skip > 0) {{ {resume} = run.place + 1 + run.skip; }}")
        if status:
            lines += [
                "var turns = 0;",
                "for (var i: i32 = 0; i < run.turns; i += 1) { turns += 1; }",
                f"if (turns < run.turns) {{ {status} = {LOOPS_CUT}; }}",
                f"else if (result != 0 && run.skip == 0) {{ {status} = result; }}",
            ]
        return [Line(text) for text in [*lines, "}"]]

    def _status(self) -> str:
        """Return the element that has the status of an environment, empty if there is no such field."""
        data = self.slots.layouts[1]
        if STATUS not in data.fields:
            return ""
        slot = self.slots.offset_slot[data.name, STATUS]
        return f"data_ints[{at(Pool.DATA_INTS)} + table[{slot}] * {TILE}]"


def at(pool: Pool) -> str:
    """Return the variable that has the place where an environment's elements of a pool begin."""
    return f"{pool.variable}_at"


def place_of(file: str, line: int) -> str:
    """Return file and line of Python, the file as seen from the package."""
    folder = os.path.dirname(os.path.dirname(corten.__file__))
    inside = file.startswith(folder + os.sep)
    seen = os.path.relpath(file, folder) if inside else os.path.basename(file)
    return f"{seen.replace(os.sep, '/')}:{line}"


def refuse(function: tree.Function, file: str, line: int, why: str) -> KernelError:
    """Return the error for what WGSL cannot express."""
    return KernelError(f"{file}:{line}: {function.name.rpartition('.')[0]}: {why}")


def _indented(lines: list[Line]) -> str:
    """Return lines as one text, with what stands between braces moved to the right and places as comments."""
    depth, texts = 0, list[str]()
    for line in lines:
        depth -= line.text.startswith("}")
        texts.append("  " * depth + line.text + (f"  // {line.place}" if line.place else "") + "\n")
        depth += line.text.endswith("{")
    return "".join(texts)


def _reached(program: tree.Program) -> list[tree.Function]:
    """Return the functions that the entry calls, itself included; branches never taken may have called others."""
    found: dict[tree.Function, None] = {}

    def follow(function: tree.Function) -> None:
        if function not in found:
            found[function] = None
            for node in walk(*function.body):
                if isinstance(node, tree.Call):
                    follow(node.function)

    follow(program.entry)
    return [function for function in program.functions if function in found]
