"""Constraint rows of flexes: equalities and contacts, and passive contacts."""
