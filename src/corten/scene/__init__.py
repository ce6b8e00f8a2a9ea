"""The abstract scene, MuJoCo's mjvScene: what a model in a state shows under an option, drawn by no particular means.

    Model, Data --make_scene(option)--> Scene(shapes, lines, labels) --+--> render: rays, traced by kernels
                                                                       +--> viewer: instances of meshes in a browser
                                                                       +--> compat: the MjvGeoms of an MjvScene

Shapes are rows of type (GeomType or MarkType), size, pose, colour, mesh, material, category and object.
"""
