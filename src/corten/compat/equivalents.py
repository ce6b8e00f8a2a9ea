"""What MuJoCo's names are called here: for messages about names that do not exist, and for docs/coming_from_mujoco.md.

A line is a name of the `mujoco` package and what stands for it here. A star stands for the rest of a name. Words after
`none:` say why there is nothing of the kind, or what to do instead; words after `numpy:` are NumPy's.
"""

from difflib import get_close_matches
from fnmatch import fnmatchcase

FUNCTIONS = """
mj_step                     corten.step(model, data, nstep=1)
mj_step1                    corten.step1(model, data)
mj_step2                    corten.step2(model, data)
mj_forward                  corten.forward(model, data)
mj_inverse                  corten.inverse(model, data)
mj_forwardSkip              none: compose the stages that you want: corten.kinematics, corten.com_pos, ...
mj_inverseSkip              none: compose the stages that you want: corten.kinematics, corten.com_pos, ...
mj_resetData                corten.reset_data(model, data)
mj_resetDataKeyframe        corten.reset_data(model, data, keyframe), by number or name
mj_resetDataDebug           none: a new Data is model.make_data()
mj_resetCtrl                data.ctrl[:] = 0
mj_resetCallbacks           none: functions are chosen in the model, see corten.register
mj_setKeyframe              model.key(name).qpos = data.qpos, and qvel, act, ctrl likewise
mj_copyData                 data.copy()
mj_copyState                corten.set_state(model, other, corten.get_state(model, data))
mj_getState                 corten.get_state(model, data, components)
mj_setState                 corten.set_state(model, data, state, components)
mj_stateSize                corten.state_size(model, components)
mj_extractState             corten.get_state(model, data, components) of what is wanted
mj_name2id                  model.id("body", "torso"), model.body("torso").id
mj_id2name                  model.name("body", 3), model.body(3).name
mj_actuatorInputName        none: model.actuator(i) has what an actuator takes
mj_saveLastXML              corten.Spec.from_file(path).to_xml(); on the command line, corten convert
mj_saveModel                pickle.dump(model, file)
mj_sizeModel                model.nbytes()
mj_printModel               corten info MODEL on the command line; print(model.body("torso"))
mj_printData                print(data.body("torso")), or any field
mj_print*                   corten info MODEL on the command line
mj_setConst                 corten.set_const(model)
mj_setLengthRange           none: length ranges are computed when a model is compiled, where it asks for them
mj_setTotalmass             scale model.body_mass and model.body_inertia, then corten.set_const(model)
mj_getTotalmass             model.body_mass.sum()
mj_default*                 none: new objects have MuJoCo's defaults
mj_kinematics               corten.kinematics(model, data)
mj_fwdKinematics            corten.kinematics(model, data)
mj_comPos                   corten.com_pos(model, data)
mj_camlight                 corten.kinematics(model, data)
mj_tendon                   corten.tendon(model, data)
mj_flex                     corten.kinematics(model, data)
mj_transmission             corten.transmission(model, data)
mj_crb                      corten.crb(model, data)
mj_makeM                    corten.crb(model, data)
mj_factorM                  corten.factor_mass(model, data)
mj_solveM                   corten.solve_mass(model, data, vector)
mj_solveM2                  none: corten.solve_mass(model, data, vector) solves with the whole matrix
mj_mulM                     corten.mul_mass(model, data, vector)
mj_mulM2                    none: corten.mul_mass(model, data, vector) multiplies by the whole matrix
mj_addM                     corten.mass_matrix(model, data) + other
mj_fullM                    corten.mass_matrix(model, data)
mj_comVel                   corten.com_vel(model, data)
mj_passive                  corten.passive(model, data)
mj_subtreeVel               corten.subtree_vel(model, data)
mj_rne                      corten.rne(model, data), into data.qfrc_bias
mj_rnePostConstraint        corten.rne_post_constraint(model, data)
mj_collision                corten.collision(model, data)
mj_makeConstraint           corten.make_constraint(model, data)
mj_island                   corten.make_constraint(model, data)
mj_projectConstraint        corten.make_constraint(model, data)
mj_referenceConstraint      corten.make_constraint(model, data)
mj_constraintUpdate         corten.constraint_solve(model, data)
mj_fwdPosition              corten.step1(model, data) runs positions and velocities
mj_fwdVelocity              corten.step1(model, data) runs positions and velocities
mj_fwdActuation             corten.actuation(model, data)
mj_fwdAcceleration          corten.acceleration(model, data)
mj_fwdConstraint            corten.constraint_solve(model, data)
mj_invPosition              corten.inverse(model, data)
mj_invVelocity              corten.inverse(model, data)
mj_invConstraint            corten.inverse(model, data)
mj_compareFwdInv            corten.forward and corten.inverse with EnableBit.FWDINV
mj_Euler                    corten.euler(model, data)
mj_RungeKutta               corten.step(model, data) with model.opt.integrator = corten.Integrator.RK4
mj_implicit                 corten.step(model, data) with model.opt.integrator = corten.Integrator.IMPLICIT
mj_sensorPos                corten.sensor_pos(model, data)
mj_sensorVel                corten.sensor_vel(model, data)
mj_sensorAcc                corten.sensor_acc(model, data)
mj_energyPos                corten.energy_pos(model, data)
mj_energyVel                corten.energy_vel(model, data)
mj_check*                   none: a step that fails raises corten.StepError
mj_jac                      corten.jac(model, data, point, body)
mj_jacBody                  corten.jac_body(model, data, body)
mj_jacBodyCom               corten.jac_body_com(model, data, body)
mj_jacGeom                  corten.jac_geom(model, data, geom)
mj_jacSite                  corten.jac_site(model, data, site)
mj_jacSubtreeCom            corten.jac_subtree_com(model, data, body)
mj_jacPointAxis             corten.jac(model, data, point, body), crossed with the axis
mj_jacDot                   none: difference quotients of corten.jac along corten.integrate_pos
mj_angmomMat                none: data.subtree_angmom has the momentum itself
mj_mulJacVec                data.efc_J @ vector
mj_mulJacTVec               data.efc_J.T @ vector
mj_applyFT                  corten.apply_force(model, data, force, torque, point, body, qfrc)
mj_objectVelocity           corten.object_velocity(model, data, kind, key)
mj_objectAcceleration       corten.object_acceleration(model, data, kind, key)
mj_contactForce             corten.contact_force(model, data, contact)
mj_addContact               none: contacts come from collision
mj_maxContact               none: room for contacts grows by itself; data.contact_limit bounds it
mj_geomDistance             corten.geom_distance(model, data, geom1, geom2, distmax)
mj_insideSite               the sensor insidesite
mj_differentiatePos         corten.differentiate_pos(model, qpos1, qpos2, dt)
mj_integratePos             corten.integrate_pos(model, qpos, qvel, dt)
mj_normalizeQuat            corten.quaternion.normalize(q)
mj_local2Global             data.body(name).xpos + corten.quaternion.rotate(data.body(name).xquat, local)
mj_ray                      corten.ray(model, data, origin, direction)
mj_multiRay                 corten.ray(model, data, origin, direction) for each, or sensors rangefinder
mj_rayMesh                  corten.ray(model, data, origin, direction)
mj_rayHfield                corten.ray(model, data, origin, direction)
mj_rayFlex                  corten.ray_flex(model, data, flex, origin, direction)
mj_initCtrlHistory          corten.init_ctrl_history(model, data, actuator, times, values)
mj_initSensorHistory        corten.init_sensor_history(model, data, sensor, times, values)
mj_readCtrl                 corten.read_ctrl(model, data, actuator, time)
mj_readSensor               corten.read_sensor(model, data, sensor, time)
mj_isPyramidal              model.opt.cone == corten.ConeType.PYRAMIDAL
mj_isSparse                 none: storage is chosen by itself; data.efc_J reads as a dense array
mj_isDual                   model.opt.solver == corten.SolverType.PGS
mj_loadPluginLibrary        none: functions of your own are Python, see corten.register
mj_loadAllPluginLibraries   none: functions of your own are Python, see corten.register
mj_loadTexture              a <texture> of corten.Spec
mj_embedAssets              corten.load_model_from_string(xml, assets={name: bytes})
mj_*Cache*                  none: what is prepared once is kept in CORTEN_CACHE_DIR, at most 512 MB
mj_version*                 corten.__version__
mjd_transitionFD            corten.transition_fd(model, data, eps, centered=False)
mjd_inverseFD               none: difference quotients of corten.inverse
mjd_quatIntegrate           none: difference quotients of corten.quaternion.integrate
mjd_subQuat                 none: difference quotients of corten.quaternion.difference
mjr_*                       corten.Renderer(model, height, width), which needs no OpenGL
mjv_updateScene             corten.Renderer.update_scene(data, camera, scene_option)
mjv_default*Camera          corten.Camera()
mjv_defaultOption           corten.SceneOption()
mjv_*                       corten.Renderer for pictures, corten.viewer for a window in the browser
"""

