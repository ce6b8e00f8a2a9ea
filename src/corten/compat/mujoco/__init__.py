"""The `mujoco` package as corten computes it: same names, shapes, types and errors, without MuJoCo.

What it lacks raises NotImplementedError with the name of the nearest thing; docs/compat.md lists both.
"""

import numpy as np

from corten.compat.mujoco._callbacks import *  # noqa: F403
from corten.compat.mujoco._constants import *  # noqa: F403
from corten.compat.mujoco._enums import *  # noqa: F403
from corten.compat.mujoco._errors import *  # noqa: F403
from corten.compat.mujoco._functions import *  # noqa: F403
from corten.compat.mujoco._render import *  # noqa: F403
from corten.compat.mujoco._specs import *  # noqa: F403
from corten.compat.mujoco._structs import *  # noqa: F403
from corten.compat.mujoco.arguments import NAMES, missing
from corten.compat.mujoco.gl_context import GLContext as GLContext
from corten.compat.mujoco.renderer import Renderer as Renderer
from corten.compat.mujoco.spec_elements import MjsElement

# what can be bound to a model: elements of an MjSpec
MjStruct = MjsElement | MjSpec  # noqa: F405

__version__ = NAMES["version"]

MJTNUM_DTYPE = np.float64

# there are no headers and libraries of plugins
HEADERS_DIR, PLUGINS_DIR, PLUGIN_HANDLES = "", "", []

# names of the bindings, beside those of the parts above
_KNOWN = {name for part in NAMES["modules"].values() for name in part} | set(NAMES["top"])


def __getattr__(name: str) -> object:
    if name in _KNOWN:
        raise missing(name, "docs/compat.md lists what there is")
    raise AttributeError(f"module 'mujoco' has no attribute {name!r}")
