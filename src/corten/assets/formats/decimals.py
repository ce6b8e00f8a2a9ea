"""Decimal numbers in a text, for kernels that read files."""

from typing import NamedTuple

from corten.runtime import helper

PLUS, MINUS, POINT, ZERO, NINE = (ord(sign) for sign in "+-.09")
LARGE_E, SMALL_E = ord("E"), ord("e")

# powers of ten that a float holds exactly
LARGEST_POWER = 22
POWERS = tuple(float(10**i) for i in range(LARGEST_POWER + 1))

# digits are gathered up to here, and ints up to here are exact as floats
MOST_DIGITS, LARGEST_EXACT = 10**17, 1 << 53

# more than the relative error of a number that is not exact: three roundings, and digits that were left out
SLACK = 1e-15

# digits of an exponent, or of an index, beyond which a word means nothing
MOST_EXPONENT, MOST_INDEX = 10**4, 10**17


class Decimal(NamedTuple):
    """Bounds of a number, which are the same where it is exact; not sound: Python has to look at the word."""

    low: float
    high: float
    sound: bool


class Index(NamedTuple):
    """A whole number, where it ends, whether it has a minus, and whether it has digits at all."""

    value: int
    end: int
    minus: bool
    sound: bool


@helper
def read_decimal(text, at, end):
    """Return the number that a word of a text states."""
    i = at
    minus = text[i] == MINUS
    if minus or text[i] == PLUS:
        i += 1
    digits, ndigit, scale, point, short = 0, 0, 0, False, True
    while i < end:
        sign = int(text[i])
        if sign == POINT and not point:
            point = True
        elif sign >= ZERO and sign <= NINE:
            ndigit += 1
            if digits < MOST_DIGITS:
                digits = 10 * digits + sign - ZERO
                scale -= 1 if point else 0
            else:
                scale += 0 if point else 1
                short = False
        else:
            break
        i += 1
    exponent = read_exponent(text, i, end)
    scale += exponent.value
    sound = ndigit > 0 and exponent.sound and exponent.end == end and abs(scale) <= LARGEST_POWER
    power = POWERS[min(abs(scale), LARGEST_POWER)]
    value = float(digits) * power if scale >= 0 else float(digits) / power
    slack = 0.0 if short and digits <= LARGEST_EXACT else SLACK * value
    low, high = value - slack, value + slack
    return Decimal(-high if minus else low, -low if minus else high, sound)


@helper
def read_exponent(text, at, end):
    """Return the exponent that a number may end with, 0 if it has none."""
    if at >= end or (text[at] != SMALL_E and text[at] != LARGE_E):
        return Index(0, at, False, True)
    found = read_index(text, at + 1, end)
    value = min(found.value, MOST_EXPONENT)
    return Index(-value if found.minus else value, found.end, found.minus, found.sound)


@helper
def read_index(text, at, end):
    """Return the whole number, without its sign, that begins at a place of a text."""
    i = at
    minus = i < end and text[i] == MINUS
    if minus or (i < end and text[i] == PLUS):
        i += 1
    first, value = i, 0
    while i < end and value < MOST_INDEX:
        sign = int(text[i])
        if sign < ZERO or sign > NINE:
            break
        value = 10 * value + sign - ZERO
        i += 1
    return Index(value, i, minus, i > first)
