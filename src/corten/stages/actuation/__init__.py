"""Actuators: from controls to forces."""

from corten.stages.actuation.force import actuation

__all__ = ["actuation"]
