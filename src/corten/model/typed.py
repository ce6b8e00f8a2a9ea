"""What type checkers and editors know of a Model: `typed.pyi` beside this file, written from the table of fields."""


class ModelFields:
    """The sizes and fields of a Model, and its objects by name; `Storage` gives them their values."""
