"""A geom of type sdf and another geom in both engines: the narrow phase of the pair alone, at random poses."""

import numpy as np

from corten.runtime.plan import Plan
from corten.stages.collision.pairs import PAIRS, stage_named
from support import oracle
from support.geom_pairs import Contacts, set_candidate
from support.sdf_meshes import mesh_element

PARTNERS = {
    "plane": 'type="plane" size="1 1 1"',
    "sphere": 'type="sphere" size="0.3"',
    "capsule": 'type="capsule" size="0.2 0.4"',
    "ellipsoid": 'type="ellipsoid" size="0.2 0.3 0.5"',
    "cylinder": 'type="cylinder" size="0.2 0.4"',
    "box": 'type="box" size="0.2 0.3 0.4"',
    "mesh": 'type="mesh" mesh="box"',
    "sdf": 'type="sdf" mesh="spindle"',
}


class SdfPair:
    """A partner, in the world if it is a plane, and a field that shows a mesh."""

    def __init__(self, partner: str, field: str, option: str = ""):
        names = dict.fromkeys(("box", "spindle", field))
        frame = '<body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>{}</body>'
        first, second = f'<geom name="a" {PARTNERS[partner]}/>', f'<geom name="b" type="sdf" mesh="{field}"/>'
        self.mjm, self.mjd, self.model, self.data = oracle.load_both(
            f"""<mujoco><option {option}/><asset>{"".join(map(mesh_element, names))}</asset>
            <worldbody>{first if partner == "plane" else frame.format(first)}{frame.format(second)}</worldbody>
            <contact><pair geom1="a" geom2="b"/></contact></mujoco>"""
        )
        self.data.grow(maxunsorted=64)
        kinds = sorted(self.model.geom_type.tolist())
        stage = stage_named(PAIRS[kinds[0], kinds[1]].contacts)
        self.plan = Plan([stage], (self.model.layout, self.data.layout))
        self.reach = float(self.model.geom_rbound.sum())

    def pose(self, rng, far: float) -> np.ndarray:
        """Return a configuration in which the centres of both geoms are up to `far` of their reach apart."""
        mjm, mjd = self.mjm, self.mjd
        qpos = np.zeros(mjm.nq)
        for start in range(0, mjm.nq, 7):
            qpos[start + 3 : start + 7] = rng.normal(size=4)
        oracle.find_contacts(mjm, mjd, qpos)
        way = rng.normal(size=3)
        place = mjd.geom_xpos[0] + way / np.linalg.norm(way) * self.reach * rng.uniform(0, far)
        qpos[-7:-4] = place - mjd.geom_xpos[1]
        return qpos

    def theirs(self, qpos) -> Contacts:
        """Return what MuJoCo finds."""
        contact = oracle.find_contacts(self.mjm, self.mjd, qpos)
        return Contacts(contact.dist.copy(), contact.pos.copy(), contact.frame.reshape(-1, 9)[:, :3].copy())

    def ours(self) -> Contacts:
        """Return what the stage finds where MuJoCo's geoms are."""
        data = self.data
        oracle.copy_fields(self.mjd, data, ("geom_xpos", "geom_xmat", "xquat"))
        set_candidate(self.model, data, 0, 1, 0.0)
        data.work.nunsorted = 0
        assert self.plan.run(self.model, data, 1) == 0
        return Contacts(data.work.unsorted_dist.copy(), data.work.unsorted_pos.copy(), data.work.unsorted_normal.copy())
