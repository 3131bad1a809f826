"""The files in `deploy/`, the image and `compose.yaml`: valid, and in step with the commands and variables of the site.

tests/live/test_cluster.py runs the configurations of nginx and PgBouncer.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.management import get_commands
from django.http import HttpRequest
from django.urls import URLResolver, get_resolver
from django.utils.translation import get_language_from_request

from config.probes import PROBES
from games.api.documents import DOCUMENTS
from games.web import strangers
from tests.sites import ROOT

DEPLOY: Final = ROOT / "deploy"
WEB: Final = "--ping-interval 5 --ping-timeout 5 config.asgi:application"
IGNORED: Final = {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "NUMBA_CACHE_DIR", "NUMBA_CPU_NAME"}
"""Variables that are not the site's."""

VERSIONS: Final = {
    "CronJob": "batch/v1",
    "Deployment": "apps/v1",
    "HorizontalPodAutoscaler": "autoscaling/v2",
    "Ingress": "networking.k8s.io/v1",
    "Job": "batch/v1",
    "PodDisruptionBudget": "policy/v1",
    "Service": "v1",
}
"""The versions of the kinds of manifests in Kubernetes 1.33."""

compose: Final[dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text())
manifests: Final[list[dict[str, Any]]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))
ours: Final = {name: service for name, service in compose["services"].items() if service["image"] == "spades"}


def pods() -> Iterator[dict[str, Any]]:
    for manifest in manifests:
        spec = manifest["spec"].get("jobTemplate", manifest)["spec"]
        if "template" in spec:
            yield spec["template"]["spec"]


def of_kind(kind: str) -> dict[str, dict[str, Any]]:
    """Return what the manifests of a kind ask for, by name."""
    return {manifest["metadata"]["name"]: manifest["spec"] for manifest in manifests if manifest["kind"] == kind}


def test_manifests_are_of_the_versions_that_their_kinds_have() -> None:
    for manifest in manifests:
        assert manifest["apiVersion"] == VERSIONS[manifest["kind"]]
        assert set(manifest) == {"apiVersion", "kind", "metadata", "spec"}
    assert len({(manifest["kind"], manifest["metadata"]["name"]) for manifest in manifests}) == len(manifests)


def test_manifests_find_one_another() -> None:
    deployments, services = of_kind("Deployment"), of_kind("Service")
    for deployment in deployments.values():
        assert deployment["template"]["metadata"]["labels"] == deployment["selector"]["matchLabels"]
    labels = [deployment["selector"]["matchLabels"] for deployment in deployments.values()]
    assert all(service["selector"] in labels for service in services.values())
    assert all(budget["selector"]["matchLabels"] in labels for budget in of_kind("PodDisruptionBudget").values())
    for scaler in of_kind("HorizontalPodAutoscaler").values():
        target = scaler["scaleTargetRef"]
        assert (target["apiVersion"], target["kind"]) == (VERSIONS["Deployment"], "Deployment")
        assert target["name"] in deployments
    rules = [rule for ingress in of_kind("Ingress").values() for rule in ingress["rules"]]
    paths = [path for rule in rules for path in rule["http"]["paths"]]
    for backend in (path["backend"]["service"] for path in paths):
        assert backend["port"]["name"] in [port["name"] for port in services[backend["name"]]["ports"]]


def test_containers_have_the_ports_and_volumes_that_are_spoken_of() -> None:
    assert len({container["image"] for pod in pods() for container in pod["containers"]}) == 1
    for pod in pods():
        volumes = {volume["name"] for volume in pod.get("volumes", ())}
        for container in pod["containers"]:
            ports = {port["name"] for port in container.get("ports", ())}
            asked = [probe["httpGet"] for name, probe in container.items() if name.endswith("Probe")]
            assert {probe["port"] for probe in asked} <= ports
            assert {probe["path"] for probe in asked} <= set(PROBES)
            assert {mount["name"] for mount in container.get("volumeMounts", ())} <= volumes
    [served] = [container["ports"] for pod in pods() for container in pod["containers"] if container["name"] == "web"]
    asked_for = {port["targetPort"] for service in of_kind("Service").values() for port in service["ports"]}
    assert asked_for == {port["name"] for port in served}


