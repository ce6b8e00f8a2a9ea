"""Scenes with everything that pictures show."""

LOOK = """
  <visual><map znear="0.02"/><headlight ambient=".2 .2 .2" diffuse=".5 .5 .5" specular=".3 .3 .3"/></visual>
  <asset>
    <texture name="sky" type="skybox" builtin="gradient" rgb1=".4 .6 .8" rgb2="0 0 0" width="64" height="384"/>
    <texture name="checker" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".8 .8 .7" width="64" height="64"/>
    <texture name="cube" type="cube" builtin="flat" mark="cross" rgb1=".8 .3 .3" rgb2=".3 .3 .8" markrgb="1 1 1"
             width="32" height="32"/>
    <material name="floor" texture="checker" texrepeat="2 2" texuniform="true" reflectance=".3"/>
    <material name="tiles" texture="checker" texrepeat="3 2" specular=".2" shininess=".8"/>
    <material name="dice" texture="cube"/>
    <material name="glow" emission=".6" rgba=".2 .9 .3 1"/>
  </asset>
"""

# all shapes of geoms, sites, a height field, a mesh, a tendon, glass, lights of two kinds, cameras of three
SHAPES = f"""
<mujoco>{LOOK}
  <asset>
    <hfield name="hills" nrow="5" ncol="6" size=".5 .4 .2 .05"
            elevation="0 1 0 2 1 0  1 2 3 1 0 1  0 1 4 2 1 0  2 0 1 3 2 1  0 1 0 1 0 1"/>
    <mesh name="wedge" vertex="0 0 0  .5 0 0  0 .4 0  0 0 .4"/>
  </asset>
  <worldbody>
    <light pos="0 -1 4" dir="0 .2 -1" diffuse=".5 .5 .5" cutoff="60" exponent="3"/>
    <light type="directional" pos="1 0 3" dir="-.4 .3 -1" diffuse=".4 .4 .4" specular=".2 .2 .2"/>
    <geom type="plane" size="0 0 1" material="floor"/>
    <geom type="sphere" size=".2" pos="-1 0 .3" material="tiles"/>
    <geom type="ellipsoid" size=".2 .15 .3" pos="-.5 .2 .4" euler="20 30 0" rgba=".9 .5 .1 1"/>
    <geom type="capsule" size=".1 .25" pos="0 0 .5" euler="50 10 0" material="glow"/>
    <geom type="cylinder" size=".15 .25" pos=".5 .1 .3" euler="30 0 40" material="tiles"/>
    <geom type="box" size=".2 .15 .1" pos="1 0 .3" euler="10 40 20" material="dice"/>
    <geom type="hfield" hfield="hills" pos="-.6 1.2 .06" rgba=".4 .6 .3 1"/>
    <geom type="mesh" mesh="wedge" pos=".7 1 .3" euler="20 10 70" rgba=".3 .5 .9 1"/>
    <geom type="box" size=".15 .02 .3" pos="0 -.6 .35" rgba=".3 .8 .9 .4"/>
    <site name="a" type="sphere" size=".05" pos="-.9 -.4 .8" rgba="1 0 0 1"/>
    <site name="b" type="box" size=".06 .03 .04" pos=".9 -.4 .9" rgba="0 0 1 1"/>
    <site type="sphere" size=".1" pos="0 .5 1.2" group="3"/>
    <camera name="wide" pos="0 -2.4 1.6" xyaxes="1 0 0 0 .5 1" fovy="70"/>
    <camera name="flat" pos="0 -2 1.2" xyaxes="1 0 0 0 .4 1" projection="orthographic" fovy="2.2"/>
    <camera name="lens" pos="1.8 -1.6 1.2" xyaxes=".7 .7 0 -.3 .3 1" resolution="160 120" sensorsize=".016 .012"
            focal=".014 .015" principal=".001 -.0005"/>
    <camera name="behind" pos="0 0 -1" xyaxes="1 0 0 0 -1 0"/>
  </worldbody>
  <tendon><spatial width=".02" rgba=".9 .9 .2 1"><site site="a"/><site site="b"/></spatial></tendon>
</mujoco>
"""

