"""Smooth forces and the acceleration that they give."""

from corten.stages.smooth.acceleration import acceleration
from corten.stages.smooth.unconstrained import unconstrained

__all__ = ["acceleration", "unconstrained"]
