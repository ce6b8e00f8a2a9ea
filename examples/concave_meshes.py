"""A ball falls on a channel: where does it come to rest when the mesh is its hull, its triangles, or convex pieces?"""

import importlib.util

import corten

# a U of 30 x 20 cm, 20 cm long; its walls and its floor are 10 cm thick
CORNERS = ((-0.15, 0), (0.15, 0), (0.15, 0.2), (0.05, 0.2), (0.05, 0.1), (-0.05, 0.1), (-0.05, 0.2), (-0.15, 0.2))
FRONT = ((0, 1, 4), (0, 4, 5), (0, 5, 6), (0, 6, 7), (1, 2, 4), (2, 3, 4))


def channel() -> str:
    """Return the channel as attributes of a mesh."""
    vertices = [(x, y, z) for y in (-0.1, 0.1) for x, z in CORNERS]
    faces = [*FRONT, *((c + 8, b + 8, a + 8) for a, b, c in FRONT)]
    for i in range(8):
        j = (i + 1) % 8
        faces += [(j, i, j + 8), (j + 8, i, i + 8)]
    numbers = " ".join(str(number) for vertex in vertices for number in vertex)
    return f'vertex="{numbers}" face="{" ".join(str(number) for face in faces for number in face)}"'


def main() -> None:
    """Print the height at which the ball lies still."""
    xml = f"""
    <mujoco>
      <asset><mesh name="channel" {channel()}/></asset>
      <worldbody>
        <geom type="mesh" mesh="channel"/>
        <body name="ball" pos="0 0 0.3"><freejoint/><geom size="0.04"/></body>
      </worldbody>
    </mujoco>
    """
    ways = ["hull", "triangles"]
    if importlib.util.find_spec("coacd"):
        ways.append("decompose")
    for way in ways:
        model = corten.load_model_from_string(xml, mesh_collision=way)
        data = model.make_data()
        corten.step(model, data, nstep=1000)
        print(f"{way:9s} the ball rests at {100 * data.body('ball').xpos[2]:.1f} cm, held by {data.ncon} contacts")


if __name__ == "__main__":
    main()
