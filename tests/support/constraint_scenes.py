"""Models that exercise the compiler beyond the tree of bodies: constraints, tendons, actuators, sensors, assets."""

WORLD = """
<site name="w" pos=".1 .2 .3" euler="10 20 30"/><geom name="floor" type="plane" size="1 1 1"/>
<body name="a" pos="0 0 1"><joint name="ball" type="ball" range="0 50"/><geom name="ga" size=".05" pos=".1 0 0"/>
  <site name="s0" pos=".3 .02 .01" euler="30 20 10"/>
  <body name="b" pos="0 .1 0" euler="10 20 30"><joint name="h" axis="1 2 3" range="-50 70"/>
    <geom name="gs" type="sphere" size=".1" pos=".02 .01 0"/>
    <geom name="gc" type="cylinder" size=".05 .2" pos=".02 .01 0" euler="20 30 40"/>
    <site name="out" pos=".02 .3 .1" euler="0 50 0"/><site name="in" pos=".03 0 .01"/>
    <camera name="cam" resolution="3 2" pos="1 0 0"/><camera name="plain"/><camera name="blind" resolution="0 0"/>
    <body name="c" pos="-.2 0 0"><joint name="k" axis="0 1 0" range="-10 20" frictionloss=".3" solreffriction=".1 .9"/>
      <joint name="l" type="slide" springref=".2" range="-1 2"/><geom name="g3" size=".03" pos="0 0 .1"/>
      <site name="s1" pos="-.1 .05 0" euler="9 8 70"/><site name="s2" pos="0 .1 .2"/></body></body></body>
<body name="d" pos="1 1 1"><freejoint name="free"/><geom name="gd" size=".1" surfacevel="1 2 3 4 5 6" adhesion=".3"/>
  <site name="far" pos=".1 .2 .3" euler="1 2 3"/></body>
<body name="m" mocap="true" pos="2 0 0"><geom size=".1" contype="0" conaffinity="0"/></body>
"""


def scene(tail: str = "", head: str = "") -> str:
    """Return a model of an arm, a floating ball and a mocap body, with these sections."""
    flags = "<option><flag constraint='disable'/></option>"
    return f"<mujoco>{flags}{head}<worldbody>{WORLD}</worldbody>{tail}</mujoco>"


PAIRS = """<contact>
  <pair geom1="gd" geom2="ga" name="late" condim="4" friction="1 2" solref="-10 -2" solreffriction=".1 .2" margin=".1"/>
  <pair geom1="ga" geom2="floor" gap=".2" adhesion=".5" solimp=".1 .2 .3"/>
  <pair class="soft" geom1="gs" geom2="floor"/>
  <exclude body1="d" body2="a" name="x"/><exclude body1="world" body2="c"/><exclude body1="a" body2="b"/></contact>"""
PAIR_CLASS = (
    '<default><default class="soft"><pair solref=".5" condim="1" friction=".3 .4 .5 .6 .7"/></default></default>'
)

TENDONS = """<tendon>
  <spatial name="t" width=".01" rgba="1 0 0 1" material="mat" springlength=".1 .2" group="2" user="1 2">
    <site site="s0"/><geom geom="gs" sidesite="out"/><site site="s1"/><site site="s2"/><pulley divisor="2"/>
    <site site="s2"/><site site="far"/><pulley divisor="3"/><site site="w"/><geom geom="gc"/><site site="s0"/>
  </spatial>
  <spatial class="stiff" limited="true" range=".1 2"><site site="s0"/><geom geom="gc" sidesite="in"/><site site="s1"/>
  </spatial>
  <fixed name="f" stiffness="1 2 3" damping="4 5 6" range="-1 1" frictionloss=".3" actuatorfrcrange="-1 2">
    <joint joint="l" coef="2"/><joint joint="h" coef="-1.5"/></fixed>
  <fixed class="stiff" armature=".2"><joint joint="k" coef="1"/></fixed></tendon>"""
TENDON_HEAD = """<default><default class="stiff"><tendon stiffness="3" width=".02" rgba="0 1 0 1" margin=".1"
  solreflimit=".1 .2" solimpfriction=".1 .2 .3"/></default></default><asset><material name="mat"/></asset>"""

