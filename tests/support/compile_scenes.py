"""Models that exercise the compiler, one subject each; contacts and limits are switched off by flag."""


def scene(world: str, *, compiler: str = "", head: str = "", tail: str = "", option: str = "") -> str:
    """Return a model."""
    return (
        f"<mujoco><compiler {compiler}/><option {option}><flag constraint='disable'/></option>{head}"
        f"<worldbody>{world}</worldbody>{tail}</mujoco>"
    )


SOLIDS = "".join(
    f'<body pos="{i} 0 1"><joint axis="1 {i} 0"/><geom type="{kind}" size="{size}" {extra}/>'
    f'<geom type="{kind}" size="{size}" pos=".1 .2 -.1" axisangle="1 2 3 50" mass="{i + 0.5}" {extra}/></body>'
    for i, (kind, size) in enumerate(
        (
            ("sphere", ".1"),
            ("capsule", ".1 .2"),
            ("ellipsoid", ".1 .2 .15"),
            ("cylinder", ".07 .13"),
            ("box", ".1 .2 .3"),
        )
    )
    for extra in ("", 'shellinertia="true"', 'density="300"', 'density="3" shellinertia="true"')
)

ORIENTED = "".join(
    f'<body name="{name}{i}" {form}><joint axis="0 1 0"/><geom type="box" size=".1 .2 .3" {form}/>'
    f'<site {form} type="cylinder" size=".1 .2"/><camera {form}/></body>'
    for i, (name, form) in enumerate(
        (
            ("quat", 'quat="1 2 3 4"'),
            ("quat", 'quat="-.5 .5 .5 -.5"'),
            ("axisangle", 'axisangle="1 -1 .5 130"'),
            ("axisangle", 'axisangle="0 0 -1 0"'),
            ("xyaxes", 'xyaxes="1 .2 0 .3 1 .5"'),
            ("xyaxes", 'xyaxes="-1 0 0 0 1 0"'),
            ("xyaxes", 'xyaxes="-1 0 0 0 -1 0"'),
            ("xyaxes", 'xyaxes="1 0 0 0 -1 .1"'),
            ("zaxis", 'zaxis="1 2 -3"'),
            ("zaxis", 'zaxis="0 0 -2"'),
            ("zaxis", 'zaxis="0 0 3"'),
            ("euler", 'euler="10 -20 30"'),
            ("euler", 'euler="0 .5 -4"'),
        )
    )
)

FRAMED = """
<frame name="outer" pos="1 2 3" euler="10 20 30" childclass="thin">
  <geom size=".1 .2 .3" zaxis="1 1 0"/>
  <frame pos="0 0 1" axisangle="0 1 0 45">
    <body name="held" pos=".1 .2 .3" quat="1 1 0 0" childclass="thick">
      <frame pos=".1 0 0" zaxis="1 0 1">
        <joint name="turn" axis="1 0 0" pos=".1 .1 .1"/>
        <joint name="push" type="slide" axis="1 1 0"/>
        <geom name="inner"/>
        <geom type="capsule" size=".05" fromto="0 0 0 1 .2 .3"/>
        <site name="mark" fromto="0 0 0 0 .5 .5" type="box" size=".02"/>
        <camera name="eye" pos="0 0 1" euler="30 0 0"/>
        <light name="lamp" pos="0 1 0" dir="1 0 -1"/>
        <frame euler="0 90 0" childclass="main"><geom size=".2" pos="0 .3 0"/></frame>
      </frame>
      <body name="below" pos="0 0 .5"><joint type="ball" pos="0 0 .1"/><geom/></body>
    </body>
    <light dir="0 1 0"/>
  </frame>
  <site pos="1 0 0"/>
</frame>
<body name="last"><frame pos="1 0 0"><freejoint group="2"/></frame><geom size=".1" class="thick"/></body>
"""
FRAMED_DEFAULTS = """
<default>
  <geom rgba="1 0 0 .5" group="1"/>
  <default class="thin"><geom type="box" size=".02 .03 .1" density="500"/><joint damping=".1"/>
    <default class="thick"><geom size=".1" friction=".5"/><site size=".03"/><light cutoff="30"/></default>
  </default>
</default>
"""

