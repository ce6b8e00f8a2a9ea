"""The viewer in the browser; imported late, and of use only with the extra `viewer`."""

from corten.errors import ViewerError
from corten.viewer.launch import Handle, launch, launch_from_path, launch_passive

__all__ = ["Handle", "ViewerError", "launch", "launch_from_path", "launch_passive"]
