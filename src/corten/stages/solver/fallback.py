"""Islands on which conjugate gradients missed their tolerance, solved again by PGS."""

from corten.enums import SolverType, StepErrorKind
from corten.model import Model
from corten.runtime import stage
from corten.stages.solver.delassus import prepare_whitening, whiten_island
from corten.stages.solver.dual import finish_island, iterations_so_far
from corten.stages.solver.pgs import sweep_island

# the numeric of <custom> that asks for it
NUMERIC = "corten.cg_fallback"


def wants_fallback(model: Model) -> bool:
    """Tell whether a model asks for PGS where conjugate gradients miss their tolerance."""
    names = [model.name("numeric", i) for i in range(model.nnumeric)]
    if model.opt_solver != SolverType.CG or NUMERIC not in names:
        return False
    return bool(model.numeric_data[model.numeric_adr[names.index(NUMERIC)]])


@stage
def fall_back(m, d):
    """Go on with PGS from the forces that were found, and count these islands.

    reads:  m.M_colind m.M_rowadr m.M_rownnz m.dof_treeid m.opt_iterations m.opt_tolerance m.tree_dofadr
            m.tree_dofnum d.M d.contact_dim d.contact_friction d.contact_mu d.efc_J_colind d.efc_J_rowadr
            d.efc_J_rownnz d.efc_J_values d.efc_b d.efc_id d.efc_type d.island_dof d.island_dofadr
            d.island_dofnum d.island_missed d.island_row d.island_rowadr d.island_rownum d.island_treeadr
            d.island_treenum d.nisland d.qLD d.qLDiagInv d.qacc_smooth d.sol_R d.sol_force d.sol_kind
            d.sol_loss d.solver_nfallback d.solver_niter d.tree_order
    writes: d.Y_coladr d.Y_colind d.Y_rowadr d.Y_rownnz d.Y_values d.dual_A d.dual_before d.dual_block
            d.dual_diag d.dual_factor d.dual_forceahead d.dual_forceold d.dual_friction d.dual_mark
            d.dual_motion d.dual_motionold d.dual_order d.dual_residual d.dual_scale d.dual_slope
            d.dual_solved d.line_evaluations d.nY d.qacc d.qfrc_constraint d.sol_force d.sol_nactive
            d.sol_state d.sol_stateold d.solver_gradient d.solver_improvement d.solver_nactive
            d.solver_nchange d.solver_neval d.solver_nfallback d.solver_niter
    """
    missed = d.island_missed

    prepare_whitening(m, d)
    for k in range(d.nisland):
        if missed[k] != 0:
            whiten_island(m, d, k)
    if d.nY > d.maxY:
        return StepErrorKind.CAPACITY + 0
    for k in range(d.nisland):
        if missed[k] != 0:
            sweep_island(m, d, k, iterations_so_far(d, k))
            finish_island(m, d, k)
            d.solver_nfallback += 1
    return 0
