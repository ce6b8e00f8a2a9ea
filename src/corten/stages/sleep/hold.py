"""What sleeping trees keep while stages for all trees run: forces, accelerations, activations and readings."""

from corten.enums import SleepState
from corten.runtime import helper, select, stage
from corten.stages.sleep.awake import actuator_sleeps, sensor_sleeps, tendon_state


@stage
def mark_sleeping_tendons(m, d):
    """Note which tendons sleep, before tendons and contacts wake some of them.

    reads:  m.tendon_treeid m.tendon_treenum d.tree_awake
    writes: d.tendon_slept
    """
    for i in range(m.ntendon):
        d.tendon_slept[i] = select(tendon_state(m, d, i) == SleepState.ASLEEP, 1, 0)


@stage
def drop_sleeping_tendons(m, d):
    """Let tendons that slept have no length and no moment arms in this step, once the inertia has been computed.

    reads:  m.ten_J_rowadr m.ten_J_rownnz d.tendon_slept
    writes: d.ten_J_value d.ten_length
    """
    for i in range(m.ntendon):
        if d.tendon_slept[i] != 0:
            d.ten_length[i] = 0.0
            for entry in range(m.ten_J_rowadr[i], m.ten_J_rowadr[i] + m.ten_J_rownnz[i]):
                d.ten_J_value[entry] = 0.0


@stage
def keep_passive(m, d):
    """Keep passive forces of the last step.

    reads:  d.qfrc_damper d.qfrc_passive d.qfrc_spring
    writes: d.kept_passive
    """
    for i in range(m.nv):
        d.kept_passive[i, 0] = d.qfrc_spring[i]
        d.kept_passive[i, 1] = d.qfrc_damper[i]
        d.kept_passive[i, 2] = d.qfrc_passive[i]


@stage
def hold_passive(m, d):
    """Let dofs that sleep keep their passive forces.

    reads:  m.dof_treeid d.kept_passive d.nv_awake d.tree_awake
    writes: d.qfrc_damper d.qfrc_passive d.qfrc_spring
    """
    if d.nv_awake < m.nv:
        for i in range(m.nv):
            if d.tree_awake[m.dof_treeid[i]] == 0:
                d.qfrc_spring[i] = d.kept_passive[i, 0]
                d.qfrc_damper[i] = d.kept_passive[i, 1]
                d.qfrc_passive[i] = d.kept_passive[i, 2]


@stage
def keep_lengths(m, d):
    """Keep the lengths of actuators of the last step.

    reads:  d.actuator_length
    writes: d.kept_length
    """
    for out in range(m.nout):
        d.kept_length[out] = d.actuator_length[out]


@stage
def drop_sleeping_moments(m, d):
    """Let actuators on what sleeps keep their length, and have no moment arms.

    reads:  m.actuator_outadr d.body_awake d.moment d.moment_colind d.moment_rowadr d.moment_rownnz d.nv_awake
            d.tree_awake
    writes: d.actuator_length d.moment d.moment_colind d.moment_rowadr d.moment_rownnz
    """
    rownnz, rowadr, colind, moment = d.moment_rownnz, d.moment_rowadr, d.moment_colind, d.moment

    if d.nv_awake < m.nv:
        place = 0
        for k in range(m.nactuator):
            out = m.actuator_outadr[k]
            if actuator_sleeps(m, d, k):
                d.actuator_length[out] = d.kept_length[out]
                rownnz[out] = 0
            first = rowadr[out]
            rowadr[out] = place
            for entry in range(first, first + rownnz[out]):
                colind[place] = colind[entry]
                moment[place] = moment[entry]
                place += 1


@stage
def keep_rates(m, d):
    """Keep the rates of activations of the last step.

    reads:  d.act_dot
    writes: d.kept_act_dot
    """
    for a in range(m.na):
        d.kept_act_dot[a] = d.act_dot[a]


@stage
def keep_smooth(m, d):
    """Keep smooth forces and accelerations of the last step.

    reads:  d.qacc_smooth d.qfrc_smooth
    writes: d.kept_smooth
    """
    for i in range(m.nv):
        d.kept_smooth[i, 0] = d.qfrc_smooth[i]
        d.kept_smooth[i, 1] = d.qacc_smooth[i]


@stage
def hold_actuators(m, d):
    """Let actuators on what sleeps give no force; their activations go on as they did before.

    reads:  m.actuator_actadr m.actuator_actnum m.actuator_outadr d.body_awake d.nv_awake d.tree_awake
    writes: d.act_dot d.actuator_force
    """
    first, count = m.actuator_actadr, m.actuator_actnum

    if d.nv_awake < m.nv:
        for k in range(m.nactuator):
            if actuator_sleeps(m, d, k):
                d.actuator_force[m.actuator_outadr[k]] = 0.0
                for a in range(first[k], first[k] + count[k]):
                    d.act_dot[a] = d.kept_act_dot[a]


@stage
def hold_smooth(m, d):
    """Let dofs that sleep keep their smooth force and acceleration.

    reads:  m.dof_treeid d.kept_smooth d.nv_awake d.tree_awake
    writes: d.qacc_smooth d.qfrc_smooth
    """
    if d.nv_awake < m.nv:
        for i in range(m.nv):
            if d.tree_awake[m.dof_treeid[i]] == 0:
                d.qfrc_smooth[i] = d.kept_smooth[i, 0]
                d.qacc_smooth[i] = d.kept_smooth[i, 1]


@stage
def keep_readings(m, d):
    """Keep the readings of sensors of the last step.

    reads:  d.sensordata
    writes: d.kept_sensordata
    """
    for k in range(m.nsensordata):
        d.kept_sensordata[k] = d.sensordata[k]


@stage
def hold_readings(m, d):
    """Let sensors of what sleeps keep their readings.

    reads:  m.actuator_trnid m.actuator_trntype m.cam_bodyid d.body_awake d.nbody_awake d.tree_awake
    writes: d.sensordata
    """
    if d.nbody_awake < m.nbody:
        for i in range(m.nsensor):
            if sensor_sleeps(m, d, i):
                hold_reading(m, d, i)


@helper
def hold_reading(m, d, i):
    """Set a sensor back to its last reading."""
    for k in range(m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i]):
        d.sensordata[k] = d.kept_sensordata[k]