INERTIALS = """
<body><joint/><inertial pos=".1 .2 .3" mass="2" diaginertia=".1 .2 .25"/></body>
<body><joint/><inertial pos="0 0 0" mass="2" diaginertia=".1 .2 .25" euler="10 20 30"/><geom size=".3"/></body>
<body><joint/><inertial pos="0 0 .1" mass="2" fullinertia=".2 .3 .4 .01 -.02 .03"/></body>
<body><joint/><inertial pos="0 0 .1" mass="2" fullinertia=".2 .2 .2 0 0 0"/></body>
<body><frame pos="1 0 0" euler="0 30 0"><joint/><inertial pos="0 0 .1" mass="2" fullinertia=".2 .3 .4 .01 .02 0"/>
  </frame></body>
<body><inertial pos="1 2 3" mass="2"/></body>
<body pos="1 2 3" euler="0 0 90"/>
<body pos="1 2 3"><geom size=".1" mass="0"/></body>
<body pos="0 0 2"><joint/><body pos="0 0 .1"><geom type="box" size=".1 .1 .1"/></body></body>
<body><joint/><geom size=".1" group="3" pos="1 0 0"/><geom type="box" size=".1 .2 .3" group="1"/></body>
<body><joint/><geom size=".1"/><geom size=".1" pos="0 0 1"/></body>
<body><joint/><geom size="1e-4" mass="1e-9"/><geom size="1e-4" mass="3e-9" pos=".1 .01 .02"/>
  <geom size="1e-4" pos="0 .1 .1"/></body>
"""

JOINTS = """
<body name="a"><freejoint name="free"/><geom size=".1"/>
  <body><joint type="hinge" axis="1 2 3" range="-10 20" ref="5" springref="-7" stiffness="2 1 3" damping="1 .5"
      margin=".1"
      armature=".2" solreflimit="-100 -3" solimplimit=".8 .9" actuatorfrcrange="-3 4" actuatorgravcomp="true"
          group="3"/>
    <joint type="slide" axis="0 -2 0" pos="1 2 3" range="0 .3" ref=".1" springref=".2" springdamper=".1 .7"/>
    <joint type="slide" limited="false" range="5 2" axis="0 0 1" solreffriction=".1" actuatorfrclimited="false"/>
    <geom size=".1"/></body></body>
<body name="b" pos="0 1 0"><joint type="ball" range="0 30" springdamper="1 .5" axis="1 0 0" pos=".1 0 0"
    margin=".2"/><geom size=".1"/></body>
<body name="c" pos="0 2 0"><joint type="free" springdamper="1 .5" damping="3" armature=".1" limited="true" range="1
    2" pos="1 2 3"/>
  <geom type="box" size=".1 .2 .3"/></body>
<body name="d" pos="0 3 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint axis="0 0 1"/>
  <joint type="slide" axis="0 0 1"/>
  <geom type="box" size=".1 .2 .3"/></body>
<body name="e" pos="0 4 0"><joint type="slide" axis="1 0 0" armature=".5"/><joint type="slide" axis="0 -1 0"/>
  <geom size=".1" mass="2"/></body>
<body name="f" pos="0 5 0" simple="false"><joint type="slide" axis="1 0 0"/><geom size=".1"/></body>
<body name="g" pos="0 6 0"><body pos="0 0 1"><joint axis="0 1 0"/><geom type="box" size=".1 .2 .3"/></body>
  <body><joint axis="0 1 0"/><geom type="box" size=".1 .2 .3"/><body><joint type="slide"/><geom size=".1"/></body>
    </body></body>
"""

