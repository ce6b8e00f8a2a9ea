"""The fields of Model and Data that belong to deformables."""
