"""GLContext: what programs make before they draw; pictures of corten need none, so it does nothing."""


class GLContext:
    """A context of OpenGL that is none."""

    def __init__(self, max_width: int, max_height: int):
        self.width, self.height = max_width, max_height

    def make_current(self) -> None:
        """Do nothing."""

    def free(self) -> None:
        """Do nothing."""


__all__ = ["GLContext"]
