"""Meshes, height fields, textures, materials and skins of a model."""
