"""Elastic forces of flexes."""
