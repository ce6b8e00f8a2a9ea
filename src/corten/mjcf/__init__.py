"""mjcf"""
