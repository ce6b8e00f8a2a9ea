"""Elements of MJCF to objects of the model, one kind for each file."""
