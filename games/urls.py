"""Addresses of the games."""

from django.urls import path
from django.views.generic import TemplateView

urlpatterns = [
    path("", TemplateView.as_view(template_name="base.html"), name="home"),
    path("lobby/", TemplateView.as_view(template_name="base.html"), name="lobby"),
    path("rules/", TemplateView.as_view(template_name="base.html"), name="rules"),
]
