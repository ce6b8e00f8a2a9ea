"""A Model and a Data that fit each other, and a Data that one thread at a time computes with."""

import threading
import weakref
from typing import TYPE_CHECKING, NoReturn

from corten.model.model import Model
from corten.model.sizes import SIZES

if TYPE_CHECKING:
    from corten.data.data import Data


def check_pair(model: Model, data: "Data") -> None:
    """Refuse a Data that was made for a model of other sizes: its memory would not fit."""
    try:
        if data.model is model or data._fitting() is model:
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
    if isinstance(data, Model) and hasattr(model, "_turn"):
        raise TypeError("the arguments are swapped: first the Model, then the Data, as in step(model, data)")
    raise TypeError(f"a Model and a Data are expected, not {type(model).__name__} and {type(data).__name__}")


class exclusive:
    """Lets this thread compute with a Data that fits its Model; refuses if another thread does so already."""

    __slots__ = ("_turn",)

    def __init__(self, model: Model, data: "Data"):
        check_pair(model, data)
        self._turn = data._turn

    def __enter__(self) -> None:
        if not self._turn.acquire():
            refuse_turn()

    def __exit__(self, *_: object) -> None:
        self._turn.release()


def refuse_turn() -> NoReturn:
    """Tell a thread that another one computes with its Data."""
    name = threading.current_thread().name
    raise RuntimeError(
        f"thread {name!r} wants to compute with a Data that another thread is computing with; "
        "give each thread a Data of its own (model.make_data() or data.copy())"
    )