def test_containers_have_no_rights_and_a_read_only_file_system() -> None:
    for pod in pods():
        assert pod["securityContext"]["runAsNonRoot"]
        for container in pod["containers"]:
            rights = container["securityContext"]
            assert rights["readOnlyRootFilesystem"]
            assert not rights["allowPrivilegeEscalation"]
            assert rights["capabilities"] == {"drop": ["ALL"]}
    for service in ours.values():
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
    image = (ROOT / "Dockerfile").read_text()
    assert re.search(r"^USER [1-9]\d+$", image.rpartition("FROM ")[2], re.MULTILINE)


def stages() -> tuple[str, str]:
    """Return the parts of the Dockerfile that build and that run, each line whole."""
    _before, build, run = (ROOT / "Dockerfile").read_text().replace("\\\n", " ").split("\nFROM ")
    return build, run


def variables_of(stage: str, root: Path) -> dict[str, str]:
    """Return the variables that a part of the Dockerfile sets, for a file system whose root is there."""
    matches = re.findall(r"(\w+)=(\S+)", " ".join(re.findall(r"^ENV (.*)$", stage, re.MULTILINE)))
    return {name: f"{root}{value}" if value.startswith("/") else value for name, value in matches if name != "PATH"}


def test_image_is_built_with_what_makes_the_files_for_browsers_without_a_connection() -> None:
    build, run = stages()
    installed = re.search(r"apt-get install [^&\n]*", build)
    assert installed
    assert {"lld", "nodejs", "npm"} <= set(installed[0].split())
    assert "manage.py solo_bundle" in build[installed.end() :]
    assert "COPY --from=build /app /app" in run, "they are in VAR_DIR"


@pytest.mark.campaign
@pytest.mark.slow
def test_containers_compile_nothing(tmp_path: Path) -> None:
    """What the image lacks would be compiled in each container, each time that it starts.

    The container runs on another processor than that of the build.
    """
    build, run = stages()
    environment = {**os.environ, **variables_of(build, tmp_path)}
    for statements in re.findall(r'python -c "(.*?)"', build):
        subprocess.run([sys.executable, "-c", statements], cwd=ROOT, env=environment, check=True)
    built = {path.name for path in (tmp_path / "app" / "compiled").glob("*.o")}
    environment = {**os.environ, "NUMBA_CPU_NAME": "another", **variables_of(run, tmp_path)}
    subprocess.run([sys.executable, "-m", "tests.first_use"], cwd=ROOT, env=environment, check=True)
    assert {name.partition("-")[0] for name in built} == {"search", "solver"}
    assert {path.name for path in (tmp_path / "app" / "compiled").glob("*.o")} == built


def test_compose_names_only_what_it_has() -> None:
    services, volumes = set(compose["services"]), set(compose["volumes"])
    for service in compose["services"].values():
        assert set(service.get("depends_on", ())) <= services
        mounted = {mount.split(":")[0] for mount in service.get("volumes", ())}
        assert {name for name in mounted if not name.startswith(".")} <= volumes
        for name in mounted - volumes:
            assert (ROOT / name).exists()


def test_proxy_asks_again_where_a_container_is() -> None:
    """Without `resolve`, nginx asks once, and a web process whose container is made anew stays away."""
    upstream = compose["configs"]["upstream"]["content"]
    servers = re.findall(r"^ *server (\S+):8000 (.*);$", upstream, re.MULTILINE)
    assert [name for name, _ in servers] == [name for name in ours if name.startswith("web-")]
    assert all("resolve" in options.split() for _, options in servers)
    assert "zone " in upstream, "needed for `resolve`"
    assert "resolver 127.0.0.11 " in upstream, "the names of containers"


def test_static_files_of_the_version_before_stay() -> None:
    """Pages of that version are open, and its web processes answer, when the new files come (docs/scaling.md)."""
    *_shell, script = compose["services"]["static"]["command"]
    assert script == "cp -r /app/var/static/. /static/"


def test_every_process_is_started_as_the_site_is() -> None:
    commands = [service.get("command", []) for service in ours.values()]
    commands += [
        container.get("command", container.get("args", [])) for pod in pods() for container in pod["containers"]
    ]
    managed = {command[2] for command in commands if command[:2] == ["python", "manage.py"]}
    assert managed == {"daily", "migrate", "ticker"}
    assert managed <= set(get_commands())
    timed = (DEPLOY / "systemd" / "spades-daily.service").read_text()
    assert re.findall(r"manage\.py (\w+)$", timed, re.MULTILINE) == ["daily"]
    image = " ".join(re.findall(r'"([^"]*)"', (ROOT / "Dockerfile").read_text().rpartition("\nCMD")[2]))
    unit = (DEPLOY / "systemd" / "spades-web@.service").read_text()
    for text in (image, unit, (ROOT / "docs" / "operations.md").read_text()):
        assert WEB in text
        assert "daphne -v 0 -b " in text, "its own log of requests is neither JSON nor free of secrets"


