"""Values from text, from Python and back."""

import math

import numpy as np
import pytest

from corten.mjcf.schema import Attribute
from corten.mjcf.schema.loader import read_attribute
from corten.mjcf.value import coerce_value, format_value, parse_value


def attribute(form: str) -> Attribute:
    """Return an attribute called x of this form."""
    return read_attribute("x", form)


@pytest.mark.parametrize(
    ("form", "text", "value"),
    [
        ("real", " 1.5 ", 1.5),
        ("real", "+.5e1", 5.0),
        ("real", "0x1p-3", 0.125),
        ("real", "1e-400", 0.0),
        ("real", "", None),
        ("real[3]", "1\t2\n3", (1.0, 2.0, 3.0)),
        ("real[1..3]", "1", (1.0,)),
        ("real[]", "1 2 3 4 5", (1.0, 2.0, 3.0, 4.0, 5.0)),
        ("int", "+7", 7),
        ("int", "-2147483648", -2147483648),
        ("int[2]", "0 5", (0, 5)),
        ("bool", "true", True),
        ("keyword(a b)", "b", "b"),
        ("keywords(a b)", " b a ", ("b", "a")),
        ("keywords(a b)", "", None),
        ("chars(xyz)[3]", "zyx", "zyx"),
        ("string", "", ""),
        ("name body", "", None),
        ("bytes", "2k", 2048),
        ("bytes", "-1", -1),
        ("bytes", "16M", 16 << 20),
    ],
)
def test_text_becomes_a_typed_value(form, text, value):
    """Parse text of every type."""
    parsed = parse_value(attribute(form), text)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("form", "text", "message"),
    [
        ("real", "1 2", "x has 2 numbers; 1 is allowed"),
        ("real[2]", "1", "x has 1 number; 2 are allowed"),
        ("real[2]", "1 2 3", "x has 3 numbers; 2 are allowed"),
        ("real[1..3]", "1 2 3 4", "x has 4 numbers; 1 to 3 are allowed"),
        ("real[1..3]; spread", "1 2", "x has 2 numbers; 1 or 3 are allowed"),
        ("real", "one", "x has 'one' where a number is expected"),
        ("real[2]", "1,2", "x has '1,2' where a number is expected"),
        ("real", "1_0", "x has '1_0' where a number is expected"),
        ("real", "١", "x has '١' where a number is expected"),
        ("real", "nan", "x has nan; numbers must be finite"),
        ("real[2]", "0 -inf", "x has -inf; numbers must be finite"),
        ("real", "1e400", "x has inf; numbers must be finite"),
        ("int", "1.0", "x has '1.0' where a whole number is expected"),
        ("int", "0x10", "x has '0x10' where a whole number is expected"),
        ("int", "-", "x has '-' where a whole number is expected"),
        ("int", "2147483648", "x has a whole number that does not fit into 32 bits"),
        ("int", "9" * 5000, f"x has '{'9' * 5000}', which is too large for a whole number"),
        ("int; min -1", "-2", "x is -2; the least allowed is -1"),
        ("int[2]; max 30", "3 31", "x is 31; the largest allowed is 30"),
        ("real; above 0", "0", "x is 0.0; it must be larger than 0"),
        ("real[2]; nonzero", "0 0", "x is zero; at least one of its numbers must not be"),
        ("bool", "True", "x is 'True'; true or false is expected"),
        ("keyword(sphere box)", "boxx", "x is 'boxx'; did you mean 'box'? (allowed: sphere, box)"),
        ("keyword(sphere box)", "", "x is '' (allowed: sphere, box)"),
        ("keywords(a b)", "a a", "x repeats a word in 'a a'"),
        ("chars(xyz)[3]", "xy", "x has 2 letters; 3 are allowed"),
        ("chars(xyz)[3]", "abc", "x has the letter 'a'; allowed: x y z"),
        ("string; nonempty", "", "x is empty"),
        ("bytes", "1.5M", "x is '1.5M'; a number of bytes is expected, such as 1000000, 500K, 16M or 2G"),
        ("bytes", "16E", "x is '16E'; a number of bytes is expected, such as 1000000, 500K, 16M or 2G"),
    ],
)
def test_text_of_the_wrong_kind_is_refused(form, text, message):
    """Say what is wrong with a text and what is allowed."""
    with pytest.raises(ValueError) as caught:
        parse_value(attribute(form), text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("form", "given", "value"),
    [
        ("real", 3, 3.0),
        ("real", np.float32(0.5), 0.5),
        ("real[3]", np.array([1, 2, 3]), (1.0, 2.0, 3.0)),
        ("real[3]", "1 2 3", (1.0, 2.0, 3.0)),
        ("real[1..3]", 2, (2.0,)),
        ("int", np.int64(4), 4),
        ("bool", True, True),
        ("bool", np.int32(0), False),
        ("keyword(false true auto)", True, "true"),
        ("keywords(a b)", ["a", "b"], ("a", "b")),
        ("bytes", 4096, 4096),
    ],
)
def test_python_values_are_taken(form, given, value):
    """Turn numbers, arrays, bools and sequences into the value a file would give."""
    coerced = coerce_value(attribute(form), given)
    assert coerced == value
    assert type(coerced) is type(value)


@pytest.mark.parametrize(
    ("form", "given", "message"),
    [
        ("real[2]", (1, None), "x has None where a number is expected"),
        ("real", math.nan, "x has nan; numbers must be finite"),
        ("int", 1.5, "x has 1.5 where a whole number is expected"),
        ("int", True, "x has True where a whole number is expected"),
        ("bool", 2, "x is 2; true or false is expected"),
        ("keyword(a b)", 1, "x is 1; one of a, b is expected"),
        ("string", 1, "x is 1; text is expected"),
    ],
)
def test_python_values_of_the_wrong_kind_are_refused(form, given, message):
    """Say what is wrong with a Python value."""
    with pytest.raises(ValueError) as caught:
        coerce_value(attribute(form), given)
    assert str(caught.value) == message


@pytest.mark.parametrize("number", [0.1, 1 / 3, -0.0, 1e300, 5e-324, 123456789.0, 1e22, -2.5])
def test_numbers_survive_text(number):
    """Write numbers so that they read back to the last bit."""
    again = parse_value(attribute("real"), format_value(number))
    assert (again, math.copysign(1, again)) == (number, math.copysign(1, number))


def test_values_are_written_as_mjcf():
    """Write bools, words and arrays as MJCF has them."""
    assert format_value(True) == "true"
    assert format_value((1.0, 0.5, -2.0)) == "1 0.5 -2"
    assert format_value(("rgb", "depth")) == "rgb depth"
