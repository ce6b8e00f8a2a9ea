"""Models with scaled frames: one with nearly everything that a frame scales, and many small ones."""

TREE = """<site name="hook" pos="0 0 3"/><geom name="floor" type="plane" size="1 1 1"/>
<body name="u" pos="2 0 0"><joint name="us" type="slide"/><joint name="uh"/><geom size="0.1"/></body>
<frame name="f" pos="1 2 3" euler="10 20 30" {outer}>
  <geom type="plane" size="1 2 3"/><geom type="hfield" hfield="h"/><geom type="mesh" mesh="m"/>
  <camera pos="1 1 1" ipd="0.1" focal="0.01 0.01" sensorsize="0.02 0.02" principal="0.003 0.004" resolution="2 2"/>
  <camera projection="orthographic" fovy="3"/><light pos="1 1 1" range="3" attenuation="1 2 3" bulbradius="0.2"/>
  <body name="b" pos="0 0.1 1" euler="30 0 0" childclass="d">
    <joint name="h" axis="0 1 0" stiffness="2 3 4" frictionloss="0.3" range="0 30" margin="0.1"
      ref="3" springyield="1"/>
    <geom name="bg"/><site name="tip" pos="0.1 0.2 0.3"/><site name="tip2" pos="0.1 0.2 0.5" size="0.1"/>
    <body name="c" pos="0 0 1">
      <joint name="s" type="slide" range="-0.1 0.2" axis="1 0 0" damping="1 2 3" stiffness="2 3 4" ref="0.3"
        springref="0.2" actuatorfrcrange="-3 3" springyield="0.1" frictionloss="0.2"/>
      <geom name="cg" size="0.1" class="main" density="5"/><geom size="0.1" mass="5"/>
      <site name="tip3" pos="0.1 0.2 0.5"/>
      <geom type="box" size="0.1 0.1 0.1" shellinertia="true"/>
      <frame {inner} pos="0 0 0.2"><geom size="0.03 0.03 0.03" type="box" pos="0.1 0 0"/>
        <body name="cc" pos="0.1 0.1 0.1"><joint name="hh"/><joint name="bb" type="ball" damping="2" armature="0.1"/>
          <geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.03"/><site name="tip4"/></body></frame></body></body>
  <body name="free" pos="0.3 0.2 0.1"><freejoint name="fj"/>
    <geom size="0.1 0.2 0.3" type="box" friction="1 0.1 0.2" margin="0.1" gap="0.02" adhesion="3"
      surfacevel="1 2 3 4 5 6"/>
    <geom type="mesh" mesh="m" pos="0.5 0 0"/></body>
  <body pos="0 0 2"><joint type="free" stiffness="2" damping="1" armature="0.1"/>
    <inertial pos="0.1 0.2 0.3" mass="2" diaginertia="1 1.1 1.2"/></body>
  <body name="moc" mocap="true" pos="0.1 0.1 0.1"><geom size="0.1"/></body>
</frame><geom type="mesh" mesh="m" pos="5 0 0"/>"""