def test_variables_are_those_of_the_site() -> None:
    documented = set(re.findall(r"`([A-Z_]+)`", (ROOT / "docs" / "operations.md").read_text()))
    used = set(compose["x-site"]["environment"])
    used |= {variable["name"] for pod in pods() for part in pod["containers"] for variable in part.get("env", ())}
    used |= set(re.findall(r"([A-Z_]+)=", "\n".join(re.findall(r"(?m)^ENV .*$", (ROOT / "Dockerfile").read_text()))))
    used |= set(re.findall(r"(?m)^Environment=(\w+)=", (DEPLOY / "systemd" / "spades-daily.service").read_text()))
    assert used - IGNORED <= documented


def test_image_holds_what_the_site_is_made_of_and_nothing_else() -> None:
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*", "nothing but what is named"
    named = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert {path for path in named if not any(ROOT.glob(path))} == set()
    held = {path for name in named for path in ROOT.glob(name)}
    assert [file for file in DOCUMENTS if not held.intersection((ROOT / file, *(ROOT / file).parents))] == []
    assert {"accounts", "config", "games", "static", "templates", "manage.py", "requirements.txt"} <= named
    assert not named & {"var", "tests", ".git"}


def mapped(name: str, value: str) -> str:
    """Return what nginx maps this value to: its regular expressions are like Python's."""
    text = (DEPLOY / "nginx" / "spades.conf").read_text()
    block = re.search(rf"^map \S.* \${name} {{\n(.*?)^}}", text, re.MULTILINE | re.DOTALL)
    assert block, name
    rows = re.findall(r'^ +(?:"(.*?)"|(\w+)) (\S+);', block[1], re.MULTILINE)
    for quoted, plain, result in rows:
        quoted = quoted.replace("(?<page>", "(?P<page>")
        pattern, flags = (quoted[2:], re.IGNORECASE) if quoted.startswith("~*") else (quoted[1:], re.NOFLAG)
        match = re.search(pattern, value, flags) if quoted.startswith("~") else (quoted or plain) == value
        if match and plain != "default":
            return str(result)
    return str(next(result for _quoted, plain, result in rows if plain == "default"))


def paths_with_keys(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    """Yield a path for each address of the site that has a key in it, the key being KEY."""
    for part in resolver.url_patterns:
        path = before + re.sub(r"<[^>]*(?:key|token)[^>]*>|\(\?P<key>[^)]*\)", "KEY", str(part.pattern).strip("^$"))
        if isinstance(part, URLResolver):
            yield from paths_with_keys(part, path)
        elif "KEY" in path:
            yield path


def test_log_of_the_proxy_has_no_keys() -> None:
    paths = list(paths_with_keys(get_resolver()))
    assert len(paths) >= 3
    for path in paths:
        assert mapped("logged_uri", path) == "$page...", path
    assert mapped("logged_uri", "/rules/") == "$uri"


@pytest.mark.parametrize("cookie", ["", "es", "en", "xx"])
@pytest.mark.parametrize(
    "accepted",
    ["", "es", "en", "es-MX,es;q=0.9,en;q=0.8", "en-US,en;q=0.5", "de-DE,de;q=0.9,es;q=0.8,en;q=0.7",
     "fr,en;q=0.9,es;q=0.8", "fr, *;q=0.5, es;q=0.1", "ES-es", "est,es-419;q=0.9", "fr-CA,fr"],
)  # fmt: skip
def test_proxy_chooses_the_language_that_the_site_chooses(cookie: str, accepted: str) -> None:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    if cookie:
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = cookie
    assert mapped("language", f"{cookie} {accepted}") == get_language_from_request(request)


def test_proxy_knows_the_cookies_of_the_site() -> None:
    names = re.findall(r"\$cookie_(\w+)", (DEPLOY / "nginx" / "spades.conf").read_text())
    assert CookieStorage.cookie_name == strangers.MESSAGES_COOKIE
    assert set(names) == {settings.SESSION_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, CookieStorage.cookie_name}


def test_proxy_distinguishes_strangers_from_others() -> None:
    assert [mapped("visitor", value) for value in ("", "0", "abc", "true")] == ["stranger", "known", "known", "known"]
