"""A program as users write it, checked in strict mode; lines that end with `# mistake` are wrong on purpose."""

import numpy as np
from numpy.typing import NDArray

import corten

spec = corten.Spec("ball on a table")
spec.option.timestep = 0.002
spec.option.timestpe = 0.002  # mistake
spec.worldbody.add_geom(type="plane", size=(1.0, 1.0, 0.1))
ball = spec.worldbody.add_body(name="ball", pos=(0, 0, 1))
ball.add_freejoint(name="free")
ball.add_geom(type="sphere", size=[0.1], rgba="1 0 0 1")
ball.add_geom(type="shpere", size=[0.1])  # mistake
ball.add_gem(type="sphere", size=[0.1])  # mistake
spec.sensor.add_accelerometer(name="imu", site="middle")
ball.add_site(name="middle", pos=np.zeros(3))

model = spec.compile()
data = model.make_data()

model.opt.timestep = 0.001
model.opt.integrator = corten.Integrator.IMPLICITFAST
model.opt.gravity = (0, 0, -1.62)
model.opt.gravty = (0, 0, -1.62)  # mistake
model.body_mass[1:] *= 2.0
heaviest: float = float(model.body_mass.max())
count: int = model.nbody
model.nv = 3  # mistake
model.jnt_qposadr = 0  # mistake

data.qpos[:3] = 0.0, 0.0, 2.0
data.qvel = 0.0
data.qpso[0] = 1.0  # mistake
data.ncon = 3  # mistake
corten.step(model, data, nstep=100)
corten.stpe(model, data)  # mistake
corten.step(data, model)  # mistake

height: float = float(data.qpos[2])
seconds: float = data.time
place: NDArray[np.float64] = data.body("ball").xpos
reading: NDArray[np.float64] = data.sensor("imu").data
data.joint("free").qvel = [0, 0, 1, 0, 0, 0]
data.joint("free").qvle = [0, 0, 1, 0, 0, 0]  # mistake
mass: NDArray[np.float64] = model.body("ball").mass
wrong: str = data.body("ball").xpos  # mistake

for contact in data.contact:
    print(contact.dist)
jacobian: NDArray[np.float64] = data.efc_J
print(height, seconds, place, reading, mass, heaviest, count, jacobian, model.name("body", 1), wrong)

try:
    corten.load_model("robot.xml", confined=True)
except corten.ModelError as error:
    print(error.file, error.line, error.element, error.elment)  # mistake
except corten.StepError as error:
    print(error.kind is corten.StepErrorKind.BAD_QPOS)
