"""A double pendulum swings without friction; how well does each integrator keep its energy?"""

import corten

SECONDS = 10.0


def total_energy(model: corten.Model, data: corten.Data) -> float:
    """Return the potential plus kinetic energy [J]."""
    corten.forward(model, data)
    return float(data.energy.sum())


def main() -> None:
    """Print the drift of the energy for every integrator."""
    model = corten.models.n_link_pendulum(2, link_length=0.5, link_mass=1.0)
    model.opt.timestep = 0.001
    model.opt.enableflags |= corten.EnableBit.ENERGY
    print(f"two links of 0.5 m and 1 kg, {SECONDS:g} s in steps of {1000 * model.opt.timestep:g} ms")
    for integrator in ("EULER", "IMPLICIT", "IMPLICITFAST", "RK4"):
        model.opt.integrator = corten.Integrator[integrator]
        data = model.make_data()
        data.qpos[:] = [1.0, 0.5]
        before = total_energy(model, data)
        corten.step(model, data, nstep=round(SECONDS / model.opt.timestep))
        after = total_energy(model, data)
        print(f"{integrator:14s} energy {before:+.6f} J -> {after:+.6f} J, drift {after - before:+.1e} J")


if __name__ == "__main__":
    main()
