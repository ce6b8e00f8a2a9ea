"""Model: the constants of a compiled model."""

from corten.model.fields import MODEL
from corten.model.model import Model

__all__ = ["MODEL", "Model"]