GEOMS = """
<geom type="plane" size="1 2 .1"/><geom type="plane" size="0 0 1" pos="0 0 -1" euler="10 0 0"/>
<body mocap="true" pos="1 1 1" euler="0 0 30" name="hand"><geom type="plane" size="0 3 .1"/>
  <geom size=".1" pos="1 0 0"/><body><geom size=".1"/></body></body>
<body name="a" gravcomp=".5"><freejoint/>
  <geom name="g" type="capsule" size=".1 .2" contype="2" conaffinity="5" condim="6" group="4" priority="3"
      material="red"
    friction=".1 .2 .3" solmix="2" solref=".1 .5" solimp=".5 .6 .1" margin=".1" gap=".02" rgba="1 .2 .3 .4"
        castshadow="false"
    user="1 2 3"/>
  <geom type="ellipsoid" size=".1 .2 .3" contype="4" margin=".3" fluidshape="ellipsoid" user="4"/>
  <geom type="box" size=".1 .2 .3" contype="0" conaffinity="0" fluidshape="ellipsoid" fluidcoef=".1 .2 .3 .4 .5"
      pos="0 0 2"/>
  <geom type="cylinder" size=".1 .2" fluidshape="ellipsoid" fluidcoef="1"/>
  <geom size=".3" fluidshape="ellipsoid"/>
  <geom type="capsule" size=".1" fromto="0 0 0 1 0 0" euler="10 20 30"/>
  <geom type="ellipsoid" size=".1" fromto="0 0 0 0 0 -1"/>
  <geom type="box" size=".1" fromto="1 2 3 4 5 7"/>
  <geom type="cylinder" size=".1 5 .7" fromto="0 0 0 0 0 1"/>
  <site name="s" type="ellipsoid" size=".1 .2 .3" material="blue" group="3" user="7 8" rgba="1 0 0 .5" euler="0 0
      20"/>
  <site/>
</body>
"""
MATERIALS = """
<asset><texture name="sky" type="skybox" builtin="flat" width="8" height="8"/><material name="blue"/>
<material name="red"/></asset>
"""

VIEWS = """
<light name="sun" directional="true" castshadow="false" dir="1 2 -3" active="false" ambient=".1 .2 .3"/>
<light type="point" pos="1 2 3" attenuation="1 .1 .01" range="5" bulbradius=".1" intensity="3"/>
<camera name="fixed" pos="0 -3 1" xyaxes="1 0 0 0 .3 1" fovy="60" ipd=".1"/>
<camera mode="targetbody" target="b" pos="1 1 1" projection="orthographic" resolution="30 20"/>
<camera sensorsize=".036 .024" focal=".035 .04" resolution="640 480" principal=".001 .002" output="rgb depth
    segmentation"/>
<camera sensorsize=".036 .024" focalpixel="600 700" principalpixel="3 4" resolution="640 480" user="1 2"/>
<body name="a" pos="1 2 3"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/>
  <camera mode="track" pos="0 -1 0"/><camera mode="trackcom" pos="0 -1 0" euler="90 0 0"/>
  <light mode="trackcom" pos="0 0 3" cutoff="20" softness=".9" exponent="3"/>
    <light mode="targetbodycom" target="b" diffuse="1 0 0" specular="0 1 0"/>
  <body name="b" pos="1 0 0"><joint axis="0 1 0"/><geom size=".2" pos=".3 0 0"/>
    <camera mode="targetbodycom" target="a"/></body></body>
"""

STATES = """
<body name="a" pos="1 2 3" euler="0 0 45"><freejoint/><geom size=".1"/></body>
  <body mocap="true" name="m" pos="3 0 0"/>
<body mocap="true" name="n" pos="4 0 0" euler="0 0 90"/>
<body name="b" pos="2 0 0"><joint name="j" ref="30"/><joint type="ball" name="k" pos=".1 0 0"/><geom size=".1"/>
  </body>
"""
KEYS = """
<actuator><motor name="u" joint="j"/></actuator>
<keyframe><key name="start"/><key time="3" qpos="1 2 3 2 0 0 1 60 3 0 0 0" qvel="1 2 3 4 5 6 7 8 9 10" ctrl="5"/>
<key name="moved" mpos="1 2 3 4 5 6" mquat="2 0 0 0 1 1 1 1"/>
  <key qpos="7 8 9" qvel="1 2" mpos="1 2 3" mquat="0 0 3 0"/>
<key qpos="1 2 3 0 0 0 0 60 0 0 0 0"/></keyframe>
"""
FIELDS = """
<custom><numeric name="n" data="1 2 3"/><numeric name="z" size="4"/><numeric name="p" size="3" data="5"/>
<text name="t" data="hello there"/><text name="u" data="x"/>
<tuple name="objects"><element objtype="body" objname="a" prm="2"/><element objtype="joint" objname="j"/>
<element objtype="geom" objname="g"/><element objtype="xbody" objname="world"/>
  <element objtype="actuator" objname="m"/></tuple>
<tuple name="more"><element objtype="site" objname="s"/></tuple></custom>
<actuator><motor name="m" joint="j"/></actuator>
"""
MOVED = """
<body name="a" pos="0 0 1" user="1 2"><joint name="j" axis="0 1 0" user="3"/><geom name="g" size=".1" pos=".1 0 0"/>
<site name="s"/></body>
"""

