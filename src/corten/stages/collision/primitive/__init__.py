"""Pairs of simple shapes with a formula of their own."""
