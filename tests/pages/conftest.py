"""The pages of the site that its layout is checked on: visited once for both."""

from tests.layout.conftest import site_in

__all__ = ["site_in"]
