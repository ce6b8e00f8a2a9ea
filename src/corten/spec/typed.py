"""What type checkers and editors know of elements: `typed.pyi` beside this file, written from the schema of MJCF."""


class SpecSections:
    """The sections of a Spec, which `Spec` finds or makes when they are named."""