EQUALITIES = """<equality>
  <connect name="e" body1="c" body2="d" anchor=".1 .2 .3" active="false" solref=".1 .2"/>
  <connect body1="d" anchor="1 2 3"/><connect site1="s0" site2="far"/>
  <weld body1="c" body2="d"/><weld body1="d" anchor=".1 .2 .3" torquescale=".5"/>
  <weld body1="c" body2="m" relpose="1 2 3 4 5 6 7" anchor="1 1 1"/><weld site1="s1" site2="far" torquescale="2"/>
  <joint joint1="h" joint2="k" polycoef="1 2 3"/><joint joint1="l" class="soft"/>
  <tendon tendon1="t" tendon2="f" polycoef=".1 .2 .3 .4 .5"/><tendon tendon1="f"/></equality>"""
EQUALITY_CLASS = '<default><default class="soft"><equality solref=".5" solimp=".5 .6"/></default></default>'

SITE_SENSORS = "".join(
    f'<{tag} site="s1" noise=".1" cutoff="2" user="1 2 3"/>'
    for tag in "touch accelerometer velocimeter gyro force torque magnetometer rangefinder".split()
)
FRAME_SENSORS = "".join(
    f'<{tag} objtype="{kind}" objname="{name}" {"" if tag.endswith("acc") else reference}/>'
    for tag in "pos quat xaxis yaxis zaxis linvel angvel linacc angacc".split()
    for tag in [f"frame{tag}"]
    for kind, name, reference in (
        ("body", "c", 'reftype="site" refname="s0"'),
        ("xbody", "c", 'reftype="xbody" refname="b"'),
        ("geom", "gd", 'reftype="camera" refname="cam"'),
        ("site", "far", ""),
        ("camera", "plain", 'reftype="geom" refname="gs"'),
    )
)
PLAIN_SENSORS = "".join(
    f'<{tag} {kind}="{name}"/>'
    for kind, name, tags in (
        ("joint", "h", "jointpos jointvel jointactuatorfrc jointlimitpos jointlimitvel jointlimitfrc"),
        ("joint", "ball", "ballquat ballangvel jointlimitpos"),
        ("tendon", "f", "tendonpos tendonvel tendonactuatorfrc tendonlimitpos tendonlimitvel tendonlimitfrc"),
        ("actuator", "mot", "actuatorpos actuatorvel actuatorfrc"),
        ("body", "b", "subtreecom subtreelinvel subtreeangmom"),
    )
    for tag in tags.split()
)
SENSORS = f"""<sensor>{SITE_SENSORS}{FRAME_SENSORS}{PLAIN_SENSORS}
  <camprojection name="cp" site="s1" camera="cam"/><rangefinder camera="cam" data="dist dir normal depth"/>
  <rangefinder site="w" data="point"/><insidesite site="s0" objtype="geom" objname="gd"/>
  <insidesite site="s0" objtype="geom" objname="gd"/>
  <distance geom1="ga" geom2="gd" cutoff="3"/><normal body1="a" geom2="gd" cutoff="1"/><fromto body1="a" body2="d"/>
  <contact geom1="ga" data="found force dist normal" num="3" reduce="maxforce"/><contact site="s0" body2="d"/>
  <contact subtree1="a" geom2="gd" reduce="netforce" data="force"/><contact/>
  <e_potential/><e_kinetic/><clock name="time" noise="3"/>
  <user dim="4" datatype="quaternion" needstage="vel" objtype="body" objname="a"/><user dim="2"/></sensor>"""

