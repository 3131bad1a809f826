"""A site of several processes, as docs/scaling.md describes it: nginx and PgBouncer from Debian, daphne, and a ticker.

The configuration files are those of `deploy/`, with the ports and paths of the test.
"""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tests.sites import ROOT, SECONDS_TO_END, SECONDS_TO_START, SECRET_KEY, collect_static_files, free_port

DEPLOY: Final = ROOT / "deploy"
COLLECT: Final = ("collectstatic", "--noinput", "--verbosity", "0")
IS_ROOT: Final = os.geteuid() == 0

_NGINX: Final = """
daemon off; master_process on; worker_processes 2; pid {directory}/nginx.pid; error_log {directory}/nginx-error.log;
{user}
events {{ worker_connections 16384; }}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path {directory}/body; proxy_temp_path {directory}/proxy; fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi; scgi_temp_path {directory}/scgi;
    include {directory}/spades.conf; include {directory}/upstream.conf;
}}
"""


class NotStarted(Exception):
    """A process did not begin to answer; the text is its log."""


@dataclass(frozen=True)
class Version:
    """A version of the site: where its code is, and the Python that has its requirements."""

    root: Path = ROOT
    python: str = sys.executable

    def manage(self, environment: Mapping[str, str], *command: str) -> None:
        """Run a command of `manage.py`. Raises CalledProcessError."""
        line = [self.python, "manage.py", *command]
        subprocess.run(line, cwd=self.root, env=os.environ | environment, check=True)


@dataclass
class Service:
    """A process that can be stopped and started again; `is_up` says whether it serves.

    The command begins with the version's Python, unless `program` is another one.
    """

    command: list[str]
    environment: Mapping[str, str]
    log: Path
    is_up: Callable[[], bool]
    version: Version = Version()
    program: str = ""
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        """Start the process and wait until it serves. Raises NotStarted."""
        with self.log.open("a") as output:
            self.process = subprocess.Popen(
                [self.program or self.version.python, *self.command],
                cwd=self.version.root,
                env=os.environ | self.environment,
                stdout=output,
                stderr=output,
            )
        deadline = time.monotonic() + SECONDS_TO_START
        while not self.is_up():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise NotStarted(self.log.read_text())
            time.sleep(0.05)

    def stop(self) -> None:
        """Terminate the process, as systemd and Kubernetes do, and wait for its end."""
        self.process.terminate()
        try:
            self.process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def restart(self) -> None:
        self.stop()
        self.start()


@dataclass
class Cluster:
    """A running site: `address` is the proxy's, whose log is in `directory`."""

    address: str
    port: int
    database_url: str
    environment: Mapping[str, str]
    web: list[Service]
    tickers: list[Service]
    directory: Path

    @property
    def pids(self) -> list[int]:
        """The processes that serve pages and sockets."""
        return [service.process.pid for service in self.web]


@contextmanager
def serving(
    directory: Path,
    database_url: str,
    redis_url: str,
    web: int = 2,
    tickers: int = 1,
    *,
    by_table: bool = True,
    version: Version = Version(),
    **environment: str,
) -> Iterator[Cluster]:
    """Serve a site with so many processes; `by_table` sends the players of a table to the same web process."""
    with ExitStack() as stack:
        through = stack.enter_context(pgbouncer(directory, database_url))
        env = {
            "VAR_DIR": str(directory),
            "NUMBA_CACHE_DIR": str(ROOT / "var" / "compiled"),
            "DATABASE_URL": f"{through}?DISABLE_SERVER_SIDE_CURSORS=true",
            "REDIS_URL": redis_url,
            "SECRET_KEY": SECRET_KEY,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "TRUSTED_PROXIES": "1",
            "BOT_PACE": "0",
            **environment,
        }
        if version == Version():
            collect_static_files(directory, env)  # where they are known, without the seconds that compressing takes
        else:
            version.manage(env, *COLLECT)
        ports = [free_port() for _ in range(web)]
        processes = [web_process(directory, port, env, version) for port in ports]
        ticking = [
            ticker_process(directory, number, env | {"DATABASE_URL": database_url}, version)
            for number in range(tickers)
        ]
        for service in (*processes, *ticking):
            stack.enter_context(running(service))
        port = stack.enter_context(nginx(directory, ports, by_table=by_table))
        yield Cluster(f"http://127.0.0.1:{port}", port, database_url, env, processes, ticking, directory)


