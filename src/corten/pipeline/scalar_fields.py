"""Stages of a batch that fall back to scalar code in plain memory, and what is copied for them.

Written by `tools/write_scalar_fields.py` from the code of all stages. For each stage: the fields that it finds as other
stages left them, and those that others, or whoever looks at an environment, find as it left them.
"""

SCALAR_FIELDS = {
    "corten.stages.solver.cg.cg": (
        "M contact_dim contact_efc_address contact_friction contact_geom contact_mu dof_Mx dof_idof dof_x "
        "efc_D efc_J_colind efc_J_rowadr efc_J_rownnz efc_J_values efc_R efc_frictionloss efc_id efc_jar "
        "efc_type efm_K efm_L efm_LDiagInv efm_M efm_as efm_c efm_con_ind efm_con_val efm_ts error_where "
        "idof_Ma idof_Mgrad idof_Mv idof_force idof_grad idof_qacc idof_search idof_smooth iefc_D iefc_R "
        "iefc_bound iefc_cone iefc_dim iefc_force iefc_friction iefc_frictionloss iefc_jar iefc_jv iefc_kind "
        "iefc_nactive iefc_ncone iefc_nspecial iefc_quad iefc_state iefc_state_before island_dof "
        "island_dofadr island_dofnum island_missed island_row island_rowadr island_rownum island_treeadr "
        "island_treenum line_evaluations line_gain line_limit line_row line_wide moment moment_colind "
        "moment_rowadr moment_rownnz nJrun ne nefc nefmcon nf nisland qH qHDiagInv qLD qLDiagInv qacc "
        "qfrc_constraint qfrc_smooth solver_gradient solver_improvement solver_nactive solver_nchange "
        "solver_neval solver_niter ten_J_value term_change term_curvature term_slope tree_island tree_order",
        "dof_Mx dof_x error_where idof_Ma idof_Mgrad idof_Mv idof_force idof_grad idof_qacc idof_search "
        "idof_smooth iefc_D iefc_R iefc_bound iefc_cone iefc_dim iefc_force iefc_friction iefc_frictionloss "
        "iefc_jar iefc_jv iefc_kind iefc_nactive iefc_ncone iefc_nspecial iefc_quad iefc_state "
        "iefc_state_before island_missed line_evaluations line_gain line_limit line_row line_wide nJrun qacc "
        "qfrc_constraint solver_gradient solver_improvement solver_nactive solver_nchange solver_neval "
        "solver_niter term_change term_curvature term_slope",
    ),
    "corten.stages.solver.delassus.make_efc_Y": (
        "block_slot dof_idof efc_J_colind efc_J_rowadr efc_J_rownnz efc_J_values efc_id efc_type "
        "island_dofnum island_row island_rowadr island_rownum nY nisland qH qHDiagInv qLD qLDiagInv",
        "block_slot nY",
    ),
    "corten.stages.solver.dual.finish_dual": (
        "dof_x efc_J_colind efc_J_rowadr efc_J_rownnz efc_J_values efm_L efm_LDiagInv iefc_force island_dof "
        "island_dofadr island_dofnum island_row island_rowadr island_rownum island_treeadr island_treenum "
        "nisland qH qHDiagInv qLD qLDiagInv qacc qacc_smooth qfrc_constraint tree_order",
        "dof_x qacc qfrc_constraint",
    ),
    "corten.stages.solver.islands.find_islands": (
        "contact_geom dof_idof edge_target edge_tree efc_J_colind efc_J_rowadr efc_J_rownnz efc_id efc_island "
        "efc_type efm_as efm_con_ind efm_ts island_cursor island_dof island_dofadr island_dofnum island_row "
        "island_rowadr island_rownum island_treeadr island_treenum moment_colind moment_rowadr moment_rownnz "
        "nefc nefmcon nisland tree_degree tree_edgeend tree_island tree_link tree_order",
        "dof_idof edge_target edge_tree efc_island island_cursor island_dof island_dofadr island_dofnum "
        "island_row island_rowadr island_rownum island_treeadr island_treenum nisland tree_degree "
        "tree_edgeend tree_island tree_link tree_order",
    ),
    "corten.stages.solver.minimum_degree.find_many_islands": (
        "contact_geom dof_idof edge_target edge_tree efc_J_colind efc_J_rowadr efc_J_rownnz efc_id efc_island "
        "efc_type efm_as efm_con_ind efm_ts island_cursor island_dof island_dofadr island_dofnum island_row "
        "island_rowadr island_rownum island_treeadr island_treenum moment_colind moment_rowadr moment_rownnz "
        "nefc nefmcon nisland nmember tree_degree tree_edgeend tree_island tree_link tree_order",
        "dof_idof edge_target edge_tree efc_island island_cursor island_dof island_dofadr island_dofnum "
        "island_row island_rowadr island_rownum island_treeadr island_treenum nisland nmember tree_degree "
        "tree_edgeend tree_island tree_link tree_order",
    ),
    "corten.stages.solver.newton.newton": (
        "M block_slot contact_dim contact_efc_address contact_friction contact_geom contact_mu dof_Mx "
        "dof_idof dof_x efc_D efc_J_colind efc_J_rowadr efc_J_rownnz efc_J_values efc_R efc_frictionloss "
        "efc_id efc_jar efc_type efm_K efm_L efm_LDiagInv efm_M efm_as efm_c efm_con_ind efm_con_val efm_ts "
        "group_entry group_scaled group_slope group_weight hessian_diag_inv hessian_ncone hessian_peak "
        "idof_Ma idof_Mgrad idof_Mv idof_force idof_grad idof_qacc idof_search idof_smooth iefc_D iefc_J "
        "iefc_J_block iefc_J_blockadr iefc_J_blocknum iefc_J_shared iefc_R iefc_bound iefc_cone iefc_dim "
        "iefc_force iefc_friction iefc_frictionloss iefc_jar iefc_jv iefc_kind iefc_nactive iefc_ncone "
        "iefc_nspecial iefc_quad iefc_state iefc_state_before island_dof island_dofadr island_dofnum "
        "island_missed island_row island_rowadr island_rownum island_treeadr island_treenum line_evaluations "
        "line_gain line_limit line_row line_wide moment moment_colind moment_rowadr moment_rownnz nH nJblock "
        "ne nefc nefmcon nf nisland qH qHDiagInv qLD qLDiagInv qacc qfrc_constraint qfrc_smooth "
        "solver_gradient solver_improvement solver_nactive solver_nchange solver_neval solver_niter "
        "ten_J_value term_change term_curvature term_slope tree_island tree_order update_rows update_weight",
        "block_slot dof_Mx dof_x group_entry group_scaled group_slope group_weight hessian_diag_inv "
        "hessian_ncone hessian_peak idof_Ma idof_Mgrad idof_Mv idof_force idof_grad idof_qacc idof_search "
        "idof_smooth iefc_D iefc_J iefc_J_block iefc_J_blockadr iefc_J_blocknum iefc_J_shared iefc_R "
        "iefc_bound iefc_cone iefc_dim iefc_force iefc_friction iefc_frictionloss iefc_jar iefc_jv iefc_kind "
        "iefc_nactive iefc_ncone iefc_nspecial iefc_quad iefc_state iefc_state_before island_missed "
        "line_evaluations line_gain line_limit line_row line_wide nH nJblock qacc qfrc_constraint "
        "solver_gradient solver_improvement solver_nactive solver_nchange solver_neval solver_niter "
        "term_change term_curvature term_slope update_rows update_weight",
    ),
    "corten.stages.solver.newton_many_trees.newton_many_trees": (
        "M block_slot contact_dim contact_efc_address contact_friction contact_geom contact_mu dof_Mx "
        "dof_idof dof_x efc_D efc_J_colind efc_J_rowadr efc_J_rownnz efc_J_values efc_R efc_frictionloss "
        "efc_id efc_jar efc_type efm_K efm_L efm_LDiagInv efm_M efm_as efm_c efm_con_ind efm_con_val efm_ts "
        "group_entry group_scaled group_slope group_weight hessian_diag_inv hessian_ncone hessian_peak "
        "idof_Ma idof_Mgrad idof_Mv idof_force idof_grad idof_qacc idof_search idof_smooth iefc_D iefc_J "
        "iefc_J_block iefc_J_blockadr iefc_J_blocknum iefc_J_shared iefc_R iefc_bound iefc_cone iefc_dim "
        "iefc_force iefc_friction iefc_frictionloss iefc_jar iefc_jv iefc_kind iefc_nactive iefc_ncone "
        "iefc_nspecial iefc_quad iefc_state iefc_state_before island_dof island_dofadr island_dofnum "
        "island_missed island_row island_rowadr island_rownum island_treeadr island_treenum line_evaluations "
        "line_gain line_limit line_row line_wide moment moment_colind moment_rowadr moment_rownnz nH nJblock "
        "ne nefc nefmcon nf nfactor nfill nisland ntreeJ qH qHDiagInv qLD qLDiagInv qacc qfrc_constraint "
        "qfrc_smooth solver_gradient solver_improvement solver_nactive solver_nchange solver_neval "
        "solver_niter ten_J_value term_change term_curvature term_slope tree_island tree_order update_rows "
        "update_weight",
        "block_slot dof_Mx dof_x group_entry group_scaled group_slope group_weight hessian_diag_inv "
        "hessian_ncone hessian_peak idof_Ma idof_Mgrad idof_Mv idof_force idof_grad idof_qacc idof_search "
        "idof_smooth iefc_D iefc_J iefc_J_block iefc_J_blockadr iefc_J_blocknum iefc_J_shared iefc_R "
        "iefc_bound iefc_cone iefc_dim iefc_force iefc_friction iefc_frictionloss iefc_jar iefc_jv iefc_kind "
        "iefc_nactive iefc_ncone iefc_nspecial iefc_quad iefc_state iefc_state_before island_missed "
        "line_evaluations line_gain line_limit line_row line_wide nH nJblock nfactor nfill ntreeJ qacc "
        "qfrc_constraint solver_gradient solver_improvement solver_nactive solver_nchange solver_neval "
        "solver_niter term_change term_curvature term_slope update_rows update_weight",
    ),
    "corten.stages.solver.noslip.noslip": (
        "M contact_dim contact_friction contact_mu efc_b efc_id efc_type iefc_R iefc_force iefc_frictionloss "
        "iefc_kind iefc_nactive iefc_state iefc_state_before island_dof island_dofadr island_dofnum "
        "island_row island_rowadr island_rownum island_treeadr island_treenum line_evaluations nefc nisland "
        "solver_gradient solver_improvement solver_nactive solver_nchange solver_neval solver_niter",
        "iefc_force iefc_nactive iefc_state iefc_state_before line_evaluations solver_gradient "
        "solver_improvement solver_nactive solver_nchange solver_neval solver_niter",
    ),
    "corten.stages.solver.pgs.pgs": (
        "M contact_dim contact_efc_address contact_friction contact_mu efc_D efc_R efc_b efc_force "
        "efc_frictionloss efc_id efc_type iefc_D iefc_R iefc_bound iefc_dim iefc_force iefc_friction "
        "iefc_frictionloss iefc_kind iefc_nactive iefc_nspecial iefc_state iefc_state_before island_dof "
        "island_dofadr island_dofnum island_missed island_row island_rowadr island_rownum island_treeadr "
        "island_treenum line_evaluations line_row ne nefc nf nisland solver_gradient solver_improvement "
        "solver_nactive solver_nchange solver_neval solver_niter",
        "iefc_D iefc_R iefc_bound iefc_dim iefc_force iefc_friction iefc_frictionloss iefc_kind iefc_nactive "
        "iefc_nspecial iefc_state iefc_state_before island_missed line_evaluations line_row solver_gradient "
        "solver_improvement solver_nactive solver_nchange solver_neval solver_niter",
    ),
    "corten.stages.solver.pgs.pgs_fallback": (
        "M block_slot contact_dim contact_friction contact_mu dof_idof dof_x efc_J_colind efc_J_rowadr "
        "efc_J_rownnz efc_J_values efc_b efc_id efc_type efm_L efm_LDiagInv iefc_R iefc_force "
        "iefc_frictionloss iefc_kind iefc_nactive iefc_state iefc_state_before island_dof island_dofadr "
        "island_dofnum island_missed island_row island_rowadr island_rownum island_treeadr island_treenum "
        "line_evaluations nY nefc nisland qH qHDiagInv qLD qLDiagInv qacc qacc_smooth qfrc_constraint "
        "solver_gradient solver_improvement solver_nactive solver_nchange solver_neval solver_nfallback "
        "solver_niter tree_order",
        "block_slot dof_x iefc_force iefc_nactive iefc_state iefc_state_before island_missed line_evaluations "
        "nY qacc qfrc_constraint solver_gradient solver_improvement solver_nactive solver_nchange "
        "solver_neval solver_nfallback solver_niter",
    ),
    "corten.stages.solver.warm_start.dual_start": (
        "contact_dim contact_friction contact_mu efc_D efc_J_colind efc_J_rowadr efc_J_rownnz efc_J_values "
        "efc_R efc_aref efc_b efc_force efc_frictionloss efc_id efc_jar efc_state efc_type ne nefc nf nisland "
        "qH qHDiagInv qLD qLDiagInv qacc qacc_smooth qacc_warmstart qfrc_constraint solver_niter",
        "efc_force efc_jar efc_state qacc qfrc_constraint solver_niter",
    ),
    "corten.stages.solver.warm_start.finish_solver": (
        "efc_force efc_state iefc_force iefc_state island_row island_rowadr island_rownum nefc nisland",
        "efc_force efc_state",
    ),
    "corten.stages.solver.warm_start.warm_start": (
        "M contact_dim contact_friction contact_mu efc_D efc_J_colind efc_J_rowadr efc_J_rownnz efc_J_values "
        "efc_R efc_aref efc_b efc_force efc_frictionloss efc_id efc_jar efc_state efc_type efm_K efm_M efm_as "
        "efm_c efm_con_ind efm_con_val efm_ts moment moment_colind moment_rowadr moment_rownnz ne nefc "
        "nefmcon nf nisland primal_Ma qacc qacc_smooth qacc_warmstart qfrc_constraint qfrc_smooth "
        "solver_niter ten_J_value tree_island",
        "efc_force efc_jar efc_state primal_Ma qacc qfrc_constraint solver_niter",
    ),
}
