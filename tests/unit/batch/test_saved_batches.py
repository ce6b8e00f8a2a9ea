"""Files of batches: what is loaded goes on with the same bits, and files of others are refused."""

import io
import zipfile

import numpy as np
import pytest

import corten
from corten.runtime.archive import HEADER
from support.batches import shown, varied

N = 6


def random_steps(batch, count, seed):
    """Take steps with random controls, and reset what has failed with the last but one."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        batch.ctrl[:] = rng.uniform(-1, 1, batch.ctrl.shape)
        errors = batch.step_all(2)
    if count > 1:
        batch.reset_where(np.isin(np.arange(len(batch)), errors.indices))
        batch.step_all()


def assert_same(one, other):
    """Compare all arrays, errors and counts of two batches bit by bit."""
    for name in (*shown(one), *varied(one)):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name
    assert list(map(str, one.errors)) == list(map(str, other.errors))
    assert [error and error.step for error in one.errors] == [error and error.step for error in other.errors]


@pytest.mark.parametrize("precision", ["float64", "float32"])
@pytest.mark.parametrize("name", ["humanoid", "arm"])
def test_a_loaded_batch_goes_on(name, precision, tmp_path):
    """Go on with the same bits: state, kept results, failures, own values of the model and what follows from them."""
    model = corten.load_model(corten.models.path(name))
    model.opt.timestep *= 0.5
    batch = corten.BatchSim(model, N, keep=("xpos", "cfrc_ext"), precision=precision)
    batch.vary("dof_damping")
    batch.randomize(body_mass=corten.scaled(0.8, 1.2), seed=3)
    random_steps(batch, 10, 0)
    batch.qvel[4, 0] = np.nan
    batch.step_all()
    # what follows is not known when it is saved
    batch.body_mass[2] *= 1.1
    batch.save(tmp_path / "batch.npz")
    loaded = [
        corten.BatchSim.load(tmp_path / "batch.npz", threads=1, lanes=1),
        corten.BatchSim.load(str(tmp_path / "batch.npz"), model, threads=2),
    ]
    assert loaded[1].model is model and loaded[0].model.opt.timestep == model.opt.timestep
    for other in loaded:
        # looking at an environment computes what follows from its values
        assert other.body_mass.tobytes() == batch.body_mass.tobytes()
        for i in (0, 4):
            for field in ("qacc", "efc_force", "site_xpos"):
                assert getattr(other.env(i), field).tobytes() == getattr(batch.env(i), field).tobytes()
    for other in loaded:
        assert_same(other, batch)
    for each in (batch, *loaded):
        random_steps(each, 10, 1)
    assert not batch.errors.any()
    for other in loaded:
        assert_same(other, batch)


def test_sleeping_trees_and_meshes_go_on(tmp_path):
    """Go on with the same bits where trees sleep, and with the meshes, height fields and texts of the model."""
    rng = np.random.default_rng(0)
    points = " ".join(f"{x:.6f}" for x in rng.uniform(-0.1, 0.1, 36))
    heights = " ".join(f"{x:.3f}" for x in rng.uniform(0, 1, 9))
    model = corten.load_model_from_string(f"""
    <mujoco model="pile"><option><flag sleep="enable"/></option>
      <custom><text name="note" data="first"/></custom>
      <asset><mesh name="stone" vertex="{points}"/><hfield name="ground" nrow="3" ncol="3" size="1 1 .1 .1"
        elevation="{heights}"/></asset>
      <worldbody><geom type="hfield" hfield="ground"/>
        <body pos="0 0 .4"><freejoint/><geom type="mesh" mesh="stone"/></body>
        <body pos=".4 0 .3"><freejoint/><geom size=".1"/></body></worldbody></mujoco>""")
    batch = corten.BatchSim(model, 3)
    batch.qpos[:, 2] += [0.0, 0.1, 0.2]
    batch.step_all(300)
    batch.save(tmp_path / "pile.npz")
    other = corten.BatchSim.load(tmp_path / "pile.npz")
    mesh, wanted = other.model.mesh_data[0], model.mesh_data[0]
    assert mesh.key == wanted.key and mesh.vertices.tobytes() == wanted.vertices.tobytes()
    assert mesh.hull.graph.faces.tobytes() == wanted.hull.graph.faces.tobytes()
    assert other.model.text("note").id == 0 and other.model.model_name == "pile"
    assert other.model.hfield_data[0].data.tobytes() == model.hfield_data[0].data.tobytes()
    for each in (batch, other):
        each.step_all(300)
    assert_same(other, batch)
    assert [other.env(i).tree_awake.tolist() for i in range(3)] == [batch.env(i).tree_awake.tolist() for i in range(3)]


def test_an_empty_batch_is_saved(tmp_path):
    """Save and load a batch without environments."""
    corten.BatchSim(corten.load_model(corten.models.path("cartpole")), 0).save(tmp_path / "none.npz")
    assert len(corten.BatchSim.load(tmp_path / "none.npz")) == 0


# ---------------------------------------------------------------- what is refused


@pytest.fixture(name="saved")
def _saved(tmp_path):
    model = corten.load_model(corten.models.path("cartpole"))
    corten.BatchSim(model, 3).save(tmp_path / "batch.npz")
    return tmp_path / "batch.npz"


def test_another_model_is_refused(saved):
    """Refuse a model with other numbers or other sizes, and name what differs."""
    model = corten.load_model(corten.models.path("cartpole"))
    model.body_mass[1] *= 2
    with pytest.raises(ValueError, match="saved with another model, in which these differ: body_mass"):
        corten.BatchSim.load(saved, model)
    with pytest.raises(ValueError, match=r"another model, in which these differ: nq, nv, nu and .* more"):
        corten.BatchSim.load(saved, corten.load_model(corten.models.path("ant")))


def entries(path):
    """Return the entries of a file."""
    with np.load(path) as file:
        return dict(file)


def write(path, arrays):
    """Write a file of arrays."""
    np.savez(path, **arrays)


def without_rows(path):
    """Leave an array out."""
    write(path, {name: array for name, array in entries(path).items() if not name.endswith("rows/qvel")})


def of_another_kind(path):
    """Let the header tell of something else."""
    arrays = entries(path)
    text = arrays[HEADER].tobytes().replace(b"saved corten.BatchSim", b"saved letters")
    write(path, arrays | {HEADER: np.frombuffer(text, np.uint8)})


def of_a_later_version(path):
    """Let the header tell of another version."""
    arrays = entries(path)
    text = arrays[HEADER].tobytes().replace(b'"version": 1', b'"version": 9')
    write(path, arrays | {HEADER: np.frombuffer(text, np.uint8)})


def with_other_shapes(path):
    """Let a field have a shape that does not fit."""
    arrays = entries(path)
    write(path, arrays | {"batch/rows/qpos": arrays["batch/rows/qpos"][:, :1]})


def with_a_changed_model(path):
    """Change a byte of the model."""
    arrays = entries(path)
    memory = arrays["model/memory/0"].copy()
    memory[0] ^= 1
    write(path, arrays | {"model/memory/0": memory})


def with_pickles(path):
    """Put an object in the place of an array."""
    np.savez(path, **(entries(path) | {"batch/rows/qpos": np.array([{1: 2}], object)}))


def cut_short(path):
    """Lose the end of the file."""
    path.write_bytes(path.read_bytes()[:-1000])


def with_another_byte(path):
    """Change a byte in the middle of an array."""
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        place = file.getinfo("batch/rows/qpos.npy").header_offset
    content[place + 180] ^= 255
    path.write_bytes(content)


def of_a_stranger(path):
    """Be no such file at all."""
    path.write_text("<mujoco/>")


def of_one_array(path):
    """Be a single array."""
    with open(path, "wb") as stream:
        np.save(stream, np.zeros(3))


def of_arrays_alone(path):
    """Be an npz of something else."""
    np.savez(path, weights=np.zeros(3))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (without_rows, "rows/qvel"),
        (of_another_kind, "is no saved corten.BatchSim: it is a saved letters"),
        (of_a_later_version, "version 9 of the format, this corten reads 1"),
        (with_other_shapes, "qpos"),
        (with_a_changed_model, "damaged: its checksum differs"),
        (with_pickles, "is no saved corten.BatchSim: it holds pickled objects, which are never read"),
        (cut_short, "is no saved corten.BatchSim"),
        (with_another_byte, "is no saved corten.BatchSim"),
        (of_a_stranger, "is no saved corten.BatchSim"),
        (of_one_array, "it is a single array"),
        (of_arrays_alone, "is no saved corten.BatchSim"),
    ],
)
def test_other_files_are_refused(saved, change, words):
    """Tell which file it is and what is wrong with it."""
    change(saved)
    with pytest.raises(ValueError, match=words) as caught:
        corten.BatchSim.load(saved)
    assert "batch.npz" in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    """Raise what the system says of a file that is not there."""
    with pytest.raises(FileNotFoundError, match=r"none\.npz"):
        corten.BatchSim.load(tmp_path / "none.npz")


def test_other_arguments_are_refused(saved):
    """Refuse what the file says itself, and what is no path and no model."""
    with pytest.raises(TypeError, match="precision is that of the batch in the file"):
        corten.BatchSim.load(saved, precision="float32")
    with pytest.raises(TypeError, match="model is a str; it must be a Model"):
        corten.BatchSim.load(saved, "cartpole")  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="NoneType"):
        corten.BatchSim.load(None)  # pyright: ignore[reportArgumentType]


def test_an_unfinished_file_is_none(saved, monkeypatch):
    """Leave the file that was there, and none beside it, if writing fails."""
    before = saved.read_bytes()
    monkeypatch.setattr(np, "savez", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        corten.BatchSim(corten.load_model(corten.models.path("cartpole")), 3).save(saved)
    assert saved.read_bytes() == before and [path.name for path in saved.parent.iterdir()] == [saved.name]
