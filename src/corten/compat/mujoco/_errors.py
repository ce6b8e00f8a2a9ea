"""MuJoCo's errors. A model that cannot be read is a ValueError, as in the bindings (`corten.ModelError` is one)."""


class FatalError(Exception):
    """What MuJoCo calls mju_error."""


class UnexpectedError(Exception):
    """What should not occur."""


# users see them in the package
FatalError.__module__ = UnexpectedError.__module__ = "mujoco"

__all__ = ["FatalError", "UnexpectedError"]