MATHEMATICS = """
mju_mulQuat                 corten.quaternion.multiply(p, q)
mju_negQuat                 corten.quaternion.conjugate(q)
mju_normalize4              corten.quaternion.normalize(q)
mju_rotVecQuat              corten.quaternion.rotate(q, vector)
mju_quat2Mat                corten.quaternion.to_matrix(q)
mju_mat2Quat                corten.quaternion.from_matrix(matrix)
mju_axisAngle2Quat          corten.quaternion.from_axis_angle(axis, angle)
mju_euler2Quat              corten.quaternion.from_euler(angles, sequence)
mju_quatZ2Vec               corten.quaternion.from_z_to(vector)
mju_quat2Vel                corten.quaternion.to_rotation_vector(q) / dt
mju_subQuat                 corten.quaternion.difference(p, q)
mju_quatIntegrate           corten.quaternion.integrate(q, velocity, dt)
mju_mulQuatAxis             corten.quaternion.multiply(q, [0, *axis])
mju_derivQuat               0.5 * corten.quaternion.multiply(q, [0, *velocity])
mju_unit4                   numpy: np.array([1.0, 0, 0, 0])
mju_mulPose                 corten.quaternion.rotate for the position, corten.quaternion.multiply for the rotation
mju_negPose                 corten.quaternion.conjugate, and corten.quaternion.rotate of the negative position
mju_trnVecPose              position + corten.quaternion.rotate(q, vector)
mju_mat2Rot                 corten.quaternion.to_matrix of corten.quaternion.from_matrix(matrix)
mju_transformSpatial        numpy: np.cross for the moment of a shifted force
mju_muscleGain              corten.muscle.curves for Hill muscles; MuJoCo's own is part of corten.actuation
mju_muscleBias              corten.muscle.curves for Hill muscles; MuJoCo's own is part of corten.actuation
mju_muscleDynamics          corten.actuation(model, data), into data.act_dot
mju_rayGeom                 corten.ray(model, data, origin, direction)
mju_raySkin                 corten.ray_skin(model, data, skin, origin, direction)
mju_add*                    numpy: a + b, a += scale * b
mju_sub*                    numpy: a - b, a -= b
mju_scl*                    numpy: scale * a
mju_copy*                   numpy: target[:] = source
mju_zero*                   numpy: a[:] = 0
mju_fill                    numpy: a[:] = value
mju_eye                     numpy: np.eye(n)
mju_sum                     numpy: a.sum()
mju_L1                      numpy: np.abs(a).sum()
mju_dot*                    numpy: a @ b
mju_norm                    numpy: np.linalg.norm(a)
mju_norm3                   numpy: np.linalg.norm(a)
mju_normalize*              numpy: a / np.linalg.norm(a)
mju_dist3                   numpy: np.linalg.norm(a - b)
mju_cross                   numpy: np.cross(a, b)
mju_mulMatTMat              numpy: a.T @ b
mju_mulMatMatT              numpy: a @ b.T
mju_mulMatMat               numpy: a @ b
mju_mulMatTVec*             numpy: a.T @ x
mju_mulMatVec*              numpy: a @ x
mju_mulVecMatVec            numpy: x @ a @ y
mju_sqrMatTD                numpy: a.T @ (d[:, None] * a)
mju_transpose               numpy: a.T
mju_symmetrize              numpy: 0.5 * (a + a.T)
mju_cholFactor              numpy: np.linalg.cholesky(a)
mju_cholSolve               numpy: np.linalg.solve(a, b)
mju_cholUpdate              numpy: np.linalg.cholesky(a + np.outer(x, x))
mju_eig3                    numpy: np.linalg.eigh(a)
mju_clip                    numpy: np.clip(a, low, high)
mju_max                     numpy: max(a, b)
mju_min                     numpy: min(a, b)
mju_sign                    numpy: np.sign(a)
mju_round                   numpy: np.rint(a)
mju_isBad                   numpy: not np.isfinite(a)
mju_isZero                  numpy: not a.any()
mju_insertionSort*          numpy: a.sort()
mju_standardNormal          numpy: np.random.default_rng(seed).normal()
mju_Halton                  none: scipy.stats.qmc has such sequences
mju_sigmoid                 none: SciPy and your framework for learning have one
mju_springDamper            none: x'' = -k x - b x' in closed form
mju_boxQP                   none: scipy.optimize has such solvers
mju_*Band*                  none: scipy.linalg has band matrices
mju_band*                   none: scipy.linalg has band matrices
mju_dense2sparse            none: scipy.sparse has sparse matrices
mju_sparse2dense            data.efc_J, data.qM_dense() and the like read as dense arrays
mju_sym2dense               data.qM_dense()
mju_encodePyramid           corten.contact_force(model, data, contact) decodes
mju_decodePyramid           corten.contact_force(model, data, contact)
mju_*2n                     numpy: array.astype(np.float64)
mju_n2*                     numpy: array.astype(np.float32)
mju_printMat*               print(array)
mju_str2Type                corten.ObjectType["BODY"]
mju_type2Str                corten.ObjectType.BODY.name
mju_threadpool              corten.BatchSim(model, n, threads=4)
mju_getXMLDependencies      none: a Spec reads what it needs
mju_writeLog                logging.getLogger("corten")
mju_warningText             logging.getLogger("corten")
mju_writeNumBytes           none: Python's own formatting
"""

