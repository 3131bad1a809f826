"""Lists to choose from are drawn as Django draws them."""

from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from accounts.base.form_renderer import FormRenderer

CHOICES = [("", gettext_lazy("Rules")), (1, '<one> & "two"'), ("group's", [("a", mark_safe("<b>a</b>")), ("b", "b")])]


@pytest.mark.parametrize("value", ["", 1, "b", ["a", "b"], None])
@pytest.mark.parametrize("attributes", [{}, {"id": "x", "required": True, "disabled": False, "data-a": "\"<'&"}])
@pytest.mark.parametrize("widget", [forms.Select, forms.SelectMultiple])
def test_select_is_what_django_draws(widget: type[forms.Select], attributes: dict[str, Any], value: object) -> None:
    made = widget(choices=CHOICES)
    drawn = made.render("na<me", value, attributes, FormRenderer())
    assert drawn == made.render("na<me", value, attributes, DjangoTemplates())


def test_other_fields_are_drawn_by_their_templates() -> None:
    assert forms.TextInput().render("name", "a", {}, FormRenderer()) == '<input type="text" name="name" value="a">'
