"""Nonlinear least squares between bounds, with the interface of `mujoco.minimize`.

Each step minimizes a quadratic model of the objective, 0.5 dx' (H + mu I) dx + g' dx, between the bounds; mu grows
until the objective falls by enough, and shrinks where it does.
"""

import abc
import enum
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

import numpy as np

from corten.compat.mujoco.arguments import FUNCTIONS
from corten.compat.mujoco.box_qp import WORK

Residual = Callable[[np.ndarray], np.ndarray]

# relative and absolute bounds by which derivatives of users may differ from finite differences
CHECKED = 1e-4

# share of the decrease that the model expects which counts as enough
ENOUGH = 0.1

# shares between which the model is right
RIGHT = 0.8, 1.2


class Verbosity(enum.Enum):
    """What is printed."""

    SILENT = 0
    FINAL = 1
    ITER = 2
    FULLITER = 3


class Status(enum.Enum):
    """Why it ended."""

    FACTORIZATION_FAILED = enum.auto()
    NO_IMPROVEMENT = enum.auto()
    MAX_ITER = enum.auto()
    DX_TOL = enum.auto()
    G_TOL = enum.auto()


REASONS = {
    Status.FACTORIZATION_FAILED: "factorization failed.",
    Status.NO_IMPROVEMENT: "insufficient reduction.",
    Status.MAX_ITER: "maximum iterations reached.",
    Status.DX_TOL: "norm(dx) < tol",
    Status.G_TOL: "norm(gradient) < tol",
}


@dataclass(frozen=True)
class IterLog:
    """One iteration: where it began, the objective there, how much of what was expected came, and mu."""

    candidate: np.ndarray
    objective: Any
    reduction: Any
    regularizer: Any
    residual: np.ndarray | None = None
    jacobian: np.ndarray | None = None
    grad: np.ndarray | None = None
    step: np.ndarray | None = None


