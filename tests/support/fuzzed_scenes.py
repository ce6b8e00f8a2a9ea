"""Small models with much in them, for tests that write anything into their fields."""

import numpy as np

import corten

RICH = """
<mujoco>
  <option timestep="0.004" density="1.2" viscosity="0.001"><flag energy="enable" {flags}/></option>
  <custom><text name="corten.mesh.fine.collision" data="triangles"/></custom>
  <asset>
    <mesh name="wedge" vertex="0 0 0  .1 0 0  0 .1 0  0 0 .1"/>
    <mesh name="fine" vertex="-.1 -.1 0  .1 -.1 0  0 .1 0  0 0 .15"/>
    <hfield name="hill" nrow="4" ncol="4" size=".5 .5 .1 .1" elevation="0 0 0 0 0 1 .5 0 0 .5 1 0 0 0 0 0"/>
    <texture name="plain" type="2d" builtin="flat" width="4" height="4"/>
    <material name="matte" texture="plain"/>
  </asset>
  <worldbody>
    <light name="lamp" mode="targetbody" target="arm"/>
    <geom name="floor" type="plane" size="2 2 .1" material="matte"/>
    <geom name="ground" type="hfield" hfield="hill" pos="2 0 0"/>
    <camera name="eye" pos="0 -2 1" mode="targetbody" target="arm" resolution="2 2" output="rgb"/>
    <body name="ball" pos="2 0 .12"><freejoint/><geom name="ball" size=".1" condim="6"/></body>
    <body name="box" pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="top" pos="0 0 .1"/></body>
    <body name="lid" pos=".02 0 .28"><freejoint/><geom type="cylinder" size=".1 .1" condim="4"/></body>
    <body name="rock" pos="-.5 0 .02"><freejoint/><geom type="mesh" mesh="wedge"/></body>
    <body name="stone" pos="-1 0 0"><freejoint/><geom type="mesh" mesh="fine"/></body>
    <body name="egg" pos="-1 .02 .2"><freejoint/><geom type="ellipsoid" size=".05 .06 .07"/></body>
    <body name="arm" pos="0 1 .6" gravcomp=".2">
      <joint name="shoulder" axis="0 1 0" range="-40 40" limited="true" frictionloss=".1" damping=".1" stiffness="1"
       springyield="5"/>
      <geom name="bar" type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
      <site name="hook" pos=".1 0 .05" size=".1"/>
      <geom name="drum" type="cylinder" size=".03 .05" pos=".1 0 0" mass=".1"/>
      <body pos=".3 0 0">
        <joint name="wrist" type="ball" damping=".05" stiffness=".1" springyield="9"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .2 0 -.1"/>
        <site name="tip" pos=".2 0 0" size=".2"/>
        <body pos=".2 0 0">
          <joint name="slide" type="slide" axis="1 0 0" range="-.1 .1" limited="true"/><geom size=".02"/>
        </body>
      </body>
    </body>
    <body name="guide" mocap="true" pos="0 1.3 .6">
      <geom name="guide" type="sphere" size=".03" contype="0" conaffinity="0"/>
    </body>
    <site name="wall" pos="0 1 1"/>
  </worldbody>
  <contact><pair geom1="floor" geom2="bar" condim="3"/><exclude body1="box" body2="arm"/></contact>
  <tendon>
    <spatial name="rope" range="0 .3" limited="true" stiffness="2" damping=".1" frictionloss=".1"{rope}>
      <site site="wall"/><geom geom="drum" sidesite="hook"/><site site="tip"/>
    </spatial>
    <fixed name="sum"><joint joint="shoulder" coef="1"/><joint joint="slide" coef="2"/></fixed>
  </tendon>
  <equality>
    <connect body1="ball" body2="lid" anchor="0 0 0" active="false"/><weld body1="egg" body2="stone" active="false"/>
    <joint joint1="shoulder" joint2="slide"/><tendon tendon1="sum" active="false"/>
  </equality>
  <actuator>
    <motor name="motor" joint="shoulder" ctrlrange="-1 1"/><position name="servo" joint="slide" kp="3"/>
    <muscle name="muscle" tendon="rope" lengthrange=".1 1"/>
    <general name="lag" joint="shoulder" dyntype="filter" dynprm=".1"/>
    <adhesion name="glue" body="box" ctrlrange="0 1"/>
    {servos}
  </actuator>
  <sensor>
    <touch site="top"/><accelerometer site="tip"/><force site="tip"/><gyro site="tip"/><rangefinder site="top"/>
    <jointpos joint="shoulder"/><ballquat joint="wrist"/><tendonpos tendon="rope"/><actuatorfrc actuator="motor"/>
    <jointlimitfrc joint="shoulder"/><framepos objtype="site" objname="tip" reftype="body" refname="box"/>
    <framelinacc objtype="geom" objname="ball"/><subtreeangmom body="arm"/>
    <distance geom1="ball" geom2="bar" cutoff="9"/>
    <contact geom1="floor" num="2" data="found force pos"/><camprojection site="tip" camera="eye"/>
    <rangefinder camera="eye"/>
    <insidesite objtype="body" objname="box" site="tip"/><clock/>
    {readings}
  </sensor>
  <keyframe><key time="1"/></keyframe>
</mujoco>
"""

SERVOS = """
<pid joint="slide" kp="3" ki="1" slewmax="2" nsample="3" delay=".005" interp="cubic"/>
<orientation joint="wrist" kp="1" input="quat" nsample="2" delay=".01"/>
<general joint="wrist" gaintype="so3" biastype="so3" gainprm=".03" biasprm="0 -.03 -.001" dyntype="integrator"/>
<orientation site="tip" refsite="top" kp="1"/>
<dcmotor joint="shoulder" motorconst="1" resistance="2" inductance=".1" cogging=".1 6 .2" saturation="0 5 7"
 controller="1 2 3 4 5 6" input="pos vel ff voltage" thermal="1 2 0 .1 20 25" lugre="100 2 .3 .4 .5"/>
"""
READINGS = """
<jointvel joint="shoulder" nsample="4" delay=".006" interp="cubic"/><gyro site="tip" nsample="3" interval=".01"/>
"""

YIELDING = ' springyield=".1"'

# flags, actuators, sensors and what the rope has besides, of each scene
SCENES = {
    "rich": ("", "", "", ""),
    "asleep": ('sleep="enable"', "", "", ""),
    "servos": ("", SERVOS, READINGS, YIELDING),
}

# scenes that RK4 refuses: those with trees that sleep, and with tendons that yield
NOT_WITH_RK4 = ("asleep", "servos")


def load(scene: str) -> corten.Model:
    """Return a scene by name."""
    flags, servos, readings, rope = SCENES[scene]
    return corten.load_model_from_string(RICH.format(flags=flags, servos=servos, readings=readings, rope=rope))


def push(model: corten.Model, data: corten.Data) -> None:
    """Set things in motion."""
    rng = np.random.default_rng(0)
    data.qvel[:] = rng.uniform(-0.3, 0.3, model.nv)
    data.ctrl[:] = rng.uniform(-0.5, 0.5, model.nu)
    data.xfrc_applied[-2, :3] = 1.0
