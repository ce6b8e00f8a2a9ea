"""Kinematics of flexes: vertices, nodes, edges and cells."""
