"""The exact words for mistakes in attaching: file, line, element, what is wrong, what helps."""

import pytest

import corten

LEG = '<body name="leg"><joint name="hip"/><geom size=".1"/></body>'
KID = f'<mujoco model="kid">{{}}<worldbody>{LEG}{{}}</worldbody></mujoco>'
ASSET = '<asset><model name="kid" file="kid.xml"/></asset>'


@pytest.fixture
def message(tmp_path, monkeypatch):
    """Return a function that gives the error of a model whose asset is on line 2 and whose world begins on line 3."""
    monkeypatch.chdir(tmp_path)

    def error_of(world: str, asset: str = ASSET, kid: str = KID.format("", ""), head: str = "") -> str:
        (tmp_path / "kid.xml").write_text(kid)
        (tmp_path / "scene.xml").write_text(f"<mujoco>{head}\n{asset}\n<worldbody>{world}</worldbody></mujoco>")
        with pytest.raises(corten.ModelError) as caught:
            corten.load_model("scene.xml")
        return str(caught.value)

    return error_of


@pytest.mark.parametrize(
    ("attach", "expected"),
    [
        ('<attach model="kid"/>', "scene.xml:3: <attach>: prefix is missing; it is required here"),
        (
            '<attach model="kit" prefix="p"/>',
            "scene.xml:3: <attach>: model is 'kit', but no model among the assets has that name; did you mean 'kid'?",
        ),
        (
            '<attach model="kid" body="lek" prefix="p"/>',
            "scene.xml:3: <attach>: body is 'lek', but no body in that model has that name; did you mean 'leg'?",
        ),
        (
            '<attach model="kid" frame="f" prefix="p"/>',
            "scene.xml:3: <attach>: frame is 'f', but no frame in that model has that name",
        ),
        (
            '<attach model="kid" body="world" prefix="p"/>',
            "scene.xml:3: <attach>: body is the world; leave out body to attach all that is in it",
        ),
        (
            '<attach model="kid" body="leg" frame="leg" prefix="p"/>',
            "scene.xml:3: <attach>: body and frame are given; they exclude each other",
        ),
        (
            '<attach prefix="p"/>',
            "scene.xml:3: <attach>: body or frame is missing: the part of this model to be copied",
        ),
        (
            '<attach body="later" prefix="p"/><body name="later"/>',
            "scene.xml:3: <attach>: body is 'later', but no body so far in this model has that name",
        ),
        (
            '<attach model="kid" body="leg" prefix="p"/>\n<attach model="kid" body="leg" prefix="p"/>',
            "kid.xml:1: <body name=\"pleg\">: the body name 'pleg' is taken; the other body stands at kid.xml:1",
        ),
    ],
)
def test_attach(message, attach, expected):
    """Name the line, and what is wrong, of an <attach> that cannot be followed."""
    assert message(attach) == expected


def test_models_that_cannot_be_read(message):
    """Say which file is missing, or wrong, also if nothing of it is attached."""
    missing = '<asset><model name="kid" file="kit.xml"/></asset>'
    assert message("", missing) == "scene.xml:2: <model name=\"kid\">: file 'kit.xml' is not found"
    assert message("", kid="<mujoco>\n<wordbody/></mujoco>").startswith("kid.xml:2: <wordbody>: it cannot stand in")


def test_models_that_attach_themselves(message):
    """Refuse a circle of models instead of following it without end."""
    assert (
        message("", kid=KID.format('<asset><model file="scene.xml"/></asset>', ""))
        == "kid.xml:1: <model>: file 'scene.xml' is part of itself: models attach one another in a circle"
    )


def test_growth_without_bounds(tmp_path, monkeypatch):
    """Refuse models that double at every step before they fill the memory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("corten.passes.meta_elements.MOST_ELEMENTS", 5000)
    for i in range(30):
        twice = "".join(f'<attach model="m{i + 1}" prefix="{side}"/>' for side in "ab")
        asset = f'<asset><model name="m{i + 1}" file="m{i + 1}.xml"/></asset>'
        (tmp_path / f"m{i}.xml").write_text(f"<mujoco>{asset}<worldbody>{twice}</worldbody></mujoco>")
    (tmp_path / "m30.xml").write_text(KID.format("", '<geom size="1"/>' * 100))
    with pytest.raises(corten.ModelError, match=r"models that are attached add \d+ elements; at most 5000 may"):
        corten.load_model("m0.xml")


def test_references_that_lead_nowhere_in_an_attached_model(message):
    """Refuse a dangling reference of an attached model, in its own file."""
    kid = KID.format('<actuator>\n<motor joint="hop"/></actuator>', "")
    expected = "kid.xml:2: <motor>: joint is 'hop', but no joint has that name; did you mean 'hip'?"
    assert message('<attach model="kid" prefix="p"/>', kid=kid) == expected


def test_options_that_cannot_be_merged(message):
    """Name the option that two models want differently, at the element that brings them together."""
    kid = KID.format('<option gravity="0 0 -1"/>', "")
    head = '<compiler conflict="merge"/><option gravity="0 0 -2"/>'
    assert message('<attach model="kid" prefix="p"/>', kid=kid, head=head) == (
        "scene.xml:3: <attach>: gravity is 0 0 -1 in a model that is attached and 0 0 -2 here; make them equal: "
        '<compiler conflict="merge"> cannot choose between them'
    )
