"""Models and files that were changed at random end in a result, a ModelError or a StepError."""

import subprocess
import sys

import pytest

from support.repository import ROOT

# for each test; `tools/fuzz.py --count 1000000` goes on by hand
COUNT = 500


@pytest.mark.skipif(sys.platform == "win32", reason="the tool limits processes in ways that are not known there")
@pytest.mark.parametrize("first", [0, 500])
def test_changed_models(first):
    """Survive some seeds of the tool: no crash, no hang, no other error and no warning of NumPy."""
    command = [sys.executable, "tools/fuzz.py", "--first", str(first), "--count", str(COUNT)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, [f"{COUNT} tried, 0 failed"]), done.stdout[-3000:]


def test_seeds_make_the_same_models():
    """Make the same model of a seed every time, and others of others."""
    program = (
        "import sys; sys.path.insert(0, 'tools'); import fuzz; print([hash_of(fuzz.make_case(i)) for i in range(9)])"
    )
    program = "import hashlib; hash_of = lambda case: hashlib.md5(repr(case).encode()).hexdigest(); " + program
    texts = [subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, text=True) for _ in range(2)]
    assert texts[0] == texts[1]
    assert len(set(texts[0].split(", "))) == 9
