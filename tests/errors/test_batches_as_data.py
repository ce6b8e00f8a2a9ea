"""Functions for one environment refuse a batch, and say what to call instead."""

import inspect

import pytest

import corten

# what stands for the arguments that come after the Model and the Data
VALUES = {"nstep": 1, "kind": 1, "components": 1, "eps": 1e-6, "time": 0.0}


def functions():
    """Return the public functions that take a Model and a Data."""
    found = {}
    for name in corten.__all__:
        value = getattr(corten, name)
        if inspect.isfunction(value) and list(inspect.signature(value).parameters)[:2] == ["model", "data"]:
            found[name] = value
    return found


@pytest.fixture(scope="module")
def batch():
    """Return a batch of three environments."""
    return corten.BatchSim(corten.load_model(corten.models.path("cartpole")), 3, threads=1)


@pytest.mark.parametrize("name", functions())
def test_a_batch_is_no_data(name, batch):
    """Refuse a batch where a Data is expected, in every public function."""
    function = functions()[name]
    required = [each for each in inspect.signature(function).parameters.values() if each.default is each.empty][2:]
    arguments = [VALUES.get(each.name, 0) for each in required]
    with pytest.raises(
        TypeError, match=rf"{name} is for one environment, and this is a BatchSim: (call|take) .*batch\."
    ):
        function(batch.model, batch, *arguments)


def test_errors_name_what_batches_have(batch):
    """Name the method of the batch that does the same for all environments."""
    for call, method in (
        (lambda: corten.step(batch.model, batch, 5), r"batch\.step_all\(\)"),
        (lambda: corten.forward(batch, batch), r"batch\.forward_all\(\)"),
        (lambda: corten.reset_data(batch.model, batch), r"batch\.reset_all\(\)"),
        (lambda: corten.jac_body(batch.model, batch, 0), r"env = batch\.env\(i\)"),
    ):
        with pytest.raises(TypeError, match=method):
            call()


def test_two_models_are_no_pair(batch):
    """Refuse what is neither a Data nor a batch, by its type."""
    with pytest.raises(TypeError, match="a Model and a Data are expected, not Model and Model"):
        corten.step(batch.model, batch.model)
    with pytest.raises(TypeError, match="the arguments are swapped"):
        corten.step(batch.env(0), batch.model)
