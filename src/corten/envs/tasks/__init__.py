"""The tasks of Gymnasium's MuJoCo environments, version 5, one in each file."""
