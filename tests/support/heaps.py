"""Heaps of boxes that touch from the start: one island of many trees."""

import numpy as np


def heap(side: int, *, option: str = "", seed: int = 0) -> str:
    """Return side^3 boxes on the ground, slightly turned, that overlap their neighbours, and a ball far from them."""
    rng, boxes = np.random.default_rng(seed), ""
    for x, y, z in np.ndindex(side, side, side):
        quat = " ".join(map(str, np.array([1, 0, 0, 0]) + rng.normal(0, 0.01, 4)))
        place = " ".join(map(str, 0.198 * np.array([x, y, z + 0.5]) + rng.normal(0, 0.0005, 3)))
        boxes += (
            f'<body pos="{place}" quat="{quat}"><freejoint/><geom type="box" size=".1 .1 .1" density="500"/></body>'
        )
    ball = '<body pos="-3 0 .1"><freejoint/><geom size=".101"/></body>'
    plane = '<geom type="plane" size="9 9 1"/>'
    return f'<mujoco><option timestep="0.004" {option}/><worldbody>{plane}{boxes}{ball}</worldbody></mujoco>'
