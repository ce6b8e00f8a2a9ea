"""The generator of random marks."""

from corten.compile.assets.twister import random_numbers


def test_numbers_are_those_of_the_standard():
    """Begin with the first number of the 64-bit Mersenne twister for the seed 42, whatever the count."""
    numbers = random_numbers(10_000)
    assert numbers[0] == 13930160852258120406 / 2.0**64
    assert len(random_numbers(0)) == 0 and (random_numbers(700) == numbers[:700]).all()
