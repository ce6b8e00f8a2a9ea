"""What flexes add to the effective metric of DISCRETE."""
