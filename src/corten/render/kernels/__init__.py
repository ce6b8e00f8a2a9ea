"""What is computed for each pixel: the first thing on a ray, its normal, and its colour."""
