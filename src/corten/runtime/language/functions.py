"""Python to typed tree: statements, functions and the specialisation of helpers.

A kernel keeps to a small subset of Python. Whatever lies outside is a `KernelError` that names file and line, what is
wrong and what to write instead.
"""

import ast
from collections.abc import Callable
from typing import NoReturn

from corten.errors import KernelError
from corten.runtime.kernel import SCALAR, Helper, Target
from corten.runtime.language.expressions import ExpressionReader
from corten.runtime.language.signatures import misfit, returns_misfit, source_of
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from corten.runtime.typed.types import BOOL, FLOAT, INT, NONE, Array, Record, Struct, Table, Tuple, Type


def read_program(helper: Helper, types: tuple[Type, ...], target: Target = SCALAR) -> tree.Program:
    """Return the typed trees of a kernel for these argument types and a target, and of everything that it calls."""
    reader = ProgramReader(target)
    reader.specialise(helper, types)
    return tree.Program(list(reader.functions.values()))


class ProgramReader:
    """Reads all functions that one stage needs, each specialised once per combination of argument types."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.functions: dict[tuple[Helper, tuple[Type, ...]], tree.Function] = {}
        self._active: list[Helper] = []

    def specialise(
        self, helper: Helper, types: tuple[Type, ...], refuse: Callable[[str], NoReturn] | None = None
    ) -> tree.Function:
        """Return the helper as a typed tree for these argument types, in its version for the target.

        A caller whose arguments do not fit the signature is told so by `refuse`.
        """
        helper = helper.for_target(self.target)
        key = (helper, types)
        if key not in self.functions:
            if why := misfit(helper, types):
                (refuse or _refuse)(why)
            if helper in self._active:
                raise KernelError(f"{helper.name} calls itself; kernels cannot recurse")
            self._active.append(helper)
            function = FunctionReader(self, helper, types).read()
            function.name = f"{helper.name}.{len(self.functions)}"
            self.functions[key] = function
            self._active.pop()
        return self.functions[key]


def _refuse(why: str) -> NoReturn:
    raise KernelError(why)


class FunctionReader(ExpressionReader):
    """Reads one function for one combination of argument types."""

    def __init__(self, program: ProgramReader, helper: Helper, types: tuple[Type, ...]):
        super().__init__(program, helper)
        definition, self.assigned = source_of(helper)
        self.file = helper.function.__code__.co_filename
        names = [argument.arg for argument in definition.args.args]
        if len(names) != len(types):
            raise KernelError(f"{helper.name} takes {len(names)} arguments, {len(types)} were given")
        parameters = list(zip(names, types, strict=True))
        self.function = tree.Function(helper.name, self.file, parameters, NONE, helper.wraps)
        self.locals.update(parameters)
        self.definition = definition
        self.returns: Type | None = None

    def read(self) -> tree.Function:
        """Return the typed tree of the whole function."""
        body = self.definition.body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]
        self.function.body = self.block(body)
        self.function.result = self.returns or NONE
        if self.returns and self.returns != NONE and not _always_returns(self.function.body):
            self.fail(self.definition, f"may end without a value, but returns {self.returns} elsewhere")
        if why := returns_misfit(self.helper, self.function.result):
            self.fail(self.definition, why)
        parameters = dict(self.function.parameters)
        self.function.locals = {name: kind for name, kind in self.locals.items() if name not in parameters}
        return self.function

    def block(self, statements: list[ast.stmt]) -> list[tree.Statement]:
        """Return the typed form of a list of statements."""
        result: list[tree.Statement] = []
        for statement in statements:
            reader = getattr(self, f"read_{type(statement).__name__}", None)
            if reader is None:
                self.fail(
                    statement, f"{type(statement).__name__.lower()} statements are not part of the kernel language"
                )
            for made in reader(statement):
                made.line = made.line or statement.lineno
                result.append(made)
        return result

    # ---------------------------------------------------------------- assignments

    def read_Assign(self, node: ast.Assign) -> list[tree.Statement]:
        if len(node.targets) != 1:
            self.fail(node, "assign to one target at a time")
        target = node.targets[0]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            return self._assign_side_by_side(node, target, node.value)
        value = self.expression(node.value)
        if isinstance(target, ast.Tuple):
            return self._unpack(node, target, value)
        return [self._assign(target, value)]

    def _assign_side_by_side(self, node: ast.AST, target: ast.Tuple, values: ast.Tuple) -> list[tree.Statement]:
        """`a, b = x, y`: all of the right side is evaluated before anything is assigned."""
        if len(target.elts) != len(values.elts):
            self.fail(node, f"{len(values.elts)} values for {len(target.elts)} names")
        read = [self.expression(value) for value in values.elts]
        if all(isinstance(value.type, Array | Struct) for value in read):
            return [self._assign(name, value) for name, value in zip(target.elts, read, strict=True)]
        pack = tree.MakeTuple(Tuple(tuple(value.type for value in read)), read)
        return self._unpack(node, target, pack)

    def _unpack(self, node: ast.AST, target: ast.Tuple, value: tree.Expression) -> list[tree.Statement]:
        if not isinstance(value.type, Tuple) or len(value.type.items) != len(target.elts):
            self.fail(node, f"cannot unpack {value.type} into {len(target.elts)} names")
        name = f".unpack{len(self.locals)}"
        self.locals[name] = value.type
        result: list[tree.Statement] = [tree.Assign(name, value)]
        whole = tree.Local(value.type, name)
        for place, element in enumerate(target.elts):
            item = tree.Item(value.type.items[place], whole, place)
            if isinstance(element, ast.Tuple):
                result += self._unpack(node, element, item)
            else:
                result.append(self._assign(element, item))
        return result

    def _assign(self, target: ast.expr, value: tree.Expression) -> tree.Statement:
        if isinstance(target, ast.Name):
            self._declare(target, target.id, value.type)
            return tree.Assign(target.id, value)
        if isinstance(target, ast.Subscript):
            array, index = self.element(target)
            return tree.Store(array, index, self.fit(target, value, array.type.element), line=target.lineno)
        if isinstance(target, ast.Attribute):
            struct = self.expression(target.value)
            if not isinstance(struct.type, Struct):
                hint = f"; write {ast.unparse(target.value)}._replace(...)" if isinstance(struct.type, Record) else ""
                self.fail(target, f"only scalars of m or d have attributes that can be set{hint}")
            array = self.field(target, struct.type, target.attr)
            if array.field.shape:
                self.fail(target, f"{array} is an array: assign its elements")
            return tree.FieldWrite(struct, array, self.fit(target, value, array.element))
        self.fail(target, "assign to a name, an element of an array or a scalar field")

    def _declare(self, node: ast.AST, name: str, kind: Type) -> None:
        known = self.locals.get(name)
        if kind == NONE:
            self.fail(node, f"the call gives no value for {name!r}")
        if known is None:
            self.locals[name] = kind
        elif known != kind:
            hint = f"; begin with {name} = 0.0" if (known, kind) == (INT, FLOAT) else ""
            self.fail(node, f"{name!r} is {known} before and {kind} here; a name keeps one type{hint}")
        elif isinstance(kind, Array | Struct):
            self.fail(node, f"{name!r} already stands for {known}; an array keeps its name")

    def read_AugAssign(self, node: ast.AugAssign) -> list[tree.Statement]:
        if not isinstance(node.target, ast.Subscript):
            current = self.expression(ast.copy_location(_as_load(node.target), node))
            value = self.binary(node, node.op, current, self.expression(node.value))
            return [self._assign(node.target, value)]
        line = node.target.lineno
        array, index = self.element(node.target)
        change = self.expression(node.value)
        result: list[tree.Statement] = []
        if _may_differ(index, change):
            result, index = self._named_index(index)
        current = tree.Load(array.type.element, array, index, line)
        value = self.fit(node.target, self.binary(node, node.op, current, change), array.type.element)
        return [*result, tree.Store(array, index, value, line=line)]

    def _named_index(self, index: list[tree.Expression]) -> tuple[list[tree.Statement], list[tree.Expression]]:
        """Return statements that evaluate indices once, and the names that they have from then on."""
        names = [f".index{len(self.locals) + place}" for place in range(len(index))]
        self.locals |= dict.fromkeys(names, INT)
        assigned: list[tree.Statement] = [tree.Assign(name, each) for name, each in zip(names, index, strict=True)]
        return assigned, [tree.Local(INT, name) for name in names]

    def read_AnnAssign(self, node: ast.AnnAssign) -> NoReturn:
        self.fail(node, "annotations are not needed: the type of a name is that of its first value")

    # ---------------------------------------------------------------- control flow

    def read_If(self, node: ast.If) -> list[tree.Statement]:
        condition = self.condition(node.test)
        return [tree.If(condition, self.block(node.body), self.block(node.orelse))]

    def read_While(self, node: ast.While) -> list[tree.Statement]:
        if node.orelse:
            self.fail(node, "while ... else is not part of the kernel language")
        return [tree.While(self.condition(node.test), self.block(node.body))]

    def read_For(self, node: ast.For) -> list[tree.Statement]:
        call = node.iter
        if not isinstance(call, ast.Call) or ast.unparse(call.func) != "range" or not 1 <= len(call.args) <= 3:
            self.fail(node, "loops are `for name in range(...)`")
        if node.orelse or not isinstance(node.target, ast.Name):
            self.fail(node, "loops are `for name in range(...)`, without else")
        bounds = [self.fit(argument, self.expression(argument), INT) for argument in call.args]
        step = self._constant_step(node, bounds[2]) if len(bounds) == 3 else 1
        start = bounds[0] if len(bounds) > 1 else tree.Constant(INT, 0)
        stop = bounds[1] if len(bounds) > 1 else bounds[0]
        self._declare(node.target, node.target.id, INT)
        return [tree.For(node.target.id, start, stop, step, self.block(node.body))]

    def _constant_step(self, node: ast.AST, step: tree.Expression) -> int:
        if isinstance(step, tree.Unary) and isinstance(step.operand, tree.Constant):
            return -int(step.operand.value)
        if not isinstance(step, tree.Constant) or step.value == 0:
            self.fail(node, "the step of a range is a constant other than 0")
        return int(step.value)

    def read_Break(self, node: ast.Break) -> list[tree.Statement]:
        return [tree.Break()]

    def read_Continue(self, node: ast.Continue) -> list[tree.Statement]:
        return [tree.Continue()]

    def read_Pass(self, node: ast.Pass) -> list[tree.Statement]:
        return []

    def read_Return(self, node: ast.Return) -> list[tree.Statement]:
        value = self.expression(node.value) if node.value is not None else None
        kind = value.type if value is not None else NONE
        if isinstance(kind, Array | Struct | Table):
            self.fail(node, f"a kernel cannot return {kind}")
        if self.returns not in (None, kind):
            self.fail(node, f"returns {kind} here and {self.returns} before")
        self.returns = kind
        return [tree.Return(value)]

    def read_Expr(self, node: ast.Expr) -> list[tree.Statement]:
        value = self.expression(node.value)
        if not isinstance(value, tree.Call):
            self.fail(node, "this expression has no effect")
        return [tree.Evaluate(value)]

    def condition(self, node: ast.expr) -> tree.Expression:
        """Return a condition, which must be a bool."""
        value = self.expression(node)
        if value.type != BOOL:
            self.fail(node, f"a condition must be bool, this is {value.type}; compare it, for example `!= 0`")
        return value


def _may_differ(index: list[tree.Expression], change: tree.Expression) -> bool:
    """Tell whether indices may have other values, or an effect, when they are evaluated again after a change is known.

    Calls may write what they or other indices read.
    """
    if any(isinstance(node, tree.Call) for node in walk(*index)):
        return True
    called = any(isinstance(node, tree.Call) for node in walk(change))
    return called and any(isinstance(node, tree.Load | tree.FieldRead) for node in walk(*index))


def _as_load(target: ast.expr) -> ast.expr:
    """Return the same place as an expression to read."""
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    return ast.Attribute(target.value, target.attr, ast.Load())  # type: ignore[attr-defined]


def _always_returns(body: list[tree.Statement]) -> bool:
    for statement in body:
        if isinstance(statement, tree.Return):
            return True
        if isinstance(statement, tree.If) and _always_returns(statement.then) and _always_returns(statement.otherwise):
            return True
    return False
