"""The editable tree: a model as elements with names, before it is compiled."""

from corten.spec.defaults import DefaultClasses, Resolved, root_section
from corten.spec.element import Element
from corten.spec.spec import Spec

__all__ = ["DefaultClasses", "Element", "Resolved", "Spec", "root_section"]
