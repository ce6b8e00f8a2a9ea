"""The MJCF schema of MuJoCo 4.0, held as data: which elements exist, where they stand and what they are made of."""

from corten.mjcf.schema.declaration import Attribute, Child, Declaration
from corten.mjcf.schema.loader import child_declaration, declaration

__all__ = ["Attribute", "Child", "Declaration", "child_declaration", "declaration"]
