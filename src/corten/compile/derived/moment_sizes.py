"""How many dofs each actuator acts on."""

from typing import Any

from corten.compile.derived.tendon_dofs import path_dofs
from corten.compile.parts import Parts
from corten.enums import TransmissionType


def moment_length(row: dict[str, Any], parts: Parts) -> int:
    """Return the number of moment arms of an actuator; on a body, whose contacts come and go, that of all dofs."""
    first, second = row["trnid"]
    match row["trntype"]:
        case TransmissionType.TENDON:
            return len(parts.tendons[first].dofs)
        case TransmissionType.BODY:
            return len(parts.dof_rows)
        case TransmissionType.SITE:
            # dofs that move both sites do not count
            return len(_site_dofs(first, parts) ^ _site_dofs(second, parts))
        case TransmissionType.SLIDERCRANK:
            return len(_site_dofs(first, parts) | _site_dofs(second, parts))
    return parts.joints[first].row["nv"]


def _site_dofs(site: int, parts: Parts) -> set[int]:
    return set() if site < 0 else set(path_dofs(parts.body_rows, parts.sites[site].row["bodyid"]))
