"""Pictures of models, computed by kernels: colours, depth, segmentation and normals, without a graphics driver.

`corten.render(model, data)` is one picture; `corten.Renderer` makes many.
"""

import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    """Lets `corten.render` be both this package and the function that makes one picture."""

    @property
    def __wrapped__(self) -> Any:
        from corten.render.picture import render

        return render

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.__wrapped__(*arguments, **named)


sys.modules[__name__].__class__ = _Callable
