"""Deformables in the compiler: <flex>, <flexcomp>, cloth, soft bodies and ropes, from elements to arrays of a Model.

`corten.compile` and this package import modules of each other; whoever comes here first lets the compiler begin.
"""

import corten.compile  # noqa: F401
