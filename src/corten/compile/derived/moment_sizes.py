"""How many dofs each actuator acts on."""

from corten.compile.derived.tendon_dofs import path_dofs
from corten.compile.objects.actuators import Actuator
from corten.compile.objects.collection import Objects
from corten.enums import TransmissionType


def moment_length(actuator: Actuator, objects: Objects) -> int:
    """Return the number of moment arms of an actuator; on a body, whose contacts come and go, that of all dofs.

    An orientation has three rows: one dof in each on a ball joint, all that move one of two sites otherwise.
    """
    first, second = actuator.trnid
    match actuator.trntype:
        case TransmissionType.TENDON:
            return len(objects.tendons[first].dofs)
        case TransmissionType.BODY:
            return len(objects.dofs)
        case TransmissionType.SO3:
            return 3 if second < 0 else 3 * len(_site_dofs(first, objects) ^ _site_dofs(second, objects))
        case TransmissionType.SITE:
            # dofs that move both sites do not count
            return len(_site_dofs(first, objects) ^ _site_dofs(second, objects))
        case TransmissionType.SLIDERCRANK:
            return len(_site_dofs(first, objects) | _site_dofs(second, objects))
    return objects.joints[first].nv


def _site_dofs(site: int, objects: Objects) -> set[int]:
    return set() if site < 0 else set(path_dofs(objects.bodies, objects.sites[site].bodyid))
