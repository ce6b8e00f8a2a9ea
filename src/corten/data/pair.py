"""A Model and a Data that fit each other, and a Data that one thread at a time computes with."""

import sys
import threading
import weakref
from typing import TYPE_CHECKING, NoReturn

from corten.model.model import Model
from corten.model.sizes import SIZES

if TYPE_CHECKING:
    from corten.data.data import Data


# what a batch has in place of functions for one environment
FOR_BATCHES = {
    "step": "step_all()",
    "forward": "forward_all()",
    "kinematics": "kinematics_all()",
    "get_state": "get_state()",
    "set_state": "set_state(states)",
    "reset_data": "reset_all()",
    "ray": "rays(origins, directions)",
    "ray_normal": "rays(origins, directions)",
}


def check_pair(model: Model, data: "Data") -> None:
    """Refuse a Data that was made for a model of other sizes: its memory would not fit."""
    try:
        if data._fitting() is model or data.model is model:
            return
    except AttributeError:
        refuse_arguments(model, data)
    if not isinstance(model, Model):
        refuse_arguments(model, data)
    if data.model._base is model:
        raise ValueError("this environment has values of its own in its model: compute with env.model, not batch.model")
    if data.layout.precision != model.layout.precision:
        raise ValueError(f"this Data has numbers of {data.layout.precision}: compute with data.model")
    if any(getattr(data, size.name) != getattr(model, size.name) for size in SIZES):
        raise ValueError("this Data belongs to another model; make one with model.make_data()")
    data.__dict__["_fitting"] = weakref.ref(model)


def check_model(model: object) -> None:
    """Refuse what is no Model."""
    if not isinstance(model, Model):
        raise TypeError(f"a Model is expected, not {type(model).__name__}")


def refuse_arguments(model: object, data: object) -> NoReturn:
    """Tell that something else was given than a Model and a Data."""
    if isinstance(data, Model) and hasattr(model, "_thread_lock"):
        raise TypeError("the arguments are swapped: first the Model, then the Data, as in step(model, data)")
    for value in (data, model):
        if hasattr(value, "step_all"):
            refuse_batch(value)
    raise TypeError(f"a Model and a Data are expected, not {type(model).__name__} and {type(data).__name__}")


def refuse_batch(batch: object) -> NoReturn:
    """Tell what to call in place of a function for one environment."""
    function = _public_name()
    kind, method = type(batch).__name__, FOR_BATCHES.get(function, "").partition("(")[0]
    if method and hasattr(batch, method):
        raise TypeError(f"{function} is for one environment, and this is a {kind}: call batch.{FOR_BATCHES[function]}")
    raise TypeError(
        f"{function} is for one environment, and this is a {kind}: take env = batch.env(i), and give env.model and env"
    )


def _public_name() -> str:
    """Return the function of corten that the user has called."""
    frame, name = sys._getframe(1), ""
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "corten":
        frame, name = frame.f_back, frame.f_code.co_name
    return name


class exclusive:
    """Lets this thread compute with a Data that fits its Model; refuses if another thread does so already."""

    __slots__ = ("_thread_lock",)

    def __init__(self, model: Model, data: "Data"):
        check_pair(model, data)
        self._thread_lock = data._thread_lock

    def __enter__(self) -> None:
        if not self._thread_lock.acquire():
            refuse_thread()

    def __exit__(self, *_: object) -> None:
        self._thread_lock.release()


def refuse_thread() -> NoReturn:
    """Tell a thread that another one computes with its Data."""
    name = threading.current_thread().name
    raise RuntimeError(
        f"thread {name!r} wants to compute with a Data that another thread is computing with; "
        "give each thread a Data of its own (model.make_data() or data.copy())"
    )