TYPES = """
MjModel                     corten.Model, from corten.load_model(path) or corten.load_model_from_string(xml)
MjData                      corten.Data, from model.make_data()
MjSpec                      corten.Spec
MjOption                    model.opt
MjStatistic                 model.stat
MjVisual*                   model.vis
MjContact                   data.contact[i]
MjPreContact                none: contacts come from collision
MjSolverStat                model.make_data(diagnostics=True), then data.solver_improvement and the like
MjTimerStat                 corten.profile(model, data, nstep)
MjWarningStat               corten.StepError, corten.StepWarning and data.warning_number
MjLROpt                     none: length ranges are computed when a model is compiled
MjVfs                       corten.load_model_from_string(xml, assets={name: bytes})
MjLog*                      logging.getLogger("corten")
Mj*Vec                      numpy: arrays
MjStruct                    corten.Model and corten.Data
Mjs*                        elements of corten.Spec: spec.worldbody.add_body(name="torso")
MjvCamera                   corten.Camera
MjvOption                   corten.SceneOption
MjvScene                    corten.Renderer
MjvFigure                   none: the viewer in the browser has plots
MjvPerturb                  none: the mouse pulls bodies in corten.viewer; data.xfrc_applied does so from Python
Mjv*                        corten.Renderer
Mjr*                        corten.Renderer
GLContext                   none: corten.Renderer needs no OpenGL
FatalError                  corten.StepError, corten.ModelError
UnexpectedError             corten.StepError
from_zip                    none: unpack it, then corten.load_model(path)
to_zip                      none: corten.Spec.to_xml() writes MJCF
*mjcb_*                     none: functions of your own are compiled into the step, see corten.register
*mju_user_*                 logging.getLogger("corten")
mjtBias                     corten.BiasType
mjtCamLight                 corten.CamLightMode
mjtCamera                   corten.CameraType
mjtCone                     corten.ConeType
mjtConstraint               corten.ConstraintType
mjtConstraintState          corten.ConstraintState
mjtCtrlChart                corten.CtrlChart
mjtCtrlInput                corten.CtrlInput
mjtDataType                 corten.DataType
mjtDisableBit               corten.DisableBit
mjtDyn                      corten.DynType
mjtEnableBit                corten.EnableBit
mjtEq                       corten.EqualityType
mjtGain                     corten.GainType
mjtGeom                     corten.GeomType
mjtIntegrator               corten.Integrator
mjtJacobian                 corten.JacobianType
mjtJoint                    corten.JointType
mjtLightType                corten.LightType
mjtObj                      corten.ObjectType
mjtProjection               corten.Projection
mjtRndFlag                  corten.RndFlag
mjtSameFrame                corten.SameFrame
mjtSensor                   corten.SensorType
mjtSleepPolicy              corten.SleepPolicy
mjtSleepState               corten.SleepState
mjtSolver                   corten.SolverType
mjtState                    corten.StateBit
mjtTendon                   corten.TendonType
mjtTrn                      corten.TransmissionType
mjtVisFlag                  corten.VisFlag
mjtWarning                  corten.WarningType
mjtWrap                     corten.WrapType
mjt*                        none: words of MJCF, such as "box", are what a Spec takes
mjMAX*                      none: nothing here has a fixed room
mj*STRING                   none: members of the enums have names: corten.DisableBit.CONTACT.name
mjPI                        numpy: np.pi
mjMINVAL                    1e-15
mjMIN*                      none: the same limits are kept
mjN*                        none: the extents of the arrays
mjr*                        corten.Renderer
mj*                         none: not there
"""

