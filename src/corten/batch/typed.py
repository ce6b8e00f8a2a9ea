"""What type checkers and editors know of a BatchSim: `typed.pyi` beside this file, written from the table of fields."""


class BatchFields:
    """The fields that a BatchSim may have, each with a row for every environment."""
