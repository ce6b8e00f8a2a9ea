"""Grids of signed distances with known shapes, and models in which one of them meets another geom."""

import numpy as np

import corten

# [m] samples of all grids here; the ball is 15 of them wide in radius
CELL, BALL, CUBE = 0.02, 0.3, 0.2

ROCK = (
    '<mesh name="slab" vertex="-.4 -.4 -.1 .4 -.4 -.1 .4 .4 -.1 -.4 .4 -.1 -.4 -.4 .1 .4 -.4 .1 .4 .4 .1 -.4 .4 .1"/>'
)
HILLS = '<hfield name="flat" nrow="11" ncol="11" size="1 1 .5 .1"/>'

# one geom of every type with its top at the given height
OTHERS = {
    "plane": ('type="plane" size="2 2 1"', 0.0),
    "hfield": ('type="hfield" hfield="flat"', 0.0),
    "sphere": ('type="sphere" size=".2"', 0.2),
    "capsule": ('type="capsule" size=".1 .3" euler="0 90 0"', 0.1),
    "ellipsoid": ('type="ellipsoid" size=".4 .3 .1"', 0.1),
    "cylinder": ('type="cylinder" size=".4 .1"', 0.1),
    "box": ('type="box" size=".4 .4 .1"', 0.1),
    "mesh": ('type="mesh" mesh="slab"', 0.1),
    "sdf": ('type="sdf"', CUBE),
}


def ball_distance(points: np.ndarray) -> np.ndarray:
    """Return the distance to a ball."""
    return np.linalg.norm(points, axis=-1) - BALL


def cube_distance(points: np.ndarray) -> np.ndarray:
    """Return the distance to a cube."""
    beyond = np.abs(points) - CUBE
    return np.linalg.norm(np.maximum(beyond, 0.0), axis=-1) + np.minimum(beyond.max(-1), 0.0)


def torus_distance(points: np.ndarray) -> np.ndarray:
    """Return the distance to a ring of radius 0.2 around z that is 0.05 thick."""
    across = np.linalg.norm(points[..., :2], axis=-1) - 0.2
    return np.hypot(across, points[..., 2]) - 0.05


def gear_distance(points: np.ndarray) -> np.ndarray:
    """Return about the distance to a disc with eight round teeth."""
    radius, angle = np.linalg.norm(points[..., :2], axis=-1), np.arctan2(points[..., 1], points[..., 0])
    side = (radius - 0.2 - 0.03 * np.cos(8 * angle)) / np.hypot(1.0, 8 * 0.03 / 0.2)
    return np.maximum(side, np.abs(points[..., 2]) - 0.05)


def ball(cell: float = CELL) -> corten.SdfGrid:
    """Return the grid of a ball."""
    return corten.SdfGrid.from_function(ball_distance, [-0.4] * 3, [0.4] * 3, cell)


def cube() -> corten.SdfGrid:
    """Return the grid of a cube."""
    return corten.SdfGrid.from_function(cube_distance, [-0.25] * 3, [0.25] * 3, CELL)


def torus() -> corten.SdfGrid:
    """Return the grid of a ring."""
    return corten.SdfGrid.from_function(torus_distance, [-0.3, -0.3, -0.1], [0.3, 0.3, 0.1], CELL)


def gear() -> corten.SdfGrid:
    """Return the grid of a gear."""
    return corten.SdfGrid.from_function(gear_distance, [-0.28, -0.28, -0.08], [0.28, 0.28, 0.08], 0.01)


def world(*parts: str, option: str = "") -> str:
    """Return a model of some parts of a world."""
    return f"<mujoco>{option}<asset>{ROCK}{HILLS}</asset><worldbody>{''.join(parts)}</worldbody></mujoco>"


def free(geom: str, pos: str = "0 0 0", turn: str = "1 0 0 0") -> str:
    """Return a free body of 1 kg with a geom."""
    inertia = '<inertial pos="0 0 0" mass="1" diaginertia=".02 .02 .02"/>'
    return f'<body pos="{pos}" quat="{turn}"><freejoint/>{geom}{inertia}</body>'


def meet(other: str, grid: corten.SdfGrid, pos: str, margin: float = 0.0, other_grid: corten.SdfGrid | None = None):
    """Return (model, data) with a geom "other" and a free geom "solid" of type sdf, contacts found."""
    parts = f'<geom name="other" {other}/>', free(f'<geom name="solid" type="sdf" margin="{margin}"/>', pos)
    model = corten.load_model_from_string(world(*parts))
    model.set_geom_sdf("solid", grid)
    if other_grid is not None:
        model.set_geom_sdf("other", other_grid)
    data = model.make_data()
    corten.forward(model, data)
    return model, data
