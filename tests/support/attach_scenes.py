"""Models that are attached to models."""

CHILD = """
<mujoco model="kid">
  <compiler angle="radian" eulerseq="ZYX"/>
  <default>
    <geom density="500" rgba="1 0 0 1"/><joint damping="0.1" range="-1 1"/><motor gear="3"/>
    <default class="big"><geom size="2" euler="0.1 0.2 0.3"/><default class="huge"><geom size="4"/></default></default>
  </default>
  <default><site size="0.3"/><default class="late"><geom margin="0.1"/></default></default>
  <asset>
    <texture name="tex" builtin="flat" width="8" height="8"/><material name="mat" texture="tex"/>
    <material name="unused"/>
  </asset>
  <custom>
    <numeric name="num" data="1 2"/><text name="txt" data="hi"/>
    <tuple name="tup"><element objtype="body" objname="b"/><element objtype="material" objname="mat"/></tuple>
  </custom>
  <worldbody>
    <geom name="floor" type="box" size="1 1 1"/><light name="lamp"/>
    <frame name="F" pos="0 0 1" euler="0.3 0.2 0.1">
      <body name="b" childclass="big" pos="0.1 0 0">
        <joint name="j" axis="0 1 0" ref="0.2"/><geom name="g" material="mat"/><site name="s" axisangle="1 1 0 0.5"/>
        <camera name="eye" mode="targetbody" target="c"/>
        <body name="c" euler="0.5 0 0">
          <joint name="k" type="slide"/><geom size="1" class="main"/><geom class="late" size="1"/><geom class="huge"/>
        </body>
      </body>
    </frame>
    <body name="other" pos="3 0 0"><joint name="oj" type="ball" range="0 1"/><geom size="0.3"/>
      <body><joint limited="false" range="-2 2"/><geom size="0.3"/></body></body>
    <body name="ghost" mocap="true" pos="0 0 5"/>
    <body name="ball" pos="5 0 0"><freejoint name="free"/><geom size="0.3"/></body>
  </worldbody>
  <contact>
    <exclude name="ex" body1="b" body2="c"/><exclude name="ey" body1="b" body2="other"/>
    <exclude name="ez" body1="world" body2="b"/><pair geom1="g" geom2="floor"/>
  </contact>
  <equality><joint name="eq" joint1="j" joint2="k"/><weld name="weld" body1="b" body2="world"/></equality>
  <tendon>
    <fixed name="t"><joint joint="j" coef="1"/><joint joint="k" coef="2"/></fixed>
    <fixed name="u"><joint joint="j" coef="1"/></fixed>
  </tendon>
  <actuator>
    <motor name="m" joint="j"/><position joint="k" kp="3" timeconst="1"/><motor name="mo" joint="oj" gear="1 0 0"/>
    <motor name="mt" tendon="u"/>
  </actuator>
  <sensor>
    <jointpos name="js" joint="j"/><framepos objtype="body" objname="c" reftype="body" refname="other"/>
    <clock name="ck"/><tendonpos name="ts" tendon="t"/><actuatorfrc name="af" actuator="mt"/>
  </sensor>
  <keyframe>
    <key name="home" time="3" qpos="0.1 0.2 1 0 0 0 6 7 8 9 0 1 0 0" qvel="1 2 3 4 5 6 7 8 9 10 11 12" ctrl="1 2 3 4"
      act="5" mpos="7 7 7" mquat="0 1 0 0"/>
    <key name="short" qpos="0.4"/>
  </keyframe>
</mujoco>
"""

PARENT = """
<mujoco model="parent">
  {head}
  <default><geom density="2000" friction="0.3" margin="0.01"/><motor ctrlrange="-1 1"/>
    <default class="pc"><geom condim="4"/><site size="0.7"/></default></default>
  <asset><model name="kid" file="kid.xml"/><material name="own"/></asset>
  <worldbody>
    {before}
    <body name="base" pos="0 0 2" childclass="pc">
      <joint name="pj" ref="10"/><geom name="pg" size="1" material="own"/>{inside}<geom name="pg2" size="1"/>
    </body>
    {after}
  </worldbody>
  <actuator><motor name="pm" joint="pj"/></actuator>
  <sensor><jointpos joint="pj"/></sensor>
  <keyframe><key name="pk" qpos="0.7" ctrl="5"/></keyframe>
</mujoco>
"""


def parent(before: str = "", inside: str = "", after: str = "", head: str = "") -> str:
    """Return a model with these elements around and inside its body."""
    return PARENT.format(before=before, inside=inside, after=after, head=head)


ALL = '<attach model="kid" prefix="p_"/>'
BODY = '<attach model="kid" body="b" prefix="p_"/>'

# places where things are attached
SCENES = {
    "a model, after": parent(after=ALL),
    "a model, before": parent(before=ALL),
    "a body": parent(inside=BODY),
    "a body in a frame": parent(inside=f'<frame name="G" pos="1 0 0" euler="0 0 90">{BODY}</frame>'),
    "a frame": parent(inside='<attach model="kid" frame="F" prefix="p_"/>'),
    "twice": parent(before=BODY, after=BODY.replace("p_", "q_")),
    "in replicas": parent(after=f'<replicate count="3" offset="1 0 0" sep="-">{BODY}</replicate>'),
    "under other angles": parent(after=ALL, head='<compiler angle="degree" eulerseq="xyz"/>'),
    "with limits to be decided": parent(after=ALL, head='<compiler autolimits="false"/>').replace(
        'ctrlrange="-1 1"', 'ctrlrange="-1 1" ctrllimited="true"'
    ),
    "a part of the model itself": parent(
        before='<body name="leg" pos="1 0 0"><joint name="hip"/><geom name="thigh" size=".1" material="own"/>'
        '<frame name="below"><site name="foot"/></frame></body>',
        inside='<attach body="leg" prefix="left_"/>',
        after='<attach body="leg" prefix="right_"/><attach frame="below" prefix="third_"/>',
    ).replace("</actuator>", '<motor name="hm" joint="hip"/></actuator>'),
    "an ancestor": parent(inside='<attach body="base" prefix="again_"/>'),
}
