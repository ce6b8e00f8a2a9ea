"""What functions of users take, give and may write, by their kind; what is not so is refused."""

from dataclasses import dataclass

from corten.errors import KernelError
from corten.model import MODEL
from corten.model.plugin_fields import PLUGIN_NUMBERS
from corten.runtime.kernel import Helper

# results in words, and how many numbers they are; a tuple of one number is none of them
COUNTS = {"nothing": 0, "a number": 1, "three numbers": 3, "six numbers": 6}

# arguments that are tuples, and how many numbers they have; the others are Model, Data and the number of an object
TUPLES = {"prm": PLUGIN_NUMBERS, "x": 3}


@dataclass(frozen=True, slots=True)
class Role:
    """What functions of a kind take and give, and the fields of Data that they may write."""

    returns: str
    writes: frozenset[str] = frozenset()
    takes: tuple[str, ...] = ("m", "d", "i")


ROLES = {
    "dynamics": Role("a number", frozenset({"act_dot"})),
    "gain": Role("a number"),
    "bias": Role("a number"),
    "sensor": Role("nothing", frozenset({"sensordata", "userdata"})),
    "passive": Role("nothing", frozenset({"qfrc_passive"})),
    "sdf": Role("a number", takes=("prm", "x")),
    "sdf_gradient": Role("three numbers", takes=("prm", "x")),
    "sdf_box": Role("six numbers", takes=("prm",)),
}


def fields_read(kind: str, function: Helper) -> frozenset[str]:
    """Return the fields of Data that a function reads; refuse what is not of the language or not its business."""
    from corten.data import DATA
    from corten.runtime.language.functions import read_program
    from corten.runtime.passes.effects import program_effects

    role, code = ROLES[kind], function.function.__code__
    place = f"{code.co_filename}:{code.co_firstlineno}: {function.name}"
    if code.co_argcount != len(role.takes):
        takes = ", ".join(role.takes)
        raise KernelError(f"{place} takes {code.co_argcount} arguments; {kind} functions take ({takes})")
    program = read_program(function, _argument_types(role))
    result, effects = program.entry.result, program_effects(program)[program.entry]
    if _count(result) != COUNTS[role.returns]:
        raise KernelError(f"{place} returns {result}; {kind} functions return {role.returns}")
    allowed = {f"{DATA.name}.{field}" for field in role.writes}
    if forbidden := sorted(effects.writes - allowed):
        may = f"may write {', '.join(sorted(allowed))} alone" if allowed else "write nothing"
        raise KernelError(f"{place} writes {', '.join(forbidden)}; {kind} functions {may}")
    return frozenset(field.partition(".")[2] for field in effects.reads if field.startswith(f"{DATA.name}."))


def _argument_types(role: Role):
    """Return the types in the kernel language of what a function takes."""
    from corten.data import DATA
    from corten.runtime.typed.types import FLOAT, INT, Struct, Tuple

    others = {"m": Struct(MODEL), "d": Struct(DATA), "i": INT}
    return tuple(Tuple((FLOAT,) * TUPLES[name]) if name in TUPLES else others[name] for name in role.takes)


def _count(result) -> int:
    """Return how many numbers a result is, -1 if it is something else."""
    from corten.runtime.typed.types import FLOAT, INT, NONE, Tuple

    if result == NONE:
        return 0
    if type(result) is Tuple and len(result.items) > 1 and all(item in (FLOAT, INT) for item in result.items):
        return len(result.items)
    return 1 if result in (FLOAT, INT) else -1
