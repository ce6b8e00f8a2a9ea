"""The words of <option> and <flag> in the schema are those of the enums."""

import pytest

from corten.compile.elements.model_options import WORDS
from corten.enums import DisableBit, EnableBit, Integrator
from corten.mjcf.schema import declaration
from corten.stages.integrate import METHODS

OPTION, FLAG = declaration("option:option"), declaration("option:flag")


@pytest.mark.parametrize("name", WORDS)
def test_words_of_the_schema_are_those_of_the_enum(name):
    """Let the schema know exactly the words that the enum of an option has."""
    assert set(OPTION.attributes[name].words) == set(WORDS[name])


def test_every_word_of_the_schema_has_an_enum():
    """Leave no option with words to anything else than an enum."""
    assert {name for name, attribute in OPTION.attributes.items() if attribute.words} == set(WORDS)


def test_supported_integrators_are_those_with_a_method():
    """Accept in a file exactly the integrators that have stages."""
    words = OPTION.limits.get("integrator", OPTION.attributes["integrator"].words)
    assert {Integrator(method).word for method in METHODS} == set(words)


def test_flags_of_the_schema_are_bits():
    """Let every flag be a bit, and its default the value that sets none."""
    bits = {bit.name.lower(): "enable" for bit in DisableBit} | {bit.name.lower(): "disable" for bit in EnableBit}
    assert {name: attribute.default for name, attribute in FLAG.attributes.items()} == bits
