"""An example of every public function, for docs/reference.md: a few lines after those of BEGIN. Tests run all of them."""

BEGIN = """
import numpy as np

import corten

model = corten.load_model("hopper")
data = model.make_data()
corten.forward(model, data)
"""

# a model whose motor and sensor act late, and one with a skin
DELAYED = '''delayed = corten.load_model_from_string("""
<mujoco>
  <worldbody><body><joint name="hinge"/><geom size="0.1"/></body></worldbody>
  <actuator><motor name="push" joint="hinge" delay="0.01" nsample="2"/></actuator>
  <sensor><jointpos name="angle" joint="hinge" delay="0.01" nsample="2"/></sensor>
</mujoco>""")
later = delayed.make_data()
'''

SKINNED = '''skinned = corten.load_model_from_string("""
<mujoco>
  <worldbody><body name="bone"><freejoint/><geom size="0.1"/></body></worldbody>
  <deformable>
    <skin vertex="0 0 1  1 0 1  0 1 1" face="0 1 2">
      <bone body="bone" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
    </skin>
  </deformable>
</mujoco>""")
worn = skinned.make_data()
corten.forward(skinned, worn)
'''

EXAMPLES = {
    "load_model": 'model = corten.load_model("hopper")',
    "load_model_from_string": 'empty = corten.load_model_from_string("<mujoco/>")\nassert empty.nbody == 1',
    "set_const": "model.body_mass[1] *= 2.0\ncorten.set_const(model)",
    "get_state": "state = corten.get_state(model, data)\nassert state.shape == (corten.state_size(model),)",
    "set_state": "state = corten.get_state(model, data)\ncorten.step(model, data)\ncorten.set_state(model, data, state)",
    "state_size": "n = corten.state_size(model, corten.StateBit.QPOS | corten.StateBit.QVEL)\nassert n == model.nq + model.nv",
    "register": '@corten.register("gain", "three")\ndef three(m, d, i):\n    return 3.0',
    "step": "corten.step(model, data, nstep=10)\nprint(data.time, data.qpos)",
    "forward": "data.qpos[2] = 0.3\ncorten.forward(model, data)\nprint(data.qacc)",
    "inverse": "data.qacc[:] = 0.0\ncorten.inverse(model, data)\nprint(data.qfrc_inverse)",
    "step1": "corten.step1(model, data)\ndata.ctrl[:] = -data.actuator_length[: model.nu]\ncorten.step2(model, data)",
    "step2": "corten.step1(model, data)\ncorten.step2(model, data)",
    "reset_data": "corten.reset_data(model, data)\nassert data.time == 0.0",
    "compile_plans": "corten.compile_plans(model)",
    "profile": "for stage in corten.profile(model, data, 100)[:3]:\n    print(stage.name, stage.seconds)",
    "kinematics": "data.qpos[1] += 0.1\ncorten.kinematics(model, data)\nprint(data.xpos[1])",
    "com_pos": "corten.com_pos(model, data)\nprint(data.subtree_com[0])",
    "crb": "corten.crb(model, data)\nprint(data.qM_dense())",
    "factor_mass": "corten.crb(model, data)\ncorten.factor_mass(model, data)",
    "tendon": "corten.tendon(model, data)\nprint(data.ten_length)",
    "collision": "corten.collision(model, data)\nprint(data.ncon)",
    "transmission": "corten.transmission(model, data)\nprint(data.actuator_length)",
    "com_vel": "corten.com_vel(model, data)\nprint(data.cvel[1])",
    "make_constraint": "corten.make_constraint(model, data)\nprint(data.nefc)",
    "passive": "corten.passive(model, data)\nprint(data.qfrc_passive)",
    "rne": "corten.rne(model, data)\nprint(data.qfrc_bias)",
    "actuation": "data.ctrl[0] = 1.0\ncorten.actuation(model, data)\nprint(data.qfrc_actuator)",
    "acceleration": "corten.acceleration(model, data)\nprint(data.qacc_smooth)",
    "constraint_solve": "corten.constraint_solve(model, data)\nprint(data.qacc)",
    "sensor_pos": "corten.sensor_pos(model, data)\nprint(data.sensordata)",
    "sensor_vel": "corten.sensor_vel(model, data)\nprint(data.sensordata)",
    "sensor_acc": "corten.sensor_acc(model, data)\nprint(data.sensordata)",
    "energy_pos": "corten.energy_pos(model, data)\nprint(data.energy[0])",
    "energy_vel": "corten.energy_vel(model, data)\nprint(data.energy[1])",
    "subtree_vel": "corten.subtree_vel(model, data)\nprint(data.subtree_linvel[1])",
    "rne_post_constraint": "corten.rne_post_constraint(model, data)\nprint(data.cacc[1])",
    "euler": "corten.euler(model, data)\nprint(data.time)",
    "rollout": "start = corten.get_state(model, data)\nctrl = np.zeros((4, 10, model.nu))\n"
    "states, sensors = corten.rollout(model, start, ctrl)\nassert states.shape == (4, 10, len(start))",
    "scaled": "batch = corten.BatchSim(model, 8)\nbatch.randomize(body_mass=corten.scaled(0.8, 1.2), seed=3)",
    "shifted": "batch = corten.BatchSim(model, 8)\nbatch.randomize(dof_damping=corten.shifted(0.0, 0.1), seed=3)",
    "uniform": "batch = corten.BatchSim(model, 8)\nbatch.randomize(dof_armature=corten.uniform(0.01, 0.02), seed=3)",
    "render": "picture = corten.render(model, data, height=48, width=64)\nassert picture.shape == (48, 64, 3)",
    "show_video": "frames = [corten.render(model, data, height=48, width=64)] * 2\ncorten.show_video(frames, fps=30)",
    "apply_force": "corten.apply_force(model, data, (0, 0, 9.0), (0, 0, 0), data.xpos[1], 1, data.qfrc_applied)",
    "contact_force": "for i in range(data.ncon):\n    print(corten.contact_force(model, data, i)[:3])",
    "differentiate_pos": "qvel = corten.differentiate_pos(model, model.qpos0, data.qpos, dt=0.1)",
    "integrate_pos": "qpos = data.qpos.copy()\ncorten.integrate_pos(model, qpos, np.ones(model.nv), dt=0.1)",
    "transition_fd": "A, B, C, D = corten.transition_fd(model, data)\nassert A.shape == (2 * model.nv + model.na,) * 2",
    "geom_distance": "distance, _ = corten.geom_distance(model, data, 0, 1, 10.0)\nprint(distance)",
    "init_ctrl_history": DELAYED + 'corten.init_ctrl_history(delayed, later, "push", [-0.01, 0.0], [[0.5], [1.0]])\n'
    'assert corten.read_ctrl(delayed, later, "push", 0.005) == 0.5',
    "init_sensor_history": DELAYED
    + 'corten.init_sensor_history(delayed, later, "angle", [-0.01, 0.0], [[0.1], [0.2]])',
    "read_ctrl": "print(corten.read_ctrl(model, data, 0, data.time))",
    "read_sensor": DELAYED
    + 'corten.step(delayed, later, nstep=20)\nprint(corten.read_sensor(delayed, later, "angle", later.time))',
    "jac": "along, about = corten.jac(model, data, data.xpos[1], 1)\nassert along.shape == (3, model.nv)",
    "jac_body": "along, about = corten.jac_body(model, data, 1)\nvelocity = along @ data.qvel",
    "jac_body_com": "along, about = corten.jac_body_com(model, data, 1)",
    "jac_geom": "along, about = corten.jac_geom(model, data, 1)",
    "jac_site": 'along, about = corten.jac_site(model, data, "imu")\nvelocity = along @ data.qvel',
    "jac_subtree_com": "along = corten.jac_subtree_com(model, data, 1)",
    "mass_matrix": "mass = corten.mass_matrix(model, data)\nassert mass.shape == (model.nv, model.nv)",
    "mul_mass": "momentum = corten.mul_mass(model, data, np.ones(model.nv))",
    "solve_mass": "acceleration = corten.solve_mass(model, data, np.ones(model.nv))",
    "object_velocity": "turning_and_linear = corten.object_velocity(model, data, corten.ObjectType.BODY, 1)",
    "object_acceleration": "turning_and_linear = corten.object_acceleration(model, data, corten.ObjectType.BODY, 1)",
    "ray": "hit = corten.ray(model, data, (0, 0, 3), (0, 0, -1))\nprint(hit)",
    "ray_flex": 'cloth = corten.load_model("cloth")\nfalling = cloth.make_data()\ncorten.forward(cloth, falling)\n'
    'distance, vertex, normal = corten.ray_flex(cloth, falling, "cloth", (0, 0, 3), (0, 0, -1))\nassert 2.4 < distance < 2.45',
    "ray_skin": SKINNED
    + "distance, vertex, normal = corten.ray_skin(skinned, worn, 0, (0.2, 0.2, 3), (0, 0, -1))\nassert distance == 2.0",
    "ray_normal": "hit = corten.ray_normal(model, data, (0, 0, 3), (0, 0, -1))\nprint(hit)",
    "BatchSim": "batch = corten.BatchSim(model, 16)\nbatch.ctrl[:] = 0.1\nerrors = batch.step_all(nstep=5)\nassert not errors.any()",
    "Spec": 'spec = corten.Spec()\nbody = spec.worldbody.add_body(name="ball", pos=(0, 0, 1))\n'
    'body.add_freejoint()\nbody.add_geom(type="sphere", size=(0.1,))\nmodel = spec.compile()',
    "Renderer": "with corten.Renderer(model, 48, 64) as renderer:\n    renderer.update_scene(data)\n    picture = renderer.render()",
    "Model": 'print(model.body("torso").mass, model.opt.timestep)',
    "Data": 'print(data.body("torso").xpos, data.contact.dist)',
    "SdfGrid": "grid = corten.SdfGrid((-1, -1, -1), 1.0, np.full((3, 3, 3), 0.5))",
    "Camera": "camera = corten.Camera(distance=3.0, azimuth=120.0, elevation=-20.0)",
    "SceneOption": "option = corten.SceneOption()",
}
