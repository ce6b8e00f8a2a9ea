"""What Hill muscles are made of: their `curves`, for plots and models of one's own; docs/muscles.md says the rest."""

from corten.muscle import curves

__all__ = ["curves"]
