"""Fields of Data for sleeping islands: which trees sleep, and what is retained of them while they do.

They are used where EnableBit.SLEEP is set; without it all trees are awake.
"""

from corten.data import blocks
from corten.runtime.fields import F8, I4, Field, in_block

AWAKE = (
    *in_block(
        blocks.STATE,
        Field("tree_asleep", I4, ("ntree",), "below 0: awake, -1: ready to sleep; else the next tree of its island"),
    ),
    *in_block(
        blocks.RESULTS,
        Field("tree_awake", I4, ("ntree",), "1: the tree is awake"),
        Field("body_awake", I4, ("nbody",), "SleepState"),
        Field("body_awake_ind", I4, ("nbody",), "bodies that are awake or static: the first nbody_awake"),
        Field("parent_awake_ind", I4, ("nbody",), "bodies whose parent is awake or static: the first nparent_awake"),
        Field("dof_awake_ind", I4, ("nv",), "dofs that are awake: the first nv_awake"),
        Field("ntree_awake", I4, (), "trees that are awake"),
        Field("nbody_awake", I4, (), "bodies that are awake or static"),
        Field("nparent_awake", I4, (), "bodies whose parent is awake or static"),
        Field("nv_awake", I4, (), "dofs that are awake"),
    ),
)

# what stages for all trees compute anew, and sleeping trees get back
RETAINED = in_block(
    blocks.RESULTS,
    Field("previous_xpos", F8, ("nbody", 3), "xpos of the last step [m]"),
    Field("previous_xquat", F8, ("nbody", 4), "xquat of the last step"),
    Field("previous_tree_asleep", I4, ("ntree",), "tree_asleep when the step began"),
    Field("previous_tree_awake", I4, ("ntree",), "tree_awake when the step began"),
    Field("tendon_slept", I4, ("ntendon",), "1: the tendon slept when lengths of tendons were computed"),
    Field("retained_passive", F8, ("nv", 4), "qfrc_spring, _damper, _passive and _adhesion of the last step"),
    Field("retained_length", F8, ("nout",), "actuator_length of the last step"),
    Field("retained_act_dot", F8, ("na",), "act_dot of the last step"),
    Field("retained_smooth", F8, ("nv", 2), "qfrc_smooth and qacc_smooth of the last step"),
    Field("retained_sensordata", F8, ("nsensordata",), "sensordata before sensors were read"),
    Field("ntree_woken", I4, (), "trees that contacts woke in this step"),
    Field("ntree_slept", I4, (), "trees that fell asleep in this step"),
)

SLEEP = AWAKE + RETAINED