DRIVES = """<actuator>
  <motor name="mot" joint="h" gear="2" ctrlrange="-1 1" user="1" group="3"/><motor jointinparent="ball" gear="1 2 3"/>
  <motor tendon="t" gear="2" damping="1 2 3"/><motor tendon="f" damping="1"/><motor tendon="f" armature="1"/>
  <motor joint="free" gear="1 2 3 4 5 6" forcerange="-1 2"/><motor site="s1" gear="1 2 3 4 5 6"/>
  <motor site="s1" refsite="s0" gear="1 2 3 4 5 6"/><motor site="s1" refsite="far" gear="1 2 3"/>
  <general cranksite="s1" slidersite="s0" cranklength=".4" gear="2"/><general body="d"/>
  <position joint="h" kp="20" kv="2"/><position joint="h" kp="20" dampratio=".7"/>
  <position joint="h" inheritrange=".5"/>
  <position joint="h" timeconst=".3" kp="4" dampratio="1"/><position tendon="f" inheritrange="1" dampratio=".3"/>
  <position class="servo" joint="k" ctrlrange="0 1"/><position class="ranged" joint="h" inheritrange=".9"/>
  <position site="s1" refsite="s0" gear="0 0 0 1 0 0" dampratio=".4"/>
  <velocity joint="h" kv="3"/><velocity class="servo" joint="h"/><intvelocity joint="h" kp="3" actrange="-1 1"/>
  <intvelocity joint="h" inheritrange="1" dampratio="1"/><damper joint="h" kv="3" ctrlrange="0 1"/>
  <cylinder joint="l" timeconst=".1" area="3" bias="1 2 3"/><cylinder joint="l" diameter=".2"/>
  <muscle joint="h" lengthrange=".1 1"/>
  <muscle tendon="t" lengthrange="0 1" force="8" timeconst=".1 .2" tausmooth=".3"
    range=".6 1.1" scale="100" lmin=".4" lmax="1.7" vmax="2" fpmax="1.4" fvmax="1.3"/>
  <adhesion body="d" gain="3" ctrlrange="0 2"/><adhesion class="glue" body="c"/>
  <general joint="h" dyntype="filter" gaintype="affine" biastype="affine" dynprm=".1 .2" gainprm="1 2 3" biasprm="4 5 6"
    actlimited="true" actrange="-1 2" actearly="true" actdim="1" forcelimited="false" forcerange="0 1"/>
  <general joint="h" dyntype="integrator"/><general joint="h" dyntype="filterexact" dynprm=".3"/>
  <general joint="h" dyntype="muscle" gaintype="muscle" biastype="muscle" lengthrange="0 1" dynprm=".01 .04"
    gainprm=".75 1.05 -1 200 .5 1.6 1.5 1.3 1.2" biasprm=".75 1.05 -1 200 .5 1.6 1.5 1.3 1.2"/>
  <general class="servo" joint="k"/><motor class="servo" joint="k"/><cylinder class="plain" joint="l"/>
  <velocity class="plain" joint="l"/><position class="plain" joint="l"/>
  <adhesion class="plain" body="d" ctrlrange="0 1"/>
  <muscle class="flesh" joint="h" lengthrange="0 1"/><damper class="plain" joint="l" ctrlrange="0 1"/></actuator>"""
DRIVE_CLASSES = """<default>
  <default class="servo"><position kp="7" kv="2" inheritrange=".5" gear="3"/>
    <default class="plain"><general gainprm="5 6 7" biasprm=".1 .2 -3" dynprm="4 5"/></default></default>
  <default class="ranged"><position ctrlrange="0 1" ctrllimited="true"/></default>
  <default class="glue"><adhesion gain="4" ctrlrange="0 1"/></default>
  <default class="flesh"><muscle force="8" scale="50" timeconst=".2 .3"/></default></default>"""
KEYS = '<keyframe><key name="k0" act="1 2 3" ctrl="1 2" time="2"/><key qvel="1"/></keyframe>'

TEXTURES = "".join(
    f'<texture name="{kind}{builtin}{mark}" type="{kind}" builtin="{builtin}" mark="{mark}" width="{width}" '
    'height="10" rgb1=".1 .5 .9" rgb2="1 .3 0" markrgb=".2 1 .7" random=".2"/>'
    for kind in ("2d", "cube", "skybox")
    for builtin in ("gradient", "checker", "flat")
    for mark, width in (("none", 7), ("edge", 8), ("cross", 9), ("random", 40))
)
MATERIALS = """<material name="m0" texture="2dcheckernone" texrepeat="3 4" texuniform="true" emission=".1" specular=".2"
  shininess=".3" reflectance=".4" metallic=".5" roughness=".6" rgba=".1 .2 .3 .4"/><material name="m1" class="shiny"/>
  <material name="m3" class="shiny"><layer role="orm" texture="2dflatedge"/></material>
  <material name="m4" class="shiny" texture="2dcheckeredge"/>
  <material name="m2"><layer role="normal" texture="2dflatnone"/><layer role="orm" texture="cubeflatedge"/>
  </material>"""

