"""What yields: springs of joints and tendons, and flexes."""
