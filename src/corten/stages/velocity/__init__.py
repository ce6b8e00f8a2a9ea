"""Velocities, momentum and the forces that motion needs."""

from corten.stages.velocity.com_vel import com_vel
from corten.stages.velocity.rne import rne
from corten.stages.velocity.rne_post_constraint import applied_wrenches, rne_post_constraint
from corten.stages.velocity.subtree_vel import subtree_vel

__all__ = [
    "applied_wrenches",
    "com_vel",
    "rne",
    "rne_post_constraint",
    "subtree_vel",
]