@contextmanager
def nginx(directory: Path, web: list[int], *, by_table: bool = True) -> Iterator[int]:
    """Run nginx with the site's configuration in front of these ports; yields its own."""
    port = free_port()
    servers = "\n".join(f"    server 127.0.0.1:{process} max_fails=0;" for process in web)
    upstream, text = (DEPLOY / "nginx" / "upstream.conf").read_text(), (DEPLOY / "nginx" / "spades.conf").read_text()
    upstream = re.sub(r"(?:^ +server 127.*\n)+", servers + "\n", upstream, flags=re.MULTILINE)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{port} backlog=4096;")
    text = text.replace("/srv/spades/var/static/", f"{directory}/static/")
    text = text.replace("/var/cache/nginx/spades", f"{directory}/cache")
    text = text.replace("/var/log/nginx/access.log", f"{directory}/access.log")
    if not by_table:
        upstream = upstream.replace("hash $where consistent;", "hash $request_id;")
    (directory / "upstream.conf").write_text(upstream)
    (directory / "spades.conf").write_text(text)
    main = directory / "nginx.conf"
    main.write_text(_NGINX.format(directory=directory, user="user root;" if IS_ROOT else ""))
    command = ["-c", str(main), "-e", str(directory / "nginx-error.log")]
    log = directory / "nginx.log"
    with running(Service(command, {}, log, lambda: _listens(port), program="/usr/sbin/nginx")):
        yield port


@contextmanager
def pgbouncer(directory: Path, database_url: str) -> Iterator[str]:
    """Run PgBouncer with the site's configuration, but few connections; yields the address of the database there."""
    server, port = urlsplit(database_url), free_port()
    text = (DEPLOY / "pgbouncer.ini").read_text()
    name, host, password = server.path[1:], f"host={server.hostname} port={server.port or 5432}", server.password
    login = f"user={server.username}" + (f" password={password}" if password else "")
    text = re.sub(r"(?m)^spades = .* (?=connect_query=)", f"{name} = {host} dbname={name} {login} ", text)
    changes = {"listen_port": str(port), "auth_type": "any", "auth_file": "", "default_pool_size": "4"}
    for option, value in changes.items():
        text = re.sub(rf"(?m)^{option} = .*$", f"{option} = {value}", text)
    path = directory / "pgbouncer.ini"
    path.write_text(text)
    as_user = ["-u", "nobody"] if IS_ROOT else []
    command, log = [*as_user, str(path)], directory / "pgbouncer.log"
    with running(Service(command, {}, log, lambda: _listens(port), program="/usr/sbin/pgbouncer")):
        yield f"postgres://{server.username}@127.0.0.1:{port}/{name}"


def _ticks(log: Path) -> Callable[[], bool]:
    """Return a function that says whether the ticker of this log has said once more that it runs."""
    before = 0

    def is_up() -> bool:
        nonlocal before
        said = log.read_text().count("The ticker runs")
        is_news, before = said > before, said
        return is_news

    return is_up


def ticker_process(
    directory: Path, number: int, environment: Mapping[str, str], version: Version = Version()
) -> Service:
    """A process of tickers, started as docs/operations.md says."""
    log = directory / f"ticker-{number}.log"
    return Service(["manage.py", "ticker"], environment, log, _ticks(log), version)


def web_process(directory: Path, port: int, environment: Mapping[str, str], version: Version = Version()) -> Service:
    """A web process, started as docs/operations.md says."""
    pings = ("--ping-interval", "5", "--ping-timeout", "5")
    command = ["-m", "daphne", "-b", "127.0.0.1", "-p", str(port), *pings, "config.asgi:application"]
    ready, log = f"http://127.0.0.1:{port}/readyz", directory / f"web-{port}.log"
    return Service(command, environment, log, lambda: _answers(ready), version)


@contextmanager
def running(service: Service) -> Iterator[None]:
    try:
        service.start()
        yield
    finally:
        service.stop()


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def _answers(address: str) -> bool:
    with suppress(OSError), urllib.request.urlopen(address, timeout=5):
        return True
    return False
