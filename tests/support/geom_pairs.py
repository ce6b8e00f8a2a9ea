"""Two geoms in both engines: the narrow phase of one pair alone, at poses given from outside."""

from dataclasses import dataclass

import numpy as np

from corten.runtime.plan import Plan
from corten.stages.collision.broad.candidates import fill_buckets
from corten.stages.collision.geoms import kind_of_geoms
from corten.stages.collision.pairs import CONTACT_BUCKET
from support import oracle
from support.nudges import NUDGE, nudged_poses, poses_in_last_bits


def set_candidate(model, data, first: int, second: int, margin: float) -> None:
    """Make two geoms, the lower type first, the only candidate of the narrow phase."""
    data.unseal()
    kind = kind_of_geoms(model, first, second)
    data.work.ncandidate = 1
    data.work.candidate_geom[0] = first, second
    data.work.candidate_kind[0], data.work.candidate_bucket[0], data.work.candidate_margin[0] = (
        kind,
        CONTACT_BUCKET[kind],
        margin,
    )
    fill_buckets(data.engine_view())


@dataclass(frozen=True)
class Contacts:
    """Contacts of one pair in the order in which they were found."""

    dist: np.ndarray
    pos: np.ndarray
    normal: np.ndarray

    def differ(self, other: "Contacts", bound: float, scale: float) -> str:
        """Say what differs from other contacts by more than a bound, lengths relative to a scale; nothing if alike."""
        if len(self.dist) != len(other.dist):
            return f"{len(self.dist)} contacts, not {len(other.dist)}"
        for name, unit in (("dist", scale), ("pos", scale), ("normal", 1.0)):
            error = np.abs(getattr(self, name) - getattr(other, name)).max(initial=0.0)
            if not error <= bound * unit:
                return f"{name} differs by {error:.3g} where lengths are {scale:.3g}"
        return ""


def jumps(mjm, mjd, pos, mat, bound: float, scale: float) -> bool:
    """Tell whether MuJoCo's contacts of two geoms jump when the second one is moved or turned by a nudge.

    Or whether the last bits of the poses alone change them by more than a part of the bound.
    """
    here = Contacts(*oracle.collide(mjm, mjd, pos, mat))
    nudges = ((nudged_poses(pos, mat, scale), max(bound, 100 * NUDGE)), (poses_in_last_bits(pos, mat), 0.25 * bound))
    return any(
        here.differ(Contacts(*oracle.collide(mjm, mjd, *pose)), limit, scale)
        for poses, limit in nudges
        for pose in poses
    )


class GeomPair:
    """Two geoms, each (type, size), that collide up to a margin."""

    def __init__(self, stage, first, second, margin: float):
        self.scale = float(max(*first[1], *second[1]))
        geoms = "".join(_geom(name, *shape) for name, shape in (("a", first), ("b", second)))
        self.mjm, self.mjd, self.model, self.data = oracle.load_both(f"""
            <mujoco><worldbody>{geoms}</worldbody>
            <contact><pair geom1="a" geom2="b" margin="{margin!r}"/></contact></mujoco>""")
        self.plan = Plan([stage], (self.model.layout, self.data.layout))
        set_candidate(self.model, self.data, 0, 1, margin)

    def theirs(self, pos, mat) -> Contacts:
        """Return what MuJoCo finds."""
        return Contacts(*oracle.collide(self.mjm, self.mjd, pos, mat))

    def ours(self, pos, mat) -> Contacts:
        """Return what the stage finds."""
        data = self.data
        data.geom_xpos[...], data.geom_xmat[...] = pos, np.reshape(mat, (2, 9))
        data.work.nunsorted = 0
        assert self.plan.run(self.model, data, 1) == 0
        assert np.all(data.work.unsorted_candidate == 0)
        return Contacts(data.work.unsorted_dist.copy(), data.work.unsorted_pos.copy(), data.work.unsorted_normal.copy())

    def is_tie(self, pos, mat, bound: float) -> bool:
        """Tell whether MuJoCo's answer jumps when the second geom is moved or turned by a nudge."""
        return jumps(self.mjm, self.mjd, pos, mat, bound, self.scale)


def _geom(name: str, kind: str, size) -> str:
    geom = f'<geom name="{name}" type="{kind}" size="{" ".join(str(float(x)) for x in size)}"/>'
    if kind == "plane":
        return geom
    return f'<body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>{geom}</body>'
