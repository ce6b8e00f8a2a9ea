"""Models with MuJoCo's plugins."""

SHAPES = ("bolt", "nut", "bowl", "gear", "torus")
OTHERS = {
    "sphere": 'size=".3"',
    "capsule": 'type="capsule" size=".1 .3"',
    "box": 'type="box" size=".2 .3 .1"',
    "mesh": 'type="mesh" mesh="cube"',
    "plane": 'type="plane" size=".5 .5 1"',
    "sdf": 'type="sdf" mesh="shape"',
}
CORNERS = " ".join(f"{x} {y} {z}" for x in (-0.3, 0.3) for y in (-0.3, 0.3) for z in (-0.3, 0.3))

# [m] between the other geoms
SPACING = 10.0


def shape_scene(shape: str, config: str = "") -> str:
    """Return a free body of a plugin's shape, and other geoms that stand still, one behind the other along x."""
    own = '<plugin instance="shape"/>'
    others = "".join(
        f'<geom pos="{SPACING * place} 0 {-4 if kind == "plane" else 0}" {words}>{own if kind == "sdf" else ""}</geom>'
        for place, (kind, words) in enumerate(OTHERS.items())
    )
    return f"""<mujoco><option sdf_initpoints="20" sdf_iterations="10"/>
    <extension><plugin plugin="mujoco.sdf.{shape}"><instance name="shape">{config}</instance></plugin></extension>
    <asset><mesh name="shape"><plugin instance="shape"/></mesh><mesh name="cube" vertex="{CORNERS}"/></asset>
    <worldbody>{others}
      <body><freejoint/>
        <geom type="sdf" mesh="shape" pos=".1 .2 .3" euler="10 20 30"><plugin instance="shape"/></geom>
      </body>
    </worldbody></mujoco>"""


CONTROLLERS = """<mujoco><option integrator="INTEGRATOR"/>
<extension><plugin plugin="mujoco.pid"><instance name="pid"><config key="kp" value="40.0"/><config key="ki" value="4"/>
  <config key="kd" value=".3"/><config key="imax" value=".5"/><config key="slewmax" value="3"/></instance></plugin>
</extension>
<worldbody><body pos="0 0 .3"><joint name="j"/><geom type="capsule" size=".1" fromto="0 0 0 1 0 0"/>
  <body pos="1 0 0"><joint name="k" axis="0 1 0"/><geom type="capsule" size=".1" fromto="0 0 0 1 0 0"/></body></body>
</worldbody>
<tendon><fixed name="t" actuatorfrcrange="-3 3"><joint joint="j" coef=".5"/><joint joint="k" coef="-1"/></fixed>
</tendon>
<actuator>
  <plugin joint="j" instance="pid" plugin="mujoco.pid" actdim="2" forcerange="-20 20" ctrlrange="-.5 .5"/>
  <plugin joint="k" plugin="mujoco.pid" dyntype="DYNTYPE" dynprm=".03" actdim="ACTDIM" actearly="EARLY" group="3">
    <config key="kp" value="2"/><config key="ki" value="1"/></plugin>
  <plugin tendon="t" plugin="mujoco.pid"><config key="kp" value="30"/></plugin>
  <motor tendon="t" gear="5"/><motor joint="k" group="3"/>
</actuator></mujoco>"""


def controller_scene(integrator: str = "Euler", dyntype: str = "none", early: bool = False) -> str:
    """Return two joints and a tendon with PID controllers, one of them behind a filter."""
    words = {"INTEGRATOR": integrator, "DYNTYPE": dyntype, "EARLY": str(early).lower()}
    text = CONTROLLERS.replace("ACTDIM", "1" if dyntype == "none" else "2")
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def touch_scene(gamma: float = 0.0, nchannel: int = 6, cutoff: float = 0.0) -> str:
    """Return a box that falls on a plane, with a touch grid on a body that is fixed to it."""
    return f"""<mujoco><extension><plugin plugin="mujoco.sensor.touch_grid"/></extension>
    <worldbody><geom type="plane" size="3 3 1" friction="1 .1 .1" condim="6"/>
      <body pos="0 0 .31" euler="3 5 0"><freejoint/><geom type="box" size=".3 .3 .3"/>
        <body><site name="eye" pos="0 0 .1"/><geom size=".1" pos="0 .3 0"/></body></body>
      <body pos=".1 0 .75"><freejoint/><geom size=".1"/></body>
    </worldbody>
    <sensor><clock/><plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="eye" cutoff="{cutoff}">
      <config key="size" value="7 5"/><config key="fov" value="160 80"/><config key="gamma" value="{gamma}"/>
      <config key="nchannel" value="{nchannel}"/></plugin></sensor></mujoco>"""
