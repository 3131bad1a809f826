"""Base class of the models that staff edit."""

from typing import ClassVar

from django.db import models


class StaffEditable(models.Model):
    """Base of models whose rows staff edit. Only `site_config.services` writes them.

    `cache_name` is the name under which the model's rows are cached, "" for a model that is not cached.
    """

    cache_name: ClassVar[str] = ""

    class Meta:
        abstract = True
