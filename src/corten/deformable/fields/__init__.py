"""The fields of Model and Data that belong to deformables.

Only the tables of `corten.model` and `corten.data` import the tables here; all others take `kinds`.
"""
