"""Damaged models: each loads or is refused with a ModelError, never with another exception."""

import os
import random
import re

import pytest

import corten
from support.compile_scenes import SCENES
from support.constraint_scenes import MORE

pytestmark = pytest.mark.filterwarnings("ignore::corten.UnbuiltFeatureWarning", "ignore::corten.ModelWarning")

# mutants of each seed; a long run takes more
MUTANTS = int(os.environ.get("CORTEN_MUTANTS", "400"))

# values that fit nowhere, or elsewhere
STRANGE = (
    *("", "0", "-1", "1e300", "nan", "inf", "-0.0", "1e-320", "99999999999", "1 2", "0 0 0", "a", "true", "none"),
    *("1 2 3 4 5 6 7 8 9 10 11 12", "h", "s0", "ga", "t", "f", "ball", "free", "d", "world", "cam"),
)
MODELS = [xml for name, xml in (MORE | SCENES).items() if name != "textures"]
MODELS += [corten.models.path(name).read_text() for name in corten.models.names()]


def mutant(xml: str, rng: random.Random) -> str:
    """Return a model with one to three accidents: values, attributes and elements changed, doubled or lost."""
    for _ in range(rng.randint(1, 3)):
        attributes = list(re.finditer(r'(\w+)="([^"]*)"', xml))
        elements = list(re.finditer(r"<\w+[^<>]*/>", xml))
        if not attributes or not elements:
            return xml
        accident, attribute, element = rng.random(), rng.choice(attributes), rng.choice(elements)
        if accident < 0.6:
            value = rng.choice(STRANGE) if rng.random() < 0.7 else rng.choice(attributes)[2]
            xml = xml[: attribute.start(2)] + value + xml[attribute.end(2) :]
        elif accident < 0.75:
            xml = xml[: attribute.start()] + xml[attribute.end() :]
        elif accident < 0.9:
            xml = xml[: element.start()] + element[0] * rng.choice((0, 0, 2)) + xml[element.end() :]
        else:
            xml = xml[: attribute.start(1)] + rng.choice(attributes)[1] + xml[attribute.end(1) :]
    return xml


@pytest.mark.parametrize("seed", range(20))
def test_mutants_load_or_are_refused(seed):
    """Give a model or a ModelError for every mutant."""
    rng, loaded, refused = random.Random(seed), 0, 0
    for _ in range(MUTANTS):
        xml = mutant(rng.choice(MODELS), rng)
        try:
            corten.load_model_from_string(xml)
            loaded += 1
        except corten.ModelError:
            refused += 1
        except Exception as error:
            pytest.fail(f"{type(error).__name__}: {error}\n{xml}")
    assert loaded > 0 and refused > 0
