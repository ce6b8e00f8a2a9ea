"""Queries to all environments of a batch at once, without a step: positions, Jacobians, rays, distances, forces.

Each gives bit for bit what the function of the same name gives for `batch.env(i)`: it reads positions where the last
step, `forward_all` or `kinematics_all` left them. The first query carries on what it reads, as `keep` would.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from corten.batch.arguments import environment_numbers
from corten.batch.engine import carry_fields
from corten.batch.query_arguments import array_of_rows, finite_number, many_rays, result_arrays
from corten.batch.query_memory import (
    BODY,
    BODY_COM,
    GEOM,
    GIVEN,
    SITE,
    SUBTREE_COM,
    Coordinates,
    Jacobian,
    JacobianArguments,
    differentiate_coordinates,
    integrate_coordinates,
)
from corten.batch.query_plan import QueryPlan, Redo
from corten.batch.step_errors import StepErrors
from corten.data import Data
from corten.errors import StepError
from corten.model import Model
from corten.model.checks import accept_choices
from corten.model.named import find_object
from corten.pipeline import inverse
from corten.pipeline.parts import placement_stages
from corten.pipeline.plans import find_stages
from corten.queries.distance_stages import PLACES, pair_stages
from corten.queries.ray import group_bits
from corten.raycast import RayQuery, cast_rays
from corten.runtime.kernel import Stage
from corten.runtime.plan import Plan
from corten.runtime.storage import Storage
from corten.stages.user import with_user_shapes

if TYPE_CHECKING:
    from corten.batch.engine import Engine
    from corten.batch.environments import Environments
    from corten.batch.sim import BatchLock

Key = str | int
Pair = tuple[np.ndarray, np.ndarray]

# plans with their memory that a batch keeps
MOST_PLANS = 32


class BatchQueries:
    """What can be asked of all environments at once."""

    model: Model
    _envs: "Environments"
    _engine: "Engine"
    _lock: "BatchLock"

    # plans of queries with memory for threads, by what they are made for; the numbers of all environments
    _queries: dict[Any, QueryPlan]
    _everyone: np.ndarray

    @abstractmethod
    def _read_written(self) -> None:
        """Read what was computed with single environments."""

    @abstractmethod
    def _expire(self, numbers: np.ndarray) -> None:
        """Let single environments that changed be computed anew when somebody looks at them."""

    # ---------------------------------------------------------------- positions

    def kinematics_all(self, where: Any = None) -> StepErrors:
        """Compute where bodies, geoms, sites, cameras and vertices are in the state as it is now, and nothing else.

        That is what `corten.kinematics` and `corten.com_pos` do: results among them that are kept are new, others are
        so in `env(i)` and for queries. Environments that have failed, and those that a mask or an array of numbers
        leaves out, stay as they are.
        """
        envs = self._envs
        with self._lock:
            self._read_written()
            envs.update_constants()
            numbers = envs.going(self._everyone if where is None else environment_numbers(where, envs.n))
            stages = placement_stages(envs.model)
            query = self._query(stages, Data, envs.size.width)
            results = {name: view for rows in envs.rows.results for name, view in rows.views.items()}
            query.run(numbers, self._rows(), results)
            envs.place(numbers)
            self._expire(numbers)
            return StepErrors(envs.n, envs.errors)

    # ---------------------------------------------------------------- Jacobians

    def jac(self, point: ArrayLike, body: Key, *, out: Pair | None = None) -> Pair:
        """Return the Jacobians (translation, rotation), each (n, 3, nv), of world points [m] that move with a body.

        `point` is (n, 3), or (3,) for the same in all environments.
        """
        points = array_of_rows("point", point, self._envs.n, (3,), self._dtype())
        return self._jacobian(GIVEN, body, out, {"point": points})

    def jac_body(self, body: Key, *, out: Pair | None = None) -> Pair:
        """Return the Jacobians (translation, rotation), each (n, 3, nv), of a body's frame."""
        return self._jacobian(BODY, body, out)

    def jac_body_com(self, body: Key, *, out: Pair | None = None) -> Pair:
        """Return the Jacobians (translation, rotation), each (n, 3, nv), of a body's centre of mass."""
        return self._jacobian(BODY_COM, body, out)

    def jac_geom(self, geom: Key, *, out: Pair | None = None) -> Pair:
        """Return the Jacobians (translation, rotation), each (n, 3, nv), of a geom's centre."""
        return self._jacobian(GEOM, geom, out)

    def jac_site(self, site: Key, *, out: Pair | None = None) -> Pair:
        """Return the Jacobians (translation, rotation), each (n, 3, nv), of a site."""
        return self._jacobian(SITE, site, out)

    def jac_subtree_com(self, body: Key, *, out: np.ndarray | None = None) -> np.ndarray:
        """Return the translation Jacobian (n, 3, nv) of the centre of mass of a body and its descendants."""
        shape = self._envs.n, 3, self.model.nv
        (translation,) = result_arrays((out,), ("out",), (shape,), (self._dtype(),))
        self._jacobian(SUBTREE_COM, body, (translation, np.empty(shape, self._dtype())))
        return translation

    def _jacobian(
        self, what: Jacobian, key: Key, out: Pair | None, arguments: Mapping[str, np.ndarray] | None = None
    ) -> Pair:
        number = find_object(self.model, what.names, key)
        shape, dtype = (self._envs.n, 3, self.model.nv), self._dtype()
        translation, rotation = result_arrays(out, ("translation", "rotation"), (shape, shape), (dtype, dtype))
        kind = {"kind": np.array([what.kind], np.int32), "number": np.array([number], np.int32)}
        answers = {"translation": translation, "rotation": rotation}
        with self._lock:
            given = self._positions(what.reads) | kind | dict(arguments or {})
            self._compute((what.stage,), JacobianArguments, given, answers)
        return translation, rotation

    # ---------------------------------------------------------------- rays and distances

    def rays(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        geomgroup: Iterable[int] | None = None,
        static: bool = True,
        exclude_body: Key = -1,
        out: Pair | None = None,
    ) -> Pair:
        """Return (distances, geoms) of the first visible geom on rays, -1 twice if there is none, as `corten.ray` does.

        Origins and directions are (n, 3), one ray for each environment, (n, k, 3), or (3,) for the same in all of them;
        results are (n,), or (n, k) where one of both has k. Other arguments are those of `corten.ray`.
        """
        envs, dtype = self._envs, self._dtype()
        origin, direction, shape = many_rays(origins, directions, envs.n, dtype)
        distance, geom = result_arrays(out, ("distances", "geoms"), (shape, shape), (dtype, np.dtype(np.int32)))
        body = -1 if exclude_body == -1 else find_object(self.model, "body", exclude_body)
        flags = {"groups": group_bits(geomgroup), "static": int(static), "exclude_body": body}
        given = {name: np.array([value], np.int32) for name, value in flags.items()}
        nray = origin.shape[1]
        answers = {"distance": distance.reshape(envs.n, nray), "geom": geom.reshape(envs.n, nray)}
        with self._lock:
            given |= {"origin": origin, "direction": direction, **self._positions(("geom_xpos", "geom_xmat"))}
            accept_choices(envs.model)
            self._compute(with_user_shapes(envs.model, [cast_rays]), RayQuery, given, answers, nray=nray)
        return distance, geom

    def geom_distance(self, geom1: Key, geom2: Key, distmax: float, *, out: Pair | None = None) -> Pair:
        """Return distances [m], (n,), and the nearest points of geom1 and of geom2, (n, 6), of two geoms.

        They are those of `corten.geom_distance`: a negative distance is a depth, and beyond `distmax` the answer is
        distmax and zeros.
        """
        envs, dtype = self._envs, self._dtype()
        numbers = [find_object(self.model, "geom", geom) for geom in (geom1, geom2)]
        shapes = (envs.n,), (envs.n, 6)
        distance, fromto = result_arrays(out, ("distances", "points"), shapes, (dtype, dtype))
        answers = {"distance_value": distance, "distance_fromto": fromto}
        given = {
            "distance_geom": np.array([numbers], np.int32),
            "distance_max": np.array([finite_number("distmax", distmax)], dtype),
        }
        with self._lock:
            given |= self._positions(PLACES)
            accept_choices(envs.model)
            stages = pair_stages(envs.model, *numbers)
            self._compute(stages, Data, given, answers, lambda _, model, data: _repeat(stages, model, data))
        return distance, fromto

    # ---------------------------------------------------------------- coordinates

    def integrate_pos(
        self,
        qpos: ArrayLike | None = None,
        qvel: ArrayLike | None = None,
        dt: float | None = None,
        *,
        out: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return configurations (n, nq) that are moved along velocities (n, nv) for a time dt [s].

        What is left out is the batch's own: `qpos`, `qvel`, and the time step of the model. One row serves all.
        """
        given = self._coordinates({"first": ("qpos", qpos), "velocity": ("qvel", qvel)})
        return self._move(integrate_coordinates, "second", given, self.model.opt_timestep if dt is None else dt, out)

    def differentiate_pos(
        self, qpos1: ArrayLike, qpos2: ArrayLike | None = None, dt: float = 1.0, *, out: np.ndarray | None = None
    ) -> np.ndarray:
        """Return the velocities (n, nv) that lead from configurations qpos1 (n, nq) to qpos2 in a time dt [s].

        Without qpos2 they lead to the batch's own `qpos`. One row serves all.
        """
        given = self._coordinates({"first": ("qpos", qpos1), "second": ("qpos", qpos2)})
        return self._move(differentiate_coordinates, "velocity", given, dt, out)

    def _coordinates(self, wanted: Mapping[str, tuple[str, ArrayLike | None]]) -> dict[str, np.ndarray]:
        """Return arguments in double precision; those that are None are the batch's own."""
        own, sizes = self._envs.rows.state.views, {"qpos": self.model.nq, "qvel": self.model.nv}
        return {
            argument: array_of_rows(
                name, own[name] if value is None else value, self._envs.n, (sizes[name],), np.dtype(np.float64)
            )[:, None]
            for argument, (name, value) in wanted.items()
        }

    def _move(
        self, stage: Stage, answer: str, given: dict[str, np.ndarray], dt: float, out: np.ndarray | None
    ) -> np.ndarray:
        model, n = self.model, self._envs.n
        time = finite_number("dt", dt, zero=answer != "velocity")
        shape = n, model.nq if answer == "second" else model.nv
        dtype = out.dtype if isinstance(out, np.ndarray) and out.dtype == self._dtype() else np.dtype(np.float64)
        (result,) = result_arrays((out,), ("out",), (shape,), (dtype,))
        answers = {answer: np.empty((n, 1, shape[1]))}
        with self._lock:
            self._compute((stage,), Coordinates, given | {"dt": np.array([time])}, answers)
        result[...] = answers[answer][:, 0]
        return result

    # ---------------------------------------------------------------- inverse dynamics

    def inverse_all(self, qacc: ArrayLike | None = None, *, out: np.ndarray | None = None) -> np.ndarray:
        """Return the external forces `qfrc_inverse` (n, nv) that explain accelerations, as `corten.inverse` does.

        `qacc` is (n, nv) or (nv,); without it they are those of the last step or `forward_all`. Nothing else changes.
        A StepError tells of the first environment for which it fails, and `out` has what it is for others. Environments
        that have failed before have NaN.
        """
        envs, dtype = self._envs, self._dtype()
        (forces,) = result_arrays((out,), ("out",), ((envs.n, self.model.nv),), (dtype,))
        with self._lock:
            own = self._positions(("qacc",)) if qacc is None else {}
            if qacc is not None:
                own = {"qacc": array_of_rows("qacc", qacc, envs.n, (self.model.nv,), dtype)}
            envs.update_constants()
            failed = dict[int, StepError]()

            def redo(i: int, model: Model, data: Data) -> bool:
                try:
                    inverse(model, data)
                except StepError as error:
                    failed[i] = error
                return i not in failed

            stages, given = find_stages(envs.model, "inverse"), self._rows() | own
            forces[list(envs.errors)] = np.nan
            self._compute(stages, Data, given, {"qfrc_inverse": forces}, redo)
            forces[list(failed)] = np.nan
            for i, error in failed.items():
                time, step = float(envs.rows.state.views["time"][i]), int(envs.steps[i])
                message = f"environment {i} at {time:g} s: {error}"
                raise StepError(message, error.kind, error.where, i, time, step)
        return forces

    # ---------------------------------------------------------------- what queries have in common

    def _dtype(self) -> np.dtype:
        return self._envs.rows.state.views["qpos"].dtype

    def _rows(self) -> dict[str, np.ndarray]:
        """Return all fields of environments."""
        return {name: view for rows in self._envs.rows.all for name, view in rows.views.items()}

    def _positions(self, names: tuple[str, ...]) -> dict[str, np.ndarray]:
        """Return results of all environments, as single ones would have them."""
        self._read_written()
        carry_fields(self._engine, names)
        self._read_written()
        return {name: self._envs.rows.find(name) for name in names}

    def _query(self, stages: tuple[Stage, ...], kind: type[Storage], width: int = 1, nray: int = 0) -> QueryPlan:
        """Return the plan for stages on memory like that of a Data, or of arguments and answers."""
        envs, known = self._envs, self._queries
        key = stages, kind, width, nray, tuple(envs.varied.arrays)
        if key not in known:
            if len(known) >= MOST_PLANS:
                known.clear()
            # coordinates are computed in double precision
            precision = "float64" if kind is Coordinates else envs.model.layout.precision
            template = envs.template if kind is Data else kind(envs.template.sizes() | {"nray": nray}, precision)
            known[key] = QueryPlan(envs, stages, template, width)
        return known[key]

    def _compute(
        self,
        stages: tuple[Stage, ...],
        kind: type[Storage],
        given: Mapping[str, np.ndarray],
        answers: Mapping[str, np.ndarray],
        redo: Redo | None = None,
        nray: int = 0,
    ) -> None:
        """Compute answers for all environments, or for those that have not failed where states are computed with."""
        envs = self._envs
        envs.update_constants()
        query, numbers = self._query(stages, kind, nray=nray), self._everyone
        if "qfrc_inverse" in answers:
            numbers = envs.going(numbers)
        failed = query.run(numbers, given, answers)
        if redo and len(failed):
            query.redo(failed, given, answers, redo)


def _repeat(stages: tuple[Stage, ...], model: Model, data: Data) -> bool:
    """Run stages until there is room for them."""
    plan = Plan(list(stages), (model.layout, data.layout))
    while plan.run(model, data, 1):
        data.make_room()
    return True