CUBE = 'vertex="0 0 0 1 0 0 0 1 0 0 0 1 1 1 0 1 0 1 0 1 1 1 1 1.2"'
MESHES = f"""<mesh name="hull" {CUBE} scale=".1 .2 .3"/><mesh name="moved" {CUBE} refpos="1 2 3" refquat="1 2 3 4"
    scale=".1 -.2 .3" inertia="convex"/>
  <mesh name="seen" vertex="0 0 0 1 0 0 0 1 0 0 0 1"
    face="0 2 1 0 1 3 0 3 2 1 2 3"
    scale=".2 .2 .2" inertia="exact" material="red"/><mesh name="built" builtin="sphere" params="1"/>
  <hfield name="hills" nrow="3" ncol="4" size="1 2 .5 .1" elevation="0 1 2 3 4 5 6 7 8 9 10 12"/>
  <material name="red"/>"""
MESH_WORLD = """<geom type="hfield" hfield="hills" pos="0 0 -1"/><body><joint/>
  <geom name="a" type="mesh" mesh="hull"/></body>
<body pos="1 0 0"><freejoint/>
  <geom name="b" type="mesh" mesh="moved" pos=".1 0 0" euler="10 0 0" surfacevel="1 2 3 4 5 6"/>
  <geom type="mesh" mesh="seen" contype="0" conaffinity="0"/><geom type="mesh" mesh="hull" mass="3"/></body>
<body pos="2 0 0"><joint axis="0 1 1"/><geom type="capsule" mesh="hull"/>
  <geom type="box" mesh="moved" fitscale="1.5"/>
  <geom type="sphere" mesh="seen" pos="1 0 0"/><geom type="ellipsoid" mesh="built"/>
  <geom type="cylinder" mesh="built"/>
</body>"""


def mesh_scene(compiler: str = "") -> str:
    """Return a model with meshes and a height field."""
    option = "<option><flag constraint='disable'/></option>"
    return f"<mujoco><compiler {compiler}/>{option}<asset>{MESHES}</asset><worldbody>{MESH_WORLD}</worldbody></mujoco>"


SKIN = """<deformable><skin name="s" material="mat" inflate=".1" group="2" rgba="1 0 0 1" texcoord="0 0 1 0 0 1 1 1"
  vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 2 1 2 3">
  <bone body="a" bindpos="1 2 3" bindquat="1 2 3 4" vertid="0 1 2" vertweight=".5 .2 3"/>
  <bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="1 3" vertweight=".5 2"/></skin></deformable>"""

MORE = {
    "skin": scene(SKIN, '<asset><material name="mat"/></asset>'),
    "pairs": scene(PAIRS, PAIR_CLASS),
    "tendons": scene(TENDONS, TENDON_HEAD),
    "equalities": scene(TENDONS + EQUALITIES, TENDON_HEAD + EQUALITY_CLASS),
    "actuators": scene(TENDONS + DRIVES + KEYS, TENDON_HEAD + DRIVE_CLASSES),
    "sensors": scene(TENDONS + DRIVES + SENSORS, TENDON_HEAD + DRIVE_CLASSES),
    "textures": scene(
        head='<default><default class="shiny"><material shininess="1"><layer role="rgb" texture="2dflatnone"/>'
        f"</material></default></default><asset>{TEXTURES}{MATERIALS}</asset>"
    ),
    "meshes": mesh_scene(),
    "meshes fitted to boxes": mesh_scene('fitaabb="true"'),
    "muscle limits": scene(
        TENDONS + '<actuator><muscle joint="h"/><muscle tendon="f"/><motor joint="h" gear="2"/></actuator>',
        TENDON_HEAD + '<compiler><lengthrange mode="all" uselimit="true"/></compiler>',
    ),
}
