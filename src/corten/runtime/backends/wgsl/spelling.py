"""How WGSL spells what kernels compute with: types, numbers, names and operations. Floats and ints have 32 bits."""

import re

import numpy as np

from corten.runtime.typed.types import BOOL, FLOAT, INT, Array, Scalar, Struct, Type

SCALARS = {FLOAT: "f32", INT: "i32", BOOL: "bool"}
LARGEST_INT = 2**31 - 1

# intrinsics of one float that WGSL has under another name, or under the same one
FLOAT_LIBRARY = {"sqrt": "sqrt", "floor": "floor", "trunc": "trunc", "rint": "round", "abs": "abs"}

# what stands for the negation of a comparison that is to hold for NaN, too
NEGATED = {"<": "not_less", "<=": "not_less_equal", ">": "not_greater", ">=": "not_greater_equal"}

# Functions that kernels need and WGSL lacks. NaN is found by its bits, for shader compilers may assume that there is
# none; min and max give the first of two equals, as the other machines do. `no_bits` is 0, which only the run knows:
# what it is mixed into cannot be folded, nor moved out of the order in which kernels compute.
LIBRARY = {
    "is_nan": "fn is_nan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }",
    "not_less": "fn not_less(a: f32, b: f32) -> bool { return !(a < b) || is_nan(a) || is_nan(b); }",
    "not_less_equal": "fn not_less_equal(a: f32, b: f32) -> bool { return !(a <= b) || is_nan(a) || is_nan(b); }",
    "not_greater": "fn not_greater(a: f32, b: f32) -> bool { return !(a > b) || is_nan(a) || is_nan(b); }",
    "not_greater_equal": (
        "fn not_greater_equal(a: f32, b: f32) -> bool { return !(a >= b) || is_nan(a) || is_nan(b); }"
    ),
    "min_float": "fn min_float(a: f32, b: f32) -> f32 { return select(a, b, b < a); }",
    "max_float": "fn max_float(a: f32, b: f32) -> f32 { return select(a, b, b > a); }",
    "copy_sign": (
        "fn copy_sign(x: f32, y: f32) -> f32 "
        "{ return bitcast<f32>((bitcast<u32>(x) & 0x7fffffffu) | (bitcast<u32>(y) & 0x80000000u)); }"
    ),
    "no_bits": "var<private> no_bits: u32;",
    "from_bits": "fn from_bits(bits: u32) -> f32 { return bitcast<f32>(bits ^ no_bits); }",
    "exact": "fn exact(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ no_bits); }",
    "floor_quotient": (
        "fn floor_quotient(a: i32, b: i32) -> i32 "
        "{ let rest = a % b; return a / b - select(0, 1, rest != 0 && (rest ^ b) < 0); }"
    ),
    "floor_rest": (
        "fn floor_rest(a: i32, b: i32) -> i32 "
        "{ let rest = a % b; return rest + select(0, b, rest != 0 && (rest ^ b) < 0); }"
    ),
}


class NotExpressible(Exception):
    """A value that has no place in 32 bits."""


def is_reference(kind: Type) -> bool:
    """Tell whether values of a type need no register: m, d and their arrays are known by their types."""
    return isinstance(kind, Array | Struct)


def int_constant(value: int) -> str:
    """Return an int as WGSL writes it."""
    if not -LARGEST_INT - 1 <= value <= LARGEST_INT:
        raise NotExpressible(f"{value} does not fit into an int of 32 bits")
    # the sign of a literal is an operator, and the smallest int has no positive counterpart
    if value == -LARGEST_INT - 1:
        return f"(-{LARGEST_INT} - 1)"
    return str(value) if value >= 0 else f"({value})"


def float_constant(value: float) -> str | None:
    """Return a float as WGSL writes it, with as many digits as tell it from its neighbours; None if there is no way."""
    with np.errstate(over="ignore"):
        single = np.float32(value)
    if not np.isfinite(value):
        return None
    if not np.isfinite(single) or (value != 0.0 and single == 0.0):
        raise NotExpressible(f"{value!r} has no counterpart among floats of 32 bits")
    text = np.format_float_scientific(single, unique=True, trim="0") + "f"
    return f"({text})" if text.startswith("-") else text


def float_bits(value: float) -> str:
    """Return the bits of a float as WGSL writes them."""
    return f"0x{int(np.array(value, np.float32).view(np.uint32)):08x}u"


def scalar(kind: Scalar) -> str:
    """Return the WGSL name of the type of a number or truth value."""
    return SCALARS[kind]


def local_name(name: str) -> str:
    """Return the name of a local variable: never a word of WGSL, and those of the compiler apart from a kernel's."""
    return f"t_{_plain(name[1:])}" if name.startswith(".") else f"v_{_plain(name)}"


def function_name(name: str) -> str:
    """Return the name of a function: what it is called in its module, and its number in the program."""
    _, called, number = name.rsplit(".", 2)
    return f"{_plain(called)}_{number}"


def _plain(name: str) -> str:
    """Return a name of letters, digits and underscores."""
    return re.sub(r"\W", "_", name)
