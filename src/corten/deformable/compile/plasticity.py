"""Springs that yield: where their deformations stand, and what these are at the start."""

import numpy as np

from corten.compile.objects.addresses import Addresses
from corten.compile.objects.constraints import Tendon
from corten.compile.objects.tree import Joint
from corten.data.reset import initial_plastic
from corten.deformable.compile.flex import Flex
from corten.model import Model


def set_plastic_addresses(joints: list[Joint], tendons: list[Tendon], flexes: list[Flex]) -> int:
    """Let the deformations of joints, tendons and flexes follow one another; return how many numbers they have.

    A joint has its coordinates without force, a tendon the two ends of such a range of lengths, a flex the strains of
    its elements and the angles at its edges, or the frames of the edges of a rod.
    """
    addresses = Addresses()
    for joint in joints:
        joint.plasticadr = addresses.take_or_none("plastic", joint.nq if joint.springyield > 0 else 0)
    for tendon in tendons:
        tendon.plasticadr = addresses.take_or_none("plastic", 2 if tendon.springyield > 0 else 0)
    for flex in flexes:
        flex.plasticadr = addresses.take_or_none("plastic", flex.plastic)
    return addresses.count("plastic")


def complete_plastic(model: Model) -> None:
    """Put the deformations at the start into keyframes that leave them open, once lengths at rest are known."""
    if model.nplastic:
        start = initial_plastic(model)
        model.key_plastic = np.where(np.isnan(model.key_plastic), start, model.key_plastic)
