"""Models with Hill muscles."""

import numpy as np

import corten
from corten.compile.elements.hill_muscles import PRESETS
from support.naive.hill import Muscle

HANGING = """
<mujoco>
  <option timestep="{timestep}" integrator="{integrator}"/>
  <worldbody>
    <site name="above" pos="0 0 {path}"/>
    <body><joint type="slide" axis="0 0 1"/><geom size=".05" mass="{mass}"/><site name="load"/></body>
  </worldbody>
  <tendon><spatial name="path"><site site="above"/><site site="load"/></spatial></tendon>
  <actuator>
    <muscle name="m" tendon="path" lengthrange=".01 2" ctrllimited="true" ctrlrange="0 1" {attributes}/>
  </actuator>
  <custom><text name="corten.actuator.m.muscle" data="hill {muscle}"/></custom>
  {more}
</mujoco>
"""

# an elbow with its flexor on a tendon, and a knee whose extensor pulls on the joint
ARM = """
<mujoco>
  <option timestep=".002" integrator="{integrator}"/>
  <worldbody>
    <body pos="0 0 1"><geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03" contype="0" conaffinity="0"/>
      <site name="shoulder" pos=".03 0 .02"/>
      <body pos="0 0 -.3"><joint name="elbow" axis="0 -1 0" range="0 150" damping=".1"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.25" size=".02" mass="1.5" contype="0" conaffinity="0"/>
        <site name="forearm" pos=".02 0 -.05"/></body></body>
    <body pos="1 0 1"><joint name="knee" axis="0 -1 0" range="-100 0" damping="1"/>
      <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".04" mass="4" contype="0" conaffinity="0"/></body>
  </worldbody>
  <tendon><spatial name="flexor"><site site="shoulder"/><site site="forearm"/></spatial></tendon>
  <actuator>
    <muscle name="biceps" tendon="flexor" ctrlrange="0 1" lengthrange=".2 .4"/>
    <muscle name="quadriceps" joint="knee" gear="{gear}" ctrlrange="0 1" lengthrange="0 1.75"/>
    <motor joint="elbow"/>
  </actuator>
  <custom>
    <text name="corten.actuator.biceps.muscle" data="hill biceps lslack=.24 {flexor}"/>
    <text name="corten.actuator.quadriceps.muscle" data="hill quadriceps {extensor}"/>
  </custom>
</mujoco>
"""


def hang(muscle="soleus", path=None, mass=20.0, timestep=0.002, integrator="Euler", attributes="", more=""):
    """Return a mass that hangs on a muscle, and its data; the path has its length [m] at qpos0, up shortens it.

    Without a length fibres would be at their optimal length on a rigid tendon.
    """
    if path is None:
        preset = PRESETS[muscle.split()[0]]
        path = preset["lslack"] + preset["lopt"] * np.cos(np.radians(preset["pennation"]))
    words = {"muscle": muscle, "path": repr(float(path)), "mass": mass, "timestep": timestep}
    words |= {"integrator": integrator, "attributes": attributes, "more": more}
    model = corten.load_model_from_string(HANGING.format(**words))
    return model, model.make_data()


def arm(flexor="", extensor="", gear="-1", integrator="Euler"):
    """Return an arm and a leg with one Hill muscle each, and their data."""
    words = {"flexor": flexor, "extensor": extensor, "gear": gear, "integrator": integrator}
    model = corten.load_model_from_string(ARM.format(**words))
    return model, model.make_data()


def twin(model, number=0):
    """Return the slow twin of a muscle."""
    names = ("fmax", "lopt", "lslack", "pennation", "vmax", "strain", "passive", "damping")
    return Muscle(*(float(getattr(model, f"hill_{name}")[number]) for name in names))