# bodies that move, rangefinders, a wrapped tendon, a hanging rope, a slider-crank, a skin, cameras that follow
MOVING = f"""
<mujoco>{LOOK}
  <worldbody>
    <light mode="targetbody" target="arm" pos="1 -1 3" dir="0 0 -1"/>
    <geom type="plane" size="2 2 .2" material="floor"/>
    <body name="arm" pos="0 0 .6">
      <joint name="swing" axis="0 1 0" range="-90 90"/>
      <geom type="capsule" fromto="0 0 0 .5 0 .1" size=".05"/>
      <site name="eye" pos=".6 0 0" euler="180 0 0" rgba="1 1 0 1"/>
      <site name="hook" pos=".3 0 -.1"/>
      <site name="crank" pos=".2 .3 0"/>
      <camera name="track" mode="track" pos="0 -1.5 .3" xyaxes="1 0 0 0 .2 1"/>
      <body name="hand" pos=".5 0 .1"><joint axis="0 1 0"/><geom type="sphere" size=".08" material="dice"/></body>
    </body>
    <body pos="-.8 0 .5"><joint axis="0 1 0"/><geom name="drum" type="cylinder" size=".15 .1" euler="90 0 0"/></body>
    <site name="slide" pos="0 .3 .2" euler="0 90 0"/>
    <site name="post" pos="-1.2 0 .9"/><site name="left" pos="-.4 .6 1"/><site name="right" pos=".6 .6 1.1"/>
    <site name="around" pos="-.8 0 .8"/>
    <camera name="target" mode="targetbody" target="hand" pos="1.5 -1.5 1.2"/>
  </worldbody>
  <tendon>
    <spatial width=".01"><site site="post"/><geom geom="drum" sidesite="around"/><site site="hook"/></spatial>
    <spatial width=".015" limited="true" range="0 1.4"><site site="left"/><site site="right"/></spatial>
  </tendon>
  <actuator><general cranksite="crank" slidersite="slide" cranklength=".5"/></actuator>
  <sensor><rangefinder site="eye"/></sensor>
  <deformable><skin name="cloth" vertex="0 0 0  .3 0 0  .3 .3 0  0 .3 .1" face="0 1 2  0 2 3" rgba=".8 .2 .6 1"
                    inflate=".01">
    <bone body="arm" bindpos="0 0 .3" bindquat="1 0 0 0" vertid="0 1 2 3" vertweight="1 1 1 1"/></skin></deformable>
</mujoco>
"""

# lines, sheets and solids that bend, one with a texture and one with flat triangles
FLEXES = """
<mujoco>
  <visual><map znear="0.02"/></visual>
  <asset>
    <texture name="checker" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".9 .8 .7" width="64" height="64"/>
    <material name="cloth" texture="checker" texrepeat="4 4"/>
  </asset>
  <worldbody>
    <light pos="0 -1 3" dir="0 .3 -1"/>
    <geom type="plane" size="3 3 .1"/>
    <body name="peg" pos="0 0 1.2"><geom type="sphere" size=".05"/></body>
    <flexcomp name="rope" type="grid" dim="1" count="8 1 1" spacing=".12 .1 .1" radius=".03" pos="0 .4 1.3"/>
    <flexcomp name="ribbon" type="direct" dim="1" point="0 0 0  .2 0 0  .4 .1 .1  .5 .3 .1" element="0 1  1 2  2 3"
              mass="1" pos="-.3 -.3 .3" rgba=".9 .5 .2 1">
      <elasticity young="1e6" section="box" sectionsize=".08 .02"/>
    </flexcomp>
    <flexcomp name="cloth" type="grid" dim="2" count="5 6 1" spacing=".12 .12 .1" radius=".02" pos="-.7 0 .9"
              euler="20 40 0" material="cloth"/>
    <flexcomp name="flat" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1" radius=".01" pos=".2 -.5 .6"
              euler="-60 10 0" flatskin="true" rgba=".3 .5 .9 1"/>
    <flexcomp name="block" type="grid" dim="3" count="4 4 3" spacing=".15 .15 .15" radius=".01" pos=".7 .2 .6"
              euler="10 30 20" rgba=".2 .7 .4 1"/>
    <camera name="front" pos="0 -2.2 1.3" xyaxes="1 0 0 0 .3 1"/>
    <camera name="above" pos=".2 -.8 2.6" xyaxes="1 0 0 0 1 .4"/>
  </worldbody>
</mujoco>
"""

# shapes that coincide, of which the last is seen
COINCIDENT = """
<mujoco>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <geom type="sphere" size=".2" pos="-.5 0 .2"/><geom type="sphere" size=".2" pos="-.5 0 .2"/>
    <geom type="capsule" size=".1 .2" pos="0 0 .4"/><geom type="capsule" size=".1 .2" pos="0 0 .4"/>
    <geom type="box" size=".1 .2 .1" pos=".5 0 .2"/><geom type="box" size=".1 .2 .1" pos=".5 0 .2"/>
    <geom type="cylinder" size=".1 .2" pos="0 .6 .4"/><geom type="cylinder" size=".1 .2" pos="0 .6 .4"/>
    <camera pos="0 -2 1.2" xyaxes="1 0 0 0 .5 1"/>
  </worldbody>
</mujoco>
"""
