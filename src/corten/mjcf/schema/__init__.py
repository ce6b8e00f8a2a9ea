"""The MJCF schema of MuJoCo 4.0, held as data: which elements there are, where they stand, what they hold."""

from corten.mjcf.schema.declaration import Attribute, Child, Declaration
from corten.mjcf.schema.loader import child_declaration, declaration

__all__ = ["Attribute", "Child", "Declaration", "child_declaration", "declaration"]