REFERENCES = """<contact><pair geom1="bg" geom2="floor" margin="0.01" gap="0.001" adhesion="3"/>
  <pair geom1="bg" geom2="cg" margin="0.01"/></contact>
<tendon>
  <spatial name="t1" springlength="0.3" stiffness="100" damping="2 3" range="0 2" width="0.01" margin="0.1"
    frictionloss="0.1" armature="0.01" springyield="0.2"><site site="tip"/><site site="tip2"/></spatial>
  <spatial name="t2" springlength="0.8" stiffness="100"><site site="tip"/><site site="hook"/></spatial>
  <spatial stiffness="100" springlength="0 0.5"><site site="tip"/><geom geom="cg"/><site site="tip4"/></spatial>
  <fixed name="f1" stiffness="3" range="0 1"><joint joint="h" coef="2"/><joint joint="hh" coef="3"/></fixed>
  <fixed name="f2" stiffness="3" frictionloss="1"><joint joint="h" coef="2"/><joint joint="s" coef="3"/></fixed>
  <fixed name="f3" stiffness="3"><joint joint="us" coef="2"/><joint joint="s" coef="3"/></fixed>
  <fixed name="f4"><joint joint="uh" coef="2"/><joint joint="h" coef="3"/></fixed></tendon>
<equality><connect body1="b" body2="world" anchor="0 0.1 0.2"/><connect body1="u" body2="b" anchor="0 0.1 0.2"/>
  <connect site1="tip" site2="hook"/><weld body1="free"/><weld site1="tip" site2="hook" torquescale="3"/>
  <weld body1="b" body2="c" relpose="0.1 0.2 0.3 1 0 0 0" anchor="0.3 0.2 0.1" torquescale="2"/>
  <joint joint1="s" joint2="us" polycoef="1 2 3 4 5"/><joint joint1="us" joint2="s" polycoef="1 2 3 4 5"/>
  <joint joint1="s" joint2="h" polycoef="1 2 3 4 5"/><joint joint1="s" polycoef="1 2 3 4 5"/>
  <tendon tendon1="t1" tendon2="t2" polycoef="1 2 3 4 5"/></equality>
<actuator><motor joint="h" gear="50" ctrlrange="-1 1" forcerange="-3 3"/><motor joint="s" gear="50" ctrlrange="-1 1"/>
  <motor name="ms" site="tip" gear="1 2 3 4 5 6" forcerange="-1 1"/><motor site="tip" gear="0 0 0 4 5 6"/>
  <motor joint="fj" gear="1 2 3 4 5 6"/><motor joint="fj" gear="0 0 0 1 0 0"/><motor tendon="t1"/><motor tendon="f1"/>
  <motor tendon="f2"/><motor site="tip" refsite="hook" gear="0 0 1 0 0 0"/>
  <position class="d" joint="h" ctrlrange="-1 1"/><position joint="s" kp="300" ctrlrange="0 0.2" forcerange="-40 40"/>
  <position name="ps" joint="s" kp="5" dampratio="1" inheritrange="1"/><position tendon="t1" kp="3" timeconst="0.1"/>
  <velocity joint="s" kv="4" ctrlrange="-2 2"/><intvelocity joint="s" kp="3" kv="1" actrange="-1 1" ctrlrange="-2 2"/>
  <damper joint="s" kv="3" ctrlrange="0 2"/><cylinder joint="s" area="3" bias="1 2 3" ctrlrange="0 2"/>
  <cylinder joint="h" diameter="3" bias="1 2 3"/><muscle joint="h" lengthrange="-1 1"/>
  <muscle tendon="t1" force="30" lengthrange="0.1 3"/><muscle joint="s" lengthrange="-1 1"/>
  <adhesion body="b" gain="3" ctrlrange="0 2"/><orientation joint="bb" kp="3" kv="2" forcerange="0 1"/>
  <pid joint="s" kp="3" kv="2" ki="1" imax="0.5" slewmax="0.4" posrange="-1 1" velrange="-2 2" ffrange="-3 3"
    input="pos vel ff"/>
  <general joint="s" gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm="1 2 -3" dyntype="filter"
    dynprm="0.1" actrange="-1 1"/>
  <general joint="s" input="pos" gainprm="30" biastype="affine" biasprm="0 -30 0" ctrlrange="-1 1"/>
  <general cranksite="tip" slidersite="tip3" cranklength="0.5" gainprm="2"/>
  <general jointinparent="h" dyntype="integrator" gainprm="3" lengthrange="0 1" damping="1 2 3" armature="0.1"/>
</actuator>
<sensor><framepos objtype="site" objname="tip" reftype="site" refname="hook" cutoff="4" noise="1"/>
  <touch site="tip" cutoff="10"/><force site="tip" cutoff="10"/><torque site="tip" cutoff="10"/>
  <accelerometer site="tip" cutoff="10"/><gyro site="tip" cutoff="10"/><jointpos joint="s" cutoff="1"/>
  <jointactuatorfrc joint="s" cutoff="1"/><jointactuatorfrc joint="h" cutoff="1"/><jointlimitpos joint="s" cutoff="1"/>
  <tendonpos tendon="t1" cutoff="1"/><tendonpos tendon="f1" cutoff="1"/><tendonactuatorfrc tendon="t1" cutoff="1"/>
  <actuatorpos actuator="ps" cutoff="1"/><actuatorfrc actuator="ps" cutoff="1"/><actuatorfrc actuator="ms" cutoff="1"/>
  <subtreecom body="b" cutoff="1"/><subtreeangmom body="b" cutoff="1"/><rangefinder site="tip" cutoff="1"/>
  <insidesite site="tip" objtype="geom" objname="bg" cutoff="1"/><e_potential cutoff="1"/>
  <insidesite site="tip" objtype="geom" objname="bg" cutoff="1" enclosed="true"/>
  <distance geom1="floor" geom2="bg" cutoff="1"/><distance body1="b" body2="u" cutoff="1"/>
  <rangefinder site="tip" data="normal" cutoff="1"/><framelinacc objtype="xbody" objname="b" cutoff="1"/></sensor>
<keyframe><key qpos="0 0 1 2 3 0.5 0.5 0.5 0.5 1 2 3 1 0 0 0" qvel="1 2 3 4 5 6 7 8 9 1 2 3 4 5" mpos="1 2 3"
  ctrl="1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33"
  act="1 2 3 4 5 6 7" plastic="1 2 3 4"/></keyframe>"""

ASSETS = """<asset><mesh name="m" vertex="0 0 0 0.1 0 0 0 0.2 0 0 0 0.3" {mesh}/>
<mesh name="other" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
<hfield name="h" nrow="2" ncol="2" size="1 1 0.1 0.2" elevation="0 1 2 3"/></asset>"""

CLASSES = """<default><default class="d"><joint damping="3" armature="0.2"/><geom size="0.2" margin="0.05"/>
<position kp="7"/></default></default>"""


def everything(outer: str, inner: str = "") -> str:
    """Return a model with all kinds of elements in a frame and in another one inside of it."""
    tree = TREE.format(outer=outer, inner=inner)
    return f"<mujoco>{CLASSES}{ASSETS.format(mesh='')}<worldbody>{tree}</worldbody>{REFERENCES}</mujoco>"


def scaled(content: str, scale: str, mesh: str = "") -> str:
    """Return a model with some elements in a scaled frame."""
    world = f'<frame pos="0.1 0.2 0.3" {scale}>{content}</frame>'
    return f"<mujoco>{ASSETS.format(mesh=mesh)}<worldbody>{world}</worldbody></mujoco>"
