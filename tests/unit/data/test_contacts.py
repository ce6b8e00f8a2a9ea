"""`data.contact`: one contact, all contacts, records."""

import pickle

import numpy as np
import pytest

import corten
from corten.data.contacts import NAMES, Contact, Contacts

BALLS = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
    <body pos="1 0 .08"><freejoint/><geom size=".1" condim="6"/></body>
    <body pos="3 0 9"><freejoint/><geom size=".1"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def data():
    """Return a Data with two contacts."""
    model = corten.load_model_from_string(BALLS)
    data = model.make_data()
    corten.forward(model, data)
    assert data.ncon == 2
    return data


def test_one_all_and_records_agree(data):
    """Give the same values by contact, by array and by record."""
    records = np.asarray(data.contact)
    assert set(records.dtype.names) == set(Contact.__annotations__) == set(Contacts.__annotations__)
    for name in NAMES:
        np.testing.assert_array_equal(getattr(data.contact, name), records[name])
        np.testing.assert_array_equal(data.contact[name], records[name])
        for number, contact in enumerate(data.contact):
            np.testing.assert_array_equal(getattr(contact, name), records[name][number])
            np.testing.assert_array_equal(contact[name], records[name][number])
    np.testing.assert_array_equal(data.contact.normal, data.contact_frame[:, :3])
    np.testing.assert_array_equal(data.contact.depth, -data.contact_dist)


def test_keys(data):
    """Take numbers from both ends, masks and slices, and refuse what does not exist."""
    contacts = data.contact
    assert contacts[-1].dist == contacts[np.int64(1)].dist == data.contact_dist[1]
    assert contacts[contacts.dim == 6].dim.tolist() == [6] and contacts[1:].shape == (1,)
    assert contacts.shape == (2,) and contacts.copy().dist.tolist() == contacts.dist.tolist()
    for number in (2, -3):
        with pytest.raises(IndexError, match=f"contact {number} does not exist; there are 2"):
            contacts[number]
    with pytest.raises(ValueError, match="depht"):
        contacts["depht"]
    with pytest.raises(KeyError, match="a contact has no 'depht'"):
        contacts[0]["depht"]
    with pytest.raises(AttributeError):
        contacts.depht  # noqa: B018
    with pytest.raises(IndexError):
        contacts[0.5]


def test_contacts_follow_later_steps(data):
    """Show what the last step found, in storage that has grown, and say so when a contact is gone."""
    contacts, second = data.contact, data.contact[1]
    data.grow(maxcon=100, maxefc=1000)
    data.qpos[2] = 0.095
    corten.forward(data.model, data)
    assert contacts[0].dist == contacts.dist[0] == data.contact_dist[0] == pytest.approx(-0.005)
    assert second.frame.base is not None and second.dist == pytest.approx(-0.02)
    data.qpos[2] = 9.0
    corten.forward(data.model, data)
    assert len(contacts) == 1
    for name in ("dist", "frame", "geom1", "depth"):
        with pytest.raises(IndexError, match="contact 1 is gone; there are 1 now"):
            getattr(second, name)


def test_contacts_of_copies_are_their_own(data):
    """Let the contacts of a copy and of a pickled Data be those of that Data."""
    for twin in (data.copy(), pickle.loads(pickle.dumps(data))):
        first = twin.contact[0]
        corten.reset_data(data.model, data)
        assert first.dist == pytest.approx(-0.01) and not len(data.contact)
        corten.forward(data.model, data)


def test_pickled_contacts_are_records(data):
    """Pickle contacts as a copy of their values."""
    records, one = pickle.loads(pickle.dumps(data.contact)), pickle.loads(pickle.dumps(data.contact[1]))
    assert records.tobytes() == data.contact.tobytes() and one.dist == data.contact[1].dist


def test_integers_cannot_be_written(data):
    """Refuse to let a contact belong to other geoms, by name of the field."""
    with pytest.raises(ValueError, match=r"Data\.contact_geom is read-only"):
        data.contact[0].geom[0] = 7
    with pytest.raises(AttributeError):
        data.contact[0].geom1 = 7
    # results in floating point are as open as in Data itself
    data.contact[0].frame[:] = 0.0
    assert not data.contact_frame[0].any()
