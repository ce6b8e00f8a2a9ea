"""Derivatives of a step: what state and sensors after it owe to state and controls before."""

from corten.derivative.transition import Transition, transition_fd

__all__ = ["Transition", "transition_fd"]
