"""Everything between what a user wrote and what can be compiled, done to a tree that nobody else uses."""

from corten.spec.check import check_references, check_structure, check_support
from corten.spec.element import Element
from corten.spec.expand import expand
from corten.spec.sections import merge_sections
from corten.spec.submodels import Submodels


def prepare(root: Element, submodels: Submodels, checked: bool = False) -> None:
    """Join sections, check them unless that was done, replace meta elements, and check what has come of it."""
    if not checked:
        merge_sections(root)
        check_structure(root)
    expand(root, submodels)
    check_support(root)
    check_references(root)