# names that people try first, from other packages or by guess
GUESSES = """
Batch                       corten.BatchSim(model, n)
BatchEnv                    corten.BatchSim(model, n), or corten.envs.make_vec(name, num_envs)
VecEnv                      corten.envs.make_vec(name, num_envs)
Env                         corten.envs.Task, the base of environments of your own
make                        corten.envs.make(name)
make_vec                    corten.envs.make_vec(name, num_envs)
load                        corten.load_model(path)
load_xml                    corten.load_model(path)
loads                       corten.load_model_from_string(xml)
from_xml_path               corten.load_model(path)
from_xml_string             corten.load_model_from_string(xml)
load_model_from_path        corten.load_model(path)
load_model_from_xml         corten.load_model_from_string(xml)
put_model                   corten.BatchSim(model, n, device="gpu")
make_data                   model.make_data()
compile                     corten.Spec.compile(), corten.compile_plans(model)
reset                       corten.reset_data(model, data)
Simulation                  a corten.Model and a corten.Data: corten.step(model, data)
Simulator                   a corten.Model and a corten.Data: corten.step(model, data)
Sim                         a corten.Model and a corten.Data: corten.step(model, data)
MjSim                       a corten.Model and a corten.Data: corten.step(model, data)
Physics                     a corten.Model and a corten.Data: corten.step(model, data)
State                       corten.Data
Robot                       corten.Model
Viewer                      corten.viewer.launch(model, data)
MjViewer                    corten.viewer.launch(model, data)
view                        corten.viewer.launch(model, data)
launch                      corten.viewer.launch(model, data)
launch_passive              corten.viewer.launch_passive(model, data)
"""

