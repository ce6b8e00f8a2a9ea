"""Kernels that list pairs, sort boxes and measure a model keep to their arrays, and give what plain Python gives."""

import random

import pytest

import corten
from support.recompiled import assert_same

SEEDS = 12


def random_model(seed):
    """Return a model with several geoms to a body, explicit pairs, excluded ones, and flags that change their order."""
    draw, names, bodies = random.Random(seed), [], ""
    for b in range(draw.randrange(1, 6)):
        shapes = ""
        for g in range(draw.randrange(1, 6)):
            names.append(f"g{b}_{g}")
            kind, bits = draw.choice(("box", "sphere", "capsule")), draw.randrange(4)
            place = " ".join(str(draw.choice((0, 0.1, 0.1 + 1e-15, draw.random()))) for _ in range(3))
            shapes += f'<geom name="{names[-1]}" type="{kind}" size=".1 .1 .1" pos="{place}" contype="{bits}"/>'
        bodies += f'<body name="b{b}" pos="{b} 0 1"><freejoint/>{shapes}</body>'
    pairs = {tuple(sorted(draw.sample(names, 2))) for _ in range(draw.randrange(4)) if len(names) > 1}
    contact = "".join(f'<pair geom1="{one}" geom2="{other}"/>' for one, other in sorted(pairs))
    flag = draw.choice(("", '<option><flag midphase="disable"/></option>'))
    text = f"<mujoco>{flag}<worldbody>{bodies}</worldbody><contact>{contact}</contact></mujoco>"
    return corten.load_model_from_string(text)


@pytest.mark.parametrize("mode", ["checked", "python"])
def test_compiling_keeps_its_bits_in_all_modes(mode, monkeypatch):
    """Compile random models with every index tested, and in plain Python, to the same bits."""
    compiled = [random_model(seed) for seed in range(SEEDS)]
    monkeypatch.setenv("CORTEN_KERNELS", mode)
    for seed, model in enumerate(compiled):
        assert_same(random_model(seed), model)
