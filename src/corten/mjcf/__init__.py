"""From MJCF text to nodes: the schema as data, a reader that remembers file and line, includes."""
