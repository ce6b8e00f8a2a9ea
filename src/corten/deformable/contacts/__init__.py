"""Contacts of flexes."""