MOTORS = """
<actuator>
  <motor name="first" joint="h" gear="2 3" ctrlrange="-1 2" forcerange="-3 4" group="2" user="1 2 3" lengthrange="-1
      1"/>
  <motor joint="h" damping="1 2 3" armature=".3" gear="-3"/><motor joint="s" damping=".5" class="strong"/>
  <motor joint="s" armature=".1" ctrllimited="false" ctrlrange="2 1"/><motor joint="b" gear="1 2 3"/>
  <motor jointinparent="b" gear="1 2 3"/><motor joint="f" gear="1 2 3 4 5 6"/>
    <motor jointinparent="f" gear="1 2 3 4 5 6"/>
</actuator>
"""
DRIVEN = """
<body pos="0 0 1"><joint name="h" axis="0 1 0" ref="20"/><geom type="box" size=".1 .2 .3"/>
  <body pos="0 0 .5" sleep="auto"><joint name="b" type="ball"/><joint name="s" type="slide"/>
    <geom type="box" size=".1 .2 .3" pos=".1 0 0"/></body></body>
<body pos="2 0 1" euler="20 30 40"><joint name="f" type="free"/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/></body>
<body pos="3 0 1" sleep="never"><freejoint/><geom size=".1"/></body><body pos="4 0 1"><freejoint/><geom size=".1"/>
  </body>
<body pos="5 0 1"><body sleep="allowed"><joint/><geom size=".1"/></body></body>
"""

ALIGNED = """
<body name="a" pos="1 2 3" euler="10 20 30"><freejoint {}/>
  <geom type="box" size=".1 .2 .3" pos="1 0 0" euler="0 0 30"/>
  <geom type="capsule" size=".1 .2" pos="0 1 0"/><site pos="1 0 0" euler="0 0 10"/><camera pos="1 0 0"/>
    <light pos="1 0 0" dir="1 0 0"/></body>
<body name="b" pos="4 2 3"><freejoint/><geom size=".1" pos="1 0 0"/><body><geom size=".1"/></body></body>
"""

SWITCHED = """
constraint="disable" equality="disable" frictionloss="disable" limit="disable" contact="disable" spring="disable"
damper="disable" gravity="disable" clampctrl="disable" warmstart="disable" filterparent="disable" actuation="disable"
refsafe="disable" sensor="disable" midphase="disable" eulerdamp="disable" autoreset="disable"
island="disable" multiccd="disable" override="enable" energy="enable" fwdinv="enable" invdiscrete="enable"
diagexact="enable"
"""

