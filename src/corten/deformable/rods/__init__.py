"""Rods: flexes of lines that bend, and those whose edges twist as well."""
