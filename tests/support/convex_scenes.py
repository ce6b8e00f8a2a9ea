"""Pairs of convex geoms in random poses, collided by MuJoCo and by the convex engine alone."""

import numpy as np

from corten.stages.collision.convex.convex_pairs import convex_pairs
from support import oracle
from support.geom_pairs import set_candidate

TYPES = ("plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh")
SIZES = {
    "sphere": (0.11,),
    "capsule": (0.08, 0.13),
    "ellipsoid": (0.1, 0.14, 0.07),
    "cylinder": (0.12, 0.09),
    "box": (0.1, 0.14, 0.06),
}
# given, because MuJoCo refuses to compute those of micrometres
INERTIAL = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
PAIRS = (
    "sphere ellipsoid",
    "capsule ellipsoid",
    "capsule cylinder",
    "ellipsoid ellipsoid",
    "ellipsoid cylinder",
    "ellipsoid box",
    "cylinder cylinder",
    "cylinder box",
    "sphere cloud",
    "capsule cloud",
    "capsule brick",
    "ellipsoid cloud",
    "cylinder prism",
    "box cloud",
    "box prism",
    "pebble cloud",
    "brick prism",
)


def vertices(name: str) -> np.ndarray:
    """Return the vertices of a mesh: points on an ellipsoid, a box, a prism over a nonagon, or an icosahedron."""
    if name == "brick":
        return np.array([[x, y, z] for x in (-0.1, 0.1) for y in (-0.14, 0.14) for z in (-0.06, 0.06)])
    if name == "prism":
        turns = 2 * np.pi * np.arange(9) / 9
        return np.array([[0.12 * np.cos(a), 0.12 * np.sin(a), z] for a in turns for z in (-0.08, 0.08)])
    if name == "star":
        high = (1 + np.sqrt(5)) / 2
        edges = [(0, a, b) for a in (-1, 1) for b in (-high, high)]
        return 0.07 * np.array([np.roll(edge, turn) for turn in range(3) for edge in edges])
    rng = np.random.default_rng(3)
    points = rng.normal(size=({"cloud": 40, "pebble": 7}[name], 3))
    return points / np.linalg.norm(points, axis=1)[:, None] * (0.1, 0.13, 0.07)


def geom(shape: str, scale: float, margin: float) -> tuple[str, str]:
    """Return a geom and the asset that it needs."""
    if shape in SIZES:
        size = " ".join(f"{scale * number:.17g}" for number in SIZES[shape])
        return f'<geom type="{shape}" size="{size}" margin="{scale * margin:.17g}"/>', ""
    numbers = " ".join(f"{scale * number:.9g}" for number in vertices(shape).ravel())
    asset = f'<mesh name="{shape}" vertex="{numbers}" inertia="convex"/>'
    return f'<geom type="mesh" mesh="{shape}" margin="{scale * margin:.17g}"/>', asset


class Pair:
    """Two free geoms in both engines; the convex engine gets MuJoCo's poses and one candidate."""

    # the stage of the engine
    narrow = convex_pairs

    def __init__(self, shapes: str, margin: float = 0.0, scale: float = 1.0, option: str = "", flag: str = ""):
        bodies, assets = "", ""
        for shape in shapes.split():
            text, asset = geom(shape, scale, margin)
            bodies += f"<body><freejoint/>{INERTIAL}{text}</body>"
            assets += asset if asset not in assets else ""
        self.margin, self.scale = scale * margin, scale
        self.mjm, self.mjd, self.model, self.data = oracle.load_both(
            f"<mujoco><option {option}><flag {flag}/></option><asset>{assets}</asset>"
            f"<worldbody>{bodies}</worldbody></mujoco>"
        )
        self.data.grow(maxunsorted=64, maxcandidate=1)

    def theirs(self, qpos: np.ndarray) -> np.ndarray:
        """Return MuJoCo's contacts in a pose: distance, position, normal in each row."""
        contacts = oracle.find_contacts(self.mjm, self.mjd, qpos)
        return np.array([[c.dist, *c.pos, *c.frame[:3]] for c in contacts]).reshape(-1, 7)

    def ours(self) -> np.ndarray:
        """Return the contacts of the convex engine for MuJoCo's last pose, in the same form."""
        data, types = self.data, self.model.geom_type
        oracle.copy_fields(self.mjd, data, ["geom_xpos", "geom_xmat"])
        first, second = (0, 1) if types[0] <= types[1] else (1, 0)
        set_candidate(self.model, data, first, second, 2 * self.margin)
        data.work.nunsorted = 0
        while type(self).narrow(self.model, data):
            assert data.make_room()
            data.work.nunsorted = 0
        return np.column_stack([data.work.unsorted_dist, data.work.unsorted_pos, data.work.unsorted_normal])


def random_pose(rng: np.random.Generator, spread: float, scale: float = 1.0) -> np.ndarray:
    """Return a random pose of both bodies, their centres apart by about the spread."""
    qpos = rng.normal(size=14)
    qpos[:3] = rng.uniform(-1, 1, 3)
    qpos[7:10] = qpos[:3] + spread * qpos[7:10]
    qpos[3:7] /= np.linalg.norm(qpos[3:7])
    qpos[10:] /= np.linalg.norm(qpos[10:])
    qpos[[0, 1, 2, 7, 8, 9]] *= scale
    return qpos


def multiply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the product of two quaternions."""
    w = a[0] * b[0] - a[1:] @ b[1:]
    return np.array([w, *(a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:]))])


def stacked_pose(rng: np.random.Generator, tilt: float, reach: float = 0.24) -> np.ndarray:
    """Return a pose whose axes are nearly parallel or at right angles, so that faces and edges meet flat."""
    half = np.sqrt(0.5)
    turns = np.array([[1, 0, 0, 0], [half, half, 0, 0], [half, 0, half, 0], [half, 0, 0, half]])
    spin = rng.uniform(0, np.pi)
    second = multiply(np.array([np.cos(spin), 0, 0, np.sin(spin)]), turns[rng.integers(4)])
    lean = np.array([1.0, *(0.5 * tilt * rng.normal(size=3))])
    world = rng.normal(size=4)
    world /= np.linalg.norm(world)
    offset = np.array([0.0, *rng.uniform(-0.08, 0.08, 2), rng.uniform(0.5, 1) * reach])
    moved = multiply(multiply(world, offset), world * (1, -1, -1, -1))[1:]
    qpos = np.zeros(14)
    qpos[3:7] = multiply(world, turns[rng.integers(4)])
    qpos[7:10] = moved
    qpos[10:] = multiply(multiply(world, lean / np.linalg.norm(lean)), second)
    return qpos


def distance(a: np.ndarray, b: np.ndarray) -> float:
    """Return how far two sets of contacts are apart: the largest step from a contact to its nearest counterpart."""
    if len(a) != len(b):
        return np.inf
    if len(a) == 0:
        return 0.0
    gaps = np.abs(a[:, None] - b[None]).max(axis=2)
    return float(max(gaps.min(axis=0).max(), gaps.min(axis=1).max()))
