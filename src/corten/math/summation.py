"""Sums of many numbers, with what rounding took away carried along where floats are short.

A sum is a pair (total, lost) that begins as (0, 0); total + lost is its value.
"""

from corten.runtime import helper


@helper
def add_term(total, lost, term):
    """Return a sum with another term; in double precision nothing is carried along."""
    return total + term, lost


@add_term.version(precision="float32")
def add_term_single(total, lost, term):
    """Return a sum with another term, and with what the addition has lost, which Knuth's transformation finds."""
    new = total + term
    part = new - total
    return new, lost + ((total - (new - part)) + (term - part))
