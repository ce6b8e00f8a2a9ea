"""What a model is made of while it is compiled: one record for each object, whose attributes become arrays."""
