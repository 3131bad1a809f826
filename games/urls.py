"""The URLs of the games: those of each subject, and the site map of all."""

from django.contrib.sitemaps.views import sitemap
from django.urls import path
from django.views.decorators.http import require_safe

from games.subjects import all_subjects
from games.web import pages

app_name = "games"

site_map = {
    "pages": pages.Pages([str(page.name) for subject in all_subjects() for page in subject.pages]),
    **{name: part for subject in all_subjects() for name, part in subject.site_maps.items()},
}

urlpatterns = [
    *(address for subject in all_subjects() for address in (*subject.addresses, *subject.pages)),
    path("sitemap.xml", require_safe(sitemap), {"sitemaps": site_map}, name="sitemap"),
]
