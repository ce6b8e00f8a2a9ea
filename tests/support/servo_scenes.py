"""A scene for servos, motors, delays and springs that yield: a hinge, a ball, a slide, a free body, and a tendon."""

SCENE = """
<mujoco>
  <option timestep=".002" {option}><flag contact="disable" energy="enable"/></option>
  <default>{default}</default>
  <worldbody>
    <site name="w"/>
    <body name="b" pos="0 0 .1">
      <joint name="h" axis="0 1 .2" range="-60 90" limited="false" damping=".1" {hinge}/>
      <geom type="capsule" size=".05" fromto="0 0 0 .3 0 0" mass="1"/>
      <site name="s" pos=".1 0 0" quat="1 .1 .2 .3"/>
      <body name="c" pos=".3 0 0">
        <joint name="ball" type="ball" {ball}/><geom type="box" size=".1 .06 .04" mass="1"/>
        <site name="s2" quat="1 .3 .2 .1"/>
        <body pos="0 .1 .1"><joint name="sl" type="slide" axis="1 0 0" {slide}/><geom size=".05" mass=".3"/></body>
      </body>
    </body>
    <body name="f" pos="1 0 1"><freejoint/><geom type="box" size=".1 .2 .3"/><site name="s3"/></body>
  </worldbody>
  <tendon>
    <fixed name="t" {fixed}><joint joint="h" coef="1.5"/><joint joint="sl" coef="-2"/></fixed>
    <spatial name="r" {spatial}><site site="w"/><site site="s2"/></spatial>
  </tendon>
  <actuator>{actuators}</actuator>
  <sensor>{sensors}</sensor>
  <keyframe>{keys}</keyframe>
</mujoco>
"""
PLACES = tuple("option default hinge ball slide fixed spatial actuators sensors keys".split())

MOTOR = 'motorconst="2 8" resistance="3"'
MOTOR_FEATURES = (
    'inductance=".1" cogging=".1 6 .2" saturation="0 5 7" controller="1 2 3 4 5 6" input="pos vel ff voltage" '
    'thermal="1 2 0 .1 20 25" lugre="20 .1 .3 .4 .5"'
)
SO3 = 'gaintype="so3" biastype="so3" gainprm="3" biasprm=".2 -3 -.1" dyntype="integrator"'

ACTUATORS = {
    "pid": '<pid joint="h" kp="30" kv="2"/>',
    "pid with all": '<pid joint="h" kp="30" kv="2" ki="5" imax=".02" slewmax="3" input="pos vel ff" posrange="-1 1" '
    'velrange="-.5 .5" ffrange="-1 2"/>',
    "pid on a tendon": '<pid tendon="t" kp="30" dampratio="1" ki="5" forcerange="-3 3"/>',
    "pid on a ball": '<pid joint="ball" gear="0 1 2" kp="5" kv=".3" ki="2" slewmax="4"/>',
    "pid on sites": '<pid site="s2" refsite="w" gear="0 0 0 0 1 1" kp="5" ki="2" slewmax="4" input="pos"/>',
    "pid within the range of its joint": '<pid joint="h" kp="30" inheritrange=".5"/>',
    "early pid": '<general joint="h" gaintype="pid" biastype="affine" dyntype="pid" gainprm="4" biasprm=".3 -9 -1" '
    'dynprm=".1 0" actearly="true" actrange="-.05 .2"/>',
    "orientation": '<orientation joint="ball" kp="5" kv=".3"/>',
    "orientation by quaternion": '<orientation joint="ball" kp="5" kv=".3" input="quat"/>',
    "orientation of a site": '<orientation site="s2" refsite="w" kp="5" dampratio=".7"/>',
    "orientation of two trees": '<orientation site="s2" refsite="s3" kp="5" kv=".2" ctrlrange="-1 1"/>',
    "orientation in a chain": '<orientation site="s2" refsite="s" kp="5" kv=".2" input="quat"/>',
    "integrated orientation": f'<general joint="ball" {SO3}/>',
    "early orientation": f'<general site="s2" refsite="w" {SO3} actearly="true" actrange="-3 3"/>',
    "motor": f'<dcmotor joint="h" {MOTOR}/>',
    "passive motor": '<dcmotor joint="h" resistance="2" input="none" motorconst="1" lugre="10 .1 .3 .4 .5" '
    'cogging=".2 5 .1"/>',
    "motor with all": f'<dcmotor joint="h" {MOTOR} {MOTOR_FEATURES}/>',
    "warm motor": f'<dcmotor tendon="t" {MOTOR} controller="0 0 4 5" input="vel ff" thermal="1 2 0 .1 20 25"/>',
    "geared motor": f'<dcmotor joint="h" {MOTOR} controller="4 3 1 0 .02" input="pos" inductance="0 .02" '
    'damping=".3" armature=".2" gear="3"/>',
    "motor at its voltage": f'<dcmotor joint="h" {MOTOR} controller="9 0 3 0 0 .5" input="pos vel" saturation="1.5"/>',
    "friction of a motor": '<general joint="h" biastype="dcmotor" dyntype="dcmotor" dynprm="0 0 0 0 0 10 .1" '
    'gainprm="2 1" biasprm=".1 3 .2 .3 .4 .5" actearly="true"/>',
    "all kinds": '<motor joint="h"/><orientation joint="ball" kp="3"/><muscle tendon="t" lengthrange="-1 1"/>'
    f'<dcmotor joint="h" {MOTOR} {MOTOR_FEATURES}/><position joint="sl" kp="3"/><pid joint="sl" ki="1"/>'
    '<general joint="sl" dyntype="integrator" gaintype="affine" gainprm="1 2 -3" actearly="true"/>',
}


def servo_scene(**parts: str) -> str:
    """Return the scene with these attributes and elements."""
    return SCENE.format(**{place: parts.get(place, "") for place in PLACES})
