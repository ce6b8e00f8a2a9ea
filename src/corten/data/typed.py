"""What type checkers and editors know of a Data: `typed.pyi` beside this file, written from the table of fields."""


class DataFields:
    """The sizes and fields of a Data, and its objects by name; `Storage` gives them their values."""
