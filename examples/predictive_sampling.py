"""Swing a pole up by predictive sampling: try many ways to push the cart, do the first of the best, and plan again.

Each plan is a line through a few pushes. All candidates are rolled out at once from the present state; the best becomes
the plan that the next candidates vary.
"""

import numpy as np

import corten

CANDIDATES, KNOTS = 64, 10

# [steps] of 5 ms that a plan looks ahead, and that pass until there is a new one; [1] how far candidates are off
HORIZON, REPLAN, NOISE = 160, 10, 0.6


def cost(states: np.ndarray, controls: np.ndarray) -> np.ndarray:
    """Return the cost of trajectories (n, t, ...): a pole that is not up, a cart that is far away, speed and effort."""
    place, angle, _, spin = np.moveaxis(states[..., 1:5], -1, 0)
    running = (1 - np.cos(angle)) + 0.5 * place**2 + 0.002 * spin**2 + 0.01 * controls[..., 0] ** 2
    return running.mean(axis=1)


def spline(knots: np.ndarray) -> np.ndarray:
    """Return controls (n, HORIZON, 1) that lie on lines between knots (n, KNOTS)."""
    at = np.linspace(0, KNOTS - 1, HORIZON)
    left = np.minimum(at.astype(int), KNOTS - 2)
    return (knots[:, left] + (at - left) * (knots[:, left + 1] - knots[:, left]))[..., None]


def main() -> None:
    """Plan and act for three seconds, beginning with a pole that hangs down."""
    model = corten.load_model(corten.models.path("cartpole"))
    data = model.make_data()
    corten.reset_data(model, data, "hanging")
    rng, plan = np.random.default_rng(0), np.zeros(KNOTS)

    while data.time < 3.0:
        tried = np.clip(
            plan + NOISE * rng.normal(size=(CANDIDATES, KNOTS)) * rng.choice([0.2, 1.0], (CANDIDATES, 1)), -1, 1
        )
        tried[0] = plan
        controls = spline(tried)
        state = corten.get_state(model, data, corten.StateBit.FULLPHYSICS)
        states, _ = corten.rollout(model, state, controls)
        best = np.argmin(cost(states, controls))
        for control in controls[best, :REPLAN]:
            data.ctrl[:] = control
            corten.step(model, data)

        # the rest of the plan is what is tried next, later by as much as has passed
        at = np.linspace(0, KNOTS - 1, KNOTS) + REPLAN * (KNOTS - 1) / (HORIZON - 1)
        plan = np.interp(at, np.arange(KNOTS), tried[best])
        if round(data.time / 0.25, 6) % 1 == 0:
            print(
                f"{data.time:4.2f} s: cart at {data.qpos[0]:+.2f} m, pole {np.degrees(data.qpos[1]) % 360:5.1f} degrees"
            )

    lean = np.degrees(np.arccos(np.cos(data.qpos[1])))
    print(f"the pole is {lean:.1f} degrees from upright")


if __name__ == "__main__":
    main()
