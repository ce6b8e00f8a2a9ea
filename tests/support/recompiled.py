"""What a Spec compiles to without anything that is remembered of it, and models that are the same to the last bit."""

import corten
from corten.compile import compiler
from corten.compile.recompile import Waiting
from corten.model import MODEL


def compile_whole(spec):
    """Return the model of a spec, compiled without anything that is remembered."""
    waiting, compiler.WAITING = compiler.WAITING, Waiting()
    try:
        return corten.Spec.compile(spec.copy())
    finally:
        compiler.WAITING = waiting


def differing_fields(model, other):
    """Return the fields in which two models of the same sizes differ in a bit."""
    return [name for name in MODEL.fields if model._views[name].tobytes() != other._views[name].tobytes()]


def assert_same(model, other):
    """Refuse models that differ in a bit, or in a name."""
    assert model.sizes() == other.sizes() and model._names == other._names
    assert not differing_fields(model, other)
