"""A Hill muscle by textbook formulas, SciPy's root finder and its integrator for stiff equations."""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

BELLS = (
    (0.8150671134243542, 1.055033428970575, 0.162384573599574, 0.063303448465465),
    (0.433004984392647, 0.716775413397760, -0.029947116970696, 0.200356847296188),
    (0.1, 1.0, 0.353553390593274, 0.0),
)


def active(length):
    """Return the active force by relative length."""
    return sum(h * np.exp(-0.5 * ((length - c) / (w + g * length)) ** 2) for h, c, w, g in BELLS)


def by_velocity(velocity):
    """Return the factor of the active force by relative velocity: through (-1, 0) and (0, 1)."""
    low, zero = np.arcsinh(-8.149 + 0.374), np.arcsinh(0.374)
    return (np.arcsinh(8.149 * velocity + 0.374) - low) / (zero - low)


def stiffening(x, toe, stiffness):
    """Return the integral over a stiffness that rises along 3 z^2 - 2 z^3 up to `toe`, by an exact quadrature."""
    points, weights = np.polynomial.legendre.leggauss(4)
    end = np.clip(x, 0.0, toe)
    z = 0.5 * end * (points + 1) / toe
    return stiffness * (0.5 * end * np.sum(weights * (3 * z**2 - 2 * z**3)) + max(x - toe, 0.0))


@dataclass
class Muscle:
    """Parameters under the names of the model's fields, pennation in radians."""

    fmax: float
    lopt: float
    lslack: float
    pennation: float
    vmax: float
    strain: float
    passive: float
    damping: float
    tact: float = 0.01
    tdeact: float = 0.04

    def angle(self, length):
        """Return the pennation angle at a relative fibre length: the thickness of the muscle is constant."""
        return np.arcsin(np.sin(self.pennation) / length)

    def tendon(self, path, length):
        """Return the tendon length [m]."""
        return path - self.lopt * length * np.cos(self.angle(length))

    def tension(self, path, length):
        """Return the force of an elastic tendon [N]."""
        strain = self.tendon(path, length) / self.lslack - 1
        return self.fmax * stiffening(strain / self.strain, 6 / 11, 11 / 8)

    def fibre_force(self, activation, length, velocity):
        """Return the force of the fibres [N], along them, at a relative length and velocity."""
        elastic = stiffening((length - 1) / self.passive, 1.0, 2.0)
        return self.fmax * (activation * active(length) * by_velocity(velocity) + elastic + self.damping * velocity)

    def velocity(self, activation, path, length):
        """Return the relative fibre velocity at which fibres and tendon balance."""
        wanted = self.tension(path, length) / np.cos(self.angle(length))
        return brentq(lambda v: self.fibre_force(activation, length, v) - wanted, -1e3, 1e4, xtol=1e-14, rtol=1e-14)

    def rest_length(self, activation, path):
        """Return the relative fibre length at which fibres and a taut tendon are at rest."""

        def excess(length):
            return self.fibre_force(activation, length, 0.0) * np.cos(self.angle(length)) - self.tension(path, length)

        longest = np.hypot((path - self.lslack) / self.lopt, np.sin(self.pennation))
        return brentq(excess, max(0.2, np.sin(self.pennation) / 0.99), longest, xtol=1e-15, rtol=1e-14)

    def rate(self, control, activation):
        """Return the rate of the activation [1/s]."""
        slowness = 0.5 + 1.5 * activation
        tau = self.tact * slowness if control > activation else self.tdeact / slowness
        return (control - activation) / tau

    def hang(self, mass, height, control, times, start):
        """Return (length, velocity, activation, fibre length) of a mass that hangs on the muscle, at some times [s].

        The path has the length `height` at the start; the mass moves along it, and gravity stretches it. `start` is the
        activation, and the fibres begin at rest.
        """

        def slope(time, state):
            path, speed, activation, length = state
            pull = self.tension(path, length)
            fibres = self.vmax * self.velocity(activation, path, length)
            return speed, 9.81 - pull / mass, self.rate(control, activation), fibres

        first = height, 0.0, start, self.rest_length(start, height)
        solved = solve_ivp(slope, (0, times[-1]), first, "Radau", times, rtol=1e-9, atol=1e-11)
        assert solved.success
        return solved.y