MODEL = """
from_xml_path               corten.load_model(path)
from_xml_string             corten.load_model_from_string(xml)
from_binary_path            none: pickle.load(file), of what pickle.dump(model, file) wrote
cam                         model.camera(name)
eq                          model.equality(name)
jnt                         model.joint(name)
keyframe                    model.key(name)
mat                         model.material(name)
tex                         model.texture(name)
exclude                     none: fields exclude_*
pair                        none: fields pair_*
skin                        none: fields skin_*
bind*                       none: model.body(name) and the like, of names or numbers
name_*adr                   model.name(kind, number)
names*                      model.name(kind, number)
nnames*                     model.name(kind, number)
text_*                      model.text(name)
ntextdata                   model.text(name)
*pathadr                    none: files are read when a model is compiled
paths                       none: files are read when a model is compiled
npaths                      none: files are read when a model is compiled
tex_contenttypeadr          none: files are read when a model is compiled
narena                      none: memory grows by itself
nbuffer                     model.nbytes()
nconmax                     data.contact_limit
njmax                       none: memory grows by itself
signature                   none: compare model.sizes()
flg_*                       none: found out when a plan is made
*                           none: used by MuJoCo inside; corten keeps nothing of the kind
"""

DATA = """
cam                         data.camera(name)
jnt                         data.joint(name)
ten                         data.tendon(name)
bind*                       none: data.body(name) and the like, of names or numbers
solver                      model.make_data(diagnostics=True), then data.solver_improvement and the like
solver_nnz                  none: not counted
timer                       corten.profile(model, data, nstep)
warning                     corten.StepError and corten.StepWarning; data.warning_number counts
efc_AR*                     none: the dual matrix is kept inside of the solver
efc_Y*                      none: the dual matrix is kept inside of the solver
efm_*                       none: inside of the solver of integrator discrete
island_*                    none: islands are kept inside of the solver; data.nisland counts them
map_*                       none: islands are kept inside of the solver
iefc_*                      none: islands are kept inside of the solver
iacc*                       none: islands are kept inside of the solver
ifrc_*                      none: islands are kept inside of the solver
dof_island                  none: islands are kept inside of the solver; data.tree_island has those of trees
maxuse_*                    data.nbytes()
plugin*                     none: functions of your own are Python, see corten.register
threadpool                  corten.BatchSim(model, n, threads=4)
flg_*                       none: found out when a plan is made
*                           none: used by MuJoCo inside; corten keeps nothing of the kind
"""

