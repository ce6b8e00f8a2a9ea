"""Flexes that fall asleep and are woken, step by step beside MuJoCo."""

import pytest

import corten
from support.flex_sleep import STORIES, check_story, story_text


@pytest.mark.parametrize("name", STORIES)
def test_stories_of_flexes(name):
    """Expect the same trees to sleep in every step, and everything to be where MuJoCo has it."""
    check_story(name, corten.load_model_from_string(story_text(name)))
