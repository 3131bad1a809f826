"""How hard Hypothesis tries: `HYPOTHESIS_PROFILE=thorough` takes minutes, the default seconds."""

import os

from hypothesis import settings

settings.register_profile("quick", max_examples=100, stateful_step_count=70, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=3000, stateful_step_count=70, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