SPEC = """
from_zip                    none: unpack it, then corten.Spec.from_file(path)
to_zip                      spec.to_xml()
to_file                     spec.to_xml(), written by yourself
encode                      spec.to_xml()
add_actuator                spec.actuator.add_general(...), add_motor(...), add_position(...), ...
add_sensor                  spec.sensor.add_gyro(...), add_jointpos(...), ...
add_equality                spec.equality.add_weld(...), add_connect(...), ...
add_tendon                  spec.tendon.add_spatial(...), spec.tendon.add_fixed(...)
add_key                     spec.keyframe.add_key(...)
add_pair                    spec.contact.add_pair(...)
add_exclude                 spec.contact.add_exclude(...)
add_default                 spec.default.add_default(...)
add_flex                    spec.deformable.add_flex(...)
add_skin                    spec.deformable.add_skin(...)
add_numeric                 spec.custom.add_numeric(...)
add_text                    spec.custom.add_text(...)
add_tuple                   spec.custom.add_tuple(...)
add_plugin                  spec.extension.add_plugin(...)
activate_plugin             spec.extension.add_plugin(...)
add_*                       spec.asset.add_mesh(...), add_hfield(...), add_texture(...), add_material(...)
attach                      spec.worldbody.attach(other, prefix), or on any body, frame or site
delete                      element.remove()
find_default                spec.find("default", name)
modelname                   spec.root.model
comment                     none: comments of XML are not kept
assets                      corten.Spec.from_string(xml, assets={name: bytes})
meshdir                     spec.compiler.meshdir
texturedir                  spec.compiler.texturedir
strippath                   spec.compiler.strippath
fuse_static                 spec.compiler.fusestatic
discard_visual              spec.compiler.discardvisual
stat                        spec.statistic
memory                      spec.size
nuser*                      spec.size
nstack                      spec.size
nconmax                     spec.size
njmax                       spec.size
nemax                       spec.size
nkey                        spec.size
parent                      none: a Spec is the root
timer                       none: corten bench times a model
bodies                      [element for element in spec.root.walk() if element.tag == "body"]
joint                       spec.find("joint", name)
body                        spec.find("body", name)
geom                        spec.find("geom", name)
site                        spec.find("site", name)
camera                      spec.find("camera", name)
light                       spec.find("light", name)
frame                       spec.find("frame", name)
mesh                        spec.find("mesh", name)
hfield                      spec.find("hfield", name)
texture                     spec.find("texture", name)
material                    spec.find("material", name)
*                           spec.root.walk(), spec.find(tag, name)
"""


def table(text: str) -> dict[str, str]:
    """Return the lines of a table as a dictionary."""
    return {name: words.strip() for name, _, words in (line.partition(" ") for line in text.strip().splitlines())}


def find(name: str, *tables: str) -> str | None:
    """Return what stands for a name, from the first line of the tables that fits it."""
    for text in tables:
        for pattern, words in table(text).items():
            if fnmatchcase(name, pattern):
                return words
    return None


def lead(words: str | None) -> str:
    """Return the end of a message about a name that does not exist: what to use instead."""
    if words is None:
        return ""
    kind, colon, rest = words.partition(": ")
    if colon and kind == "none":
        return f"; corten has none: {rest}"
    return f"; with NumPy: {rest}" if colon and kind == "numpy" else f"; here it is {words}"


def missing_name(name: str, known: list[str]) -> str:
    """Return the message that the package has no such name, and what is meant."""
    words = find(name, GUESSES, FUNCTIONS, MATHEMATICS, TYPES)
    if words is None and (near := get_close_matches(name, known, 1)):
        words = f"corten.{near[0]}"
    return f"module 'corten' has no attribute {name!r}{lead(words)}"