class Norm(abc.ABC):
    """What is minimized of a residual."""

    @abc.abstractmethod
    def value(self, r: np.ndarray) -> Any:
        """Return its value for a residual, a column."""

    @abc.abstractmethod
    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return proj' gradient and proj' Hessian proj."""


class Quadratic(Norm):
    """Half the sum of squares."""

    def value(self, r: np.ndarray) -> Any:
        """Return r' r / 2."""
        return 0.5 * (r.T @ r).item()

    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return proj' r and proj' proj."""
        return proj.T @ r, proj.T @ proj


class _Problem:
    """What does not change from one iteration to the next."""

    def __init__(self, x0: np.ndarray, residual: Residual, bounds: Any, options: dict[str, Any]):
        self.n, self.residual = x0.size, residual
        self.bounds = _checked_bounds(bounds, x0)
        self.jacobian, self.norm, self.eps = options["jacobian"], options["norm"], options["eps"]
        self.scale, self.evaluations = _checked_scale(options["x_scale"], self.n), 0
        # by which power of its factor mu shrinks
        self.trust = 1

    def evaluate(self, x: np.ndarray) -> np.ndarray:
        """Return the residual at a point, a column."""
        self.evaluations += 1
        return np.asarray(self.residual(x[:, None]), float).reshape(-1, 1)

    def derivative(self, x: np.ndarray, r: np.ndarray) -> np.ndarray:
        """Return the Jacobian at a point."""
        if self.jacobian is not None:
            return np.asarray(self.jacobian(x[:, None], r), float).reshape(r.size, self.n)
        jac, self.evaluations = jacobian_fd(self.residual, x[:, None], r, self.eps, self.evaluations, self._columns())
        return jac

    def _columns(self) -> list[np.ndarray] | None:
        return None if self.bounds is None else [side[:, None] for side in self.bounds]

    def step(self, x: np.ndarray, grad: np.ndarray, hess: np.ndarray, scale: np.ndarray, mu: float) -> Any:
        """Return the step that minimizes the model of the objective, None if that has no minimum."""
        H = scale[:, None] * hess * scale + mu * np.eye(self.n)
        sides = (None, None) if self.bounds is None else [(side - x) / scale for side in self.bounds]
        found, work = np.zeros(self.n), np.zeros((self.n, self.n + WORK))
        rank = FUNCTIONS["mju_boxQP"](found, work, None, H, scale * grad, *sides)
        return None if rank < 0 else scale * found

    def free_slope(self, x: np.ndarray, grad: np.ndarray) -> float:
        """Return the length of the gradient without what points out of the bounds."""
        if self.bounds is None:
            return float(np.linalg.norm(grad))
        held = ((x <= self.bounds[0]) & (grad > 0)) | ((x >= self.bounds[1]) & (grad < 0))
        return float(np.linalg.norm(grad[~held]))

    def placed(self, x: np.ndarray) -> np.ndarray:
        """Return a point with coordinates that rounding has put out of the bounds put back."""
        return x if self.bounds is None else np.clip(x, *self.bounds)


def least_squares(
    x0: np.ndarray,
    residual: Residual,
    bounds: Sequence[np.ndarray] | None = None,
    jacobian: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None,
    norm: Norm | None = None,
    eps: float = np.finfo(np.float64).eps ** 0.5,
    mu_min: float = 1e-6,
    mu_max: float = 1e8,
    **options: Any,
) -> tuple[np.ndarray, list[IterLog]]:
    """Return the point between bounds at which the norm of a residual is least, and how it was found.

    `residual` takes points as columns and returns residuals as columns. Other options, by name: mu_factor, xtol, gtol,
    max_iter, verbose, output, iter_callback, check_derivatives, x_scale, with the meanings that MuJoCo gives them.
    """
    known = {
        "mu_factor": 10.0**0.1, "xtol": 1e-8, "gtol": 1e-8, "max_iter": 100, "verbose": Verbosity.ITER, "output": None,
        "iter_callback": None, "check_derivatives": False, "x_scale": None,
    }  # fmt: skip
    if unknown := set(options) - set(known):
        raise TypeError(f"least_squares() got unexpected arguments: {', '.join(sorted(unknown))}")
    values = known | options | {"jacobian": jacobian, "norm": norm or Quadratic(), "eps": eps}
    values |= {
        "mu_min": mu_min,
        "mu_max": mu_max,
        "verbose": Verbosity(_number(options.get("verbose", Verbosity.ITER))),
    }
    x = np.asarray(x0, float).ravel().copy()
    return _descend(_Problem(x, residual, bounds, values), x, values)


def _descend(problem: _Problem, x: np.ndarray, options: dict[str, Any]) -> tuple[np.ndarray, list[IterLog]]:
    """Take steps until one of the reasons to end holds."""
    output = options["output"] or sys.stdout
    say = _printer(output, options["verbose"])
    x, norm, mu, trace, jac, grad = problem.placed(x), problem.norm, 0.0, [], None, None
    r, status = problem.evaluate(x), Status.MAX_ITER
    value = norm.value(r)
    full = options["verbose"] == Verbosity.FULLITER
    for iteration in range(options["max_iter"]):
        jac = problem.derivative(x, r)
        if iteration == 0 and options["check_derivatives"]:
            _check_all(problem, x, r, jac, output)
        grad, hess = norm.grad_hess(r, jac)
        grad, scale = grad.ravel(), _scale_now(problem.scale, jac)
        small = problem.free_slope(x, grad) < options["gtol"]
        dx, ratio, accepted, failure = np.zeros_like(x), 0.0, None, Status.G_TOL
        if not small:
            dx, ratio, mu, accepted, failure = _search(problem, (x, value, grad, hess, scale), mu, options)
        extra = {"residual": r, "jacobian": jac, "grad": grad, "step": dx} if full else {}
        trace.append(IterLog(x.copy(), value, ratio, mu, **extra))
        if options["iter_callback"] is not None:
            options["iter_callback"](trace)
        say(f"iter: {iteration:<3d}  y: {value:<9.4g}  log10mu: {np.log10(mu) if mu > 0 else -np.inf:>4.1f}  "
            f"ratio: {ratio:<7.2g}  dx: {np.linalg.norm(dx):<7.2g}", Verbosity.ITER)  # fmt: skip
        if small or accepted is None:
            status = failure
            break
        x, r, value = accepted
        if np.linalg.norm(dx) < options["xtol"]:
            jac = problem.derivative(x, r)
            grad = norm.grad_hess(r, jac)[0].ravel()
            status = Status.G_TOL if problem.free_slope(x, grad) < options["gtol"] else Status.DX_TOL
            break
    if len(trace) and not np.array_equal(trace[-1].candidate, x):
        extra = {"residual": r, "jacobian": jac, "grad": grad, "step": np.zeros_like(x)} if full else {}
        trace.append(IterLog(x.copy(), value, 0.0, mu, **extra))
    exact = " exact minimum found." if value == 0.0 else ""
    say(f"Terminated after {len(trace)} iterations: {REASONS[status]}{exact} "
        f"y: {value:.4g}, residual evaluations: {problem.evaluations}", Verbosity.FINAL)  # fmt: skip
    return x, trace


def _search(
    problem: _Problem, here: tuple, mu: float, options: dict[str, Any]
) -> tuple[Any, float, float, Any, Status]:
    """Return a step that lowers the objective by enough, the share of what was expected, mu, and what is there.

    Without such a step there is nothing, and the last is the reason to end.
    """
    x, value, grad, hess, scale = here
    factor = options["mu_factor"]
    while True:
        dx = problem.step(x, grad, hess, scale, mu)
        if dx is not None:
            there = problem.placed(x + dx)
            r = problem.evaluate(there)
            new = problem.norm.value(r) if np.all(np.isfinite(r)) else np.inf
            expected = -(grad @ dx + 0.5 * dx @ hess @ dx)
            ratio = (value - new) / expected if expected > 0 else 0.0
            if np.isfinite(new) and new < value and ratio > ENOUGH:
                # where the model is right again and again it can be trusted ever further
                right = RIGHT[0] < ratio < RIGHT[1]
                problem.trust = 2 * problem.trust if right else 1
                mu /= factor ** min(problem.trust, 64)
                return dx, ratio, mu if mu >= options["mu_min"] else 0.0, (there, r, new), Status.MAX_ITER
            if np.linalg.norm(dx) < options["xtol"] and np.isfinite(new):
                better = (there, r, new) if new <= value else (x, problem.evaluate(x), value)
                return dx, 0.0, mu, better, Status.DX_TOL
        problem.trust = 1
        mu = max(options["mu_min"], mu * factor**4)
        if mu > options["mu_max"]:
            status = Status.FACTORIZATION_FAILED if dx is None else Status.NO_IMPROVEMENT
            return np.zeros_like(x), 0.0, mu, None, status


# ---------------------------------------------------------------- derivatives


def jacobian_fd(
    residual: Residual, x: np.ndarray, r: np.ndarray, eps: float, n_res: int, bounds: Sequence[np.ndarray] | None = None
) -> tuple[np.ndarray, int]:
    """Return the Jacobian of a residual by finite differences, into the bounds, and how often it was evaluated."""
    x = np.asarray(x, float).reshape(-1, 1)
    steps = eps * np.maximum(1.0, np.abs(x.ravel()))
    if bounds is not None:
        lower, upper = (np.asarray(side, float).ravel() for side in bounds)
        below, above = x.ravel() - lower, upper - x.ravel()
        steps = np.where(above >= below, np.minimum(steps, above), -np.minimum(steps, below))
    points = np.repeat(x, x.size, axis=1)
    points[np.arange(x.size), np.arange(x.size)] += steps
    if bounds is not None:
        points = np.clip(points, lower[:, None], upper[:, None])
    moved = points[np.arange(x.size), np.arange(x.size)] - x.ravel()
    found = np.asarray(residual(points), float).reshape(-1, x.size)
    with np.errstate(divide="ignore", invalid="ignore"):
        jac = np.where(moved == 0, 0.0, (found - np.asarray(r, float).reshape(-1, 1)) / moved)
    return jac, n_res + x.size


def check_jacobian(
    residual: Residual, x: np.ndarray, r: np.ndarray, jac: np.ndarray, eps: float, n_res: int, **options: Any
) -> int:
    """Raise ValueError unless a Jacobian is that of finite differences; return how often the residual was evaluated."""
    name, output = options.get("name", "Jacobian"), options.get("output")
    if not np.all(np.isfinite(jac)):
        raise ValueError(f"User-provided {name} must contain finite numbers")
    found, n_res = jacobian_fd(residual, x, r, eps, n_res, options.get("bounds"))
    if not np.all(np.isfinite(found)):
        raise ValueError(f"Finite-difference {name} must contain finite numbers")
    if not np.allclose(jac, found, rtol=CHECKED, atol=CHECKED):
        raise ValueError(f"User-provided {name} does not match finite differences:\n{jac}\n{found}")
    if output is not None:
        print(f"User-provided {name} matches.", file=output)
    return n_res


def check_norm(r: np.ndarray, norm: Norm, eps: float, output: TextIO | None = None) -> None:
    """Raise ValueError unless gradient and Hessian of a norm are those of finite differences."""
    r = np.asarray(r, float).reshape(-1, 1)
    grad, hess = norm.grad_hess(r, np.eye(r.size))
    if not np.all(np.isfinite(hess)):
        raise ValueError("User-provided norm Hessian must contain finite numbers")
    if not np.allclose(hess, hess.T, rtol=1e-8, atol=1e-8):
        raise ValueError("User-provided norm Hessian is not symmetric")
    if np.min(np.linalg.eigvalsh(hess)) < -CHECKED * eps:
        raise ValueError("User-provided norm Hessian is not positive definite")

    def value(points: np.ndarray) -> np.ndarray:
        return np.array([[float(norm.value(point[:, None])) for point in points.T]])

    def slope(points: np.ndarray) -> np.ndarray:
        return np.stack([norm.grad_hess(point[:, None], np.eye(r.size))[0].ravel() for point in points.T], axis=1)

    start = np.array([[float(norm.value(r))]])
    check_jacobian(value, r, start, grad.reshape(1, -1), eps, 0, output=output, name="norm gradient")
    check_jacobian(slope, r, grad.reshape(-1, 1), hess, eps, 0, output=output, name="norm Hessian")


def _check_all(problem: _Problem, x: np.ndarray, r: np.ndarray, jac: np.ndarray, output: TextIO) -> None:
    if problem.jacobian is not None:
        columns = problem._columns()
        problem.evaluations = check_jacobian(
            problem.residual, x[:, None], r, jac, problem.eps, problem.evaluations, bounds=columns, output=output
        )
    if not isinstance(problem.norm, Quadratic):
        check_norm(r, problem.norm, problem.eps, output)


# ---------------------------------------------------------------- arguments


def _checked_bounds(bounds: Any, x0: np.ndarray) -> list[np.ndarray] | None:
    if bounds is None:
        return None
    if len(bounds) != 2:
        raise ValueError("bounds must be a pair of lower and upper bounds.")
    sides = [np.asarray(side, float).ravel() for side in bounds]
    if any(side.size != x0.size for side in sides):
        raise ValueError(f"bounds must have the size of x0, {x0.size}.")
    if not all(np.all(np.isfinite(side)) for side in sides):
        raise ValueError("bounds must be finite.")
    if not np.all(sides[0] < sides[1]):
        raise ValueError("lower bounds must be smaller than upper bounds.")
    return sides


def _checked_scale(scale: Any, n: int) -> Any:
    """Return what coordinates are divided by: numbers, or the word 'jac'."""
    if isinstance(scale, str):
        if scale != "jac":
            raise ValueError(f"x_scale is {scale!r}; numbers or 'jac' are allowed")
        return scale
    found = np.ones(n) if scale is None else np.asarray(scale, float)
    found = np.full(n, float(found)) if found.ndim == 0 else found
    if found.shape != (n,) or not np.all(np.isfinite(found)) or not np.all(found > 0):
        raise ValueError(f"x_scale must be a positive number, or {n} of them")
    return found


def _scale_now(scale: Any, jac: np.ndarray) -> np.ndarray:
    if not isinstance(scale, str):
        return scale
    lengths = np.linalg.norm(jac, axis=0)
    return 1 / np.where(lengths > 0, lengths, 1.0)


def _number(verbose: Verbosity | int) -> int:
    return verbose.value if isinstance(verbose, Verbosity) else int(verbose)


def _printer(output: TextIO, verbose: Verbosity) -> Callable[[str, Verbosity], None]:
    def say(text: str, level: Verbosity) -> None:
        if verbose.value >= level.value:
            print(text, file=output)

    return say
