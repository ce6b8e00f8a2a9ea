"""Queries about a Data or about a Model alone: which one serves a call, and errors about their arguments."""

from typing import TYPE_CHECKING, Any, ClassVar

from corten.data.pair import check_model, check_pair
from corten.model.checks import accept_choices
from corten.model.model import Model
from corten.model.named import find_object
from corten.runtime.kernel import Stage
from corten.runtime.query import BoundQuery, OnOwner, Query

if TYPE_CHECKING:
    from corten.data.data import Data


class _OwnedQuery(Query):
    """What queries about a Data and those about a Model have in common."""

    # ints that are numbers of objects, which may be given by name: the kind of object of each
    objects: ClassVar[dict[str, str]] = {}

    # whether the stages read what users may choose (types, indices) and plans depend on
    watches: ClassVar[bool] = False

    def int_limits(self, owner: Any) -> dict[str, tuple[int, int]]:
        names = getattr(owner, "model", owner)._names
        return {name: (0, len(names[kind])) for name, kind in self.objects.items()}

    @classmethod
    def convert(cls, model: Model, owner: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return arguments with numbers in place of names; refuse what the stages have no answer for."""
        return tuple(
            find_object(model, cls.objects[name], value) if name in cls.objects else value
            for name, value in zip(cls.arguments, values, strict=True)
        )

    @classmethod
    def _answer(cls, model: Model, owner: Any, known: dict[Any, Any], values: tuple[Any, ...], out: Any) -> Any:
        """Return the results of a call whose arguments compiled code has not taken."""
        accept_choices(model)
        bound = cls.find(model, owner, known, cls.stages_for(model))
        if getattr(owner, "model", owner) is model:
            known[cls] = bound.run
        found, answer = bound.answer(cls.convert(model, owner, values), out)
        if answer is None:
            raise RuntimeError(f"{cls.__name__} ended with status {found}")
        return answer if not cls.returns else (found, answer) if cls.results else found

    @classmethod
    def stages_for(cls, model: Model) -> tuple[Stage | OnOwner, ...]:
        """Return the stages that it has for a model as it is now."""
        return cls.stages

    @classmethod
    def find(cls, model: Model, owner: Any, known: dict[Any, Any], stages: tuple[Stage | OnOwner, ...]) -> BoundQuery:
        """Return the query with some stages that serves a Model, one that was made before if there is one."""
        key = cls, stages, getattr(owner, "model", owner) is model
        bound = known.get(key)
        if bound is None or bound.model is not model or not bound.is_current():
            query = cls(owner, owner.layout.precision, stages)
            bound = known[key] = BoundQuery(query, model, model._version if cls.watches else None)
        return bound


class DataQuery(_OwnedQuery):
    """A query about a Data; `data._attached[cls]` is its `run` for the Data's own Model, once `answer` has made it."""

    @classmethod
    def answer(cls, model: Model, data: "Data", values: tuple[Any, ...] = (), out: Any = None) -> Any:
        """Return the results of a call whose arguments compiled code has not taken; raise what is wrong with them."""
        check_pair(model, data)
        return cls._answer(model, data, data._attached, values, out)


class ModelQuery(_OwnedQuery):
    """A query about a Model; `model._attached[cls]` is its `run`, once `answer` has made it."""

    @classmethod
    def answer(cls, model: Model, values: tuple[Any, ...] = (), out: Any = None) -> Any:
        """Return the results of a call whose arguments compiled code has not taken; raise what is wrong with them."""
        check_model(model)
        return cls._answer(model, model, model._attached, values, out)