SCENES = {
    "empty": "<mujoco/>",
    "world_geom": scene('<geom size=".1"/>'),
    "unnamed": scene('<body><geom size=".1"/></body><site/><camera/><light/>'),
    "solids": scene(SOLIDS),
    "orientations": scene(ORIENTED),
    "orientations_radian": scene(ORIENTED, compiler='angle="radian"'),
    **{f"eulerseq_{order}": scene(ORIENTED, compiler=f'eulerseq="{order}"') for order in ("XYZ", "zyx", "zXy", "YYx")},
    "frames": scene(FRAMED, head=FRAMED_DEFAULTS),
    "frames_radian": scene(FRAMED, head=FRAMED_DEFAULTS, compiler='angle="radian" eulerseq="ZYX"'),
    "inertials": scene(INERTIALS),
    "inertia_from_geom": scene(INERTIALS.replace("<joint/>", ""), compiler='inertiafromgeom="true"'),
    "inertia_as_written": scene(INERTIALS.replace("<joint/>", ""), compiler='inertiafromgeom="false"'),
    "inertia_groups": scene(INERTIALS.replace("<joint/>", ""), compiler='inertiagrouprange="1 2"'),
    "inertia_bounds": scene(INERTIALS, compiler='boundmass=".3" boundinertia=".05"'),
    "inertia_balance": scene(
        '<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/></body>', compiler='balanceinertia="true"'
    ),
    "inertia_line": scene(
        '<body><joint/><inertial pos="0 0 0" mass="1" fullinertia="1 1 0 0 0 0"/></body>', compiler='boundinertia=".01"'
    ),
    "total_mass": scene(INERTIALS, compiler='settotalmass="7"'),
    "joints": scene(JOINTS),
    "joints_radian": scene(JOINTS, compiler='angle="radian"'),
    "joints_limited_by_word": scene(
        '<body><joint range="-10 20" limited="true"/><joint range="5 1" limited="false" axis="1 0 0"/>'
        '<joint type="slide" actuatorfrcrange="-1 1" actuatorfrclimited="true"/><geom size=".1"/></body>',
        compiler='autolimits="false"',
    ),
    "geoms": scene(GEOMS, head=MATERIALS),
    "views": scene(VIEWS, head='<visual><map znear=".02"/></visual>'),
    "keyframes": scene(STATES, tail=KEYS),
    "keyframes_reserved": scene(STATES, tail=KEYS, head='<size nkey="7" nuserdata="5"/>'),
    "custom": scene(MOVED, tail=FIELDS),
    "user_numbers": scene(
        MOVED,
        head='<size nuser_body="4" nuser_jnt="2" nuser_geom="3" nuser_site="1" nuser_cam="2" nuser_actuator="3"/>',
    ),
    "motors": scene(
        DRIVEN,
        tail=MOTORS,
        head='<default><default class="strong"><motor gear="9" forcerange="-1 1"/></default></default>',
    ),
    "aligned": scene(ALIGNED.format('align="true"')),
    "aligned_by_compiler": scene(ALIGNED.format(""), compiler='alignfree="true"'),
    "aligned_not": scene(ALIGNED.format('align="false"'), compiler='alignfree="true"'),
    "statistic": scene(MOVED, head='<statistic meaninertia="3" meanmass="4" meansize="5" extent="6" center="7 8 9"/>'),
    "option": scene(
        MOVED,
        option=(
            'timestep=".01" impratio="2" tolerance="1e-5" ls_tolerance=".1" noslip_tolerance="1e-3" '
            'ccd_tolerance="1e-4" sleep_tolerance=".1" gravity="1 2 3" wind="4 5 6" magnetic="7 8 9" density="1.2" '
            'viscosity="1e-5" o_margin=".1" o_solref="1" o_solimp=".1 .2" o_friction="2" integrator="implicitfast" '
            'cone="elliptic" jacobian="sparse" solver="CG" iterations="5" ls_iterations="6" noslip_iterations="7" '
            'ccd_iterations="8" sdf_iterations="9" sdf_initpoints="11" actuatorgroupdisable="0 3 30"'
        ),
    ),
    "flags": f"<mujoco><option integrator='implicit'><flag {SWITCHED}/></option></mujoco>",
    "flags_spread": "<mujoco><option><flag constraint='disable' gravity='disable'/></option><option timestep='.1'>"
    "<flag gravity='enable' energy='enable'/></option></mujoco>",
    "replicate": scene(
        '<replicate count="3" offset=".3 0 0" euler="0 10 20" sep="_"><body pos="1 0 1"><joint name="r" axis="0 1 0"/>'
        '<geom size=".05" pos=".1 0 0"/></body><geom size=".1"/></replicate><body><joint/><geom size=".1"/></body>'
    ),
}
