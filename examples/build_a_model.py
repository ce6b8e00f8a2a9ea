"""Build a model in Python, look at it as MJCF, and let it move."""

import corten


def build() -> corten.Spec:
    """Return a torsion pendulum: a disc on a ball joint with a spring."""
    spec = corten.Spec()
    body = spec.worldbody.add_body(name="disc", pos=(0, 0, 1))
    body.add_joint(name="suspension", type="ball", stiffness=2.0, damping=0.01)
    body.add_geom(name="disc", type="cylinder", size=(0.2, 0.02), density=2700, contype=0, conaffinity=0)
    return spec


def main() -> None:
    """Twist the disc, let it go, and print how it turns."""
    spec = build()
    print(spec.to_xml())
    model = spec.compile()
    data = model.make_data()
    data.qvel[2] = 3.0
    for _ in range(10):
        corten.step(model, data, nstep=50)
        w, x, y, z = data.joint("suspension").qpos
        print(f"{data.time:.2f} s: quat ({w:+.3f} {x:+.3f} {y:+.3f} {z:+.3f})")


if __name__ == "__main__":
    main()
