"""The description of the API passes two linters, and clients that four generators make of it play a deal."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from accounts.api_tokens import services as api_tokens
from accounts.models import Scope
from games.engine import Rules
from games.lobby import tables
from games.models import Game
from games.values import Stage
from tests.fetched import LINTERS, OTHER_CLIENTS, PYTHON_CLIENT, TYPESCRIPT_CLIENT, npm_packages, pip_packages
from tests.sites import ROOT
from tests.tables import gather, new_player, user_at

HERE = Path(__file__).parent
COMPILER = ("--strict", "--target", "es2022", "--skipLibCheck")

pytestmark = pytest.mark.timeout(600)


def run(*command: str | Path, cwd: Path, **environment: str) -> None:
    """Run a command; its words show if it fails."""
    done = subprocess.run(command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path, client: Client) -> Path:
    """Return a folder with the description."""
    (tmp_path / "openapi.json").write_bytes(client.get("/api/v1/openapi.json").content)
    return tmp_path


def npm_programs(folder: Path, *packages: str) -> Path:
    """Return where the programs of npm’s packages are, which TypeScript finds from this folder."""
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "node_modules").symlink_to(npm_packages(*packages))
    return folder / "node_modules" / ".bin"


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("linter", "configuration", "arguments"),
    [
        (
            "redocly",
            {"extends": ["recommended"], "rules": {"no-server-example.com": "off"}},  # a test is on this machine
            ["lint", "--max-problems=100", "--format=json"],
        ),
        ("spectral", {"extends": ["spectral:oas"]}, ["lint", "--fail-severity=hint"]),
    ],
)
def test_linter_finds_nothing(
    folder: Path, linter: str, configuration: dict[str, object], arguments: list[str]
) -> None:
    names = {"redocly": ("redocly.yaml", "--config"), "spectral": (".spectral.json", "--ruleset")}
    name, option = names[linter]
    (folder / name).write_text(json.dumps(configuration))
    command = [npm_programs(folder, *LINTERS) / linter, *arguments, option, name, "openapi.json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    if linter == "redocly":
        assert json.loads(done.stdout)["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, done.stdout


@pytest.mark.campaign
@pytest.mark.parametrize(
    "generate",
    [
        ["openapi-ts", "--input", "openapi.json", "--output", "client"],
        ["orval", "--input", "openapi.json", "--output", "client/client.ts", "--client", "fetch"],
    ],
    ids=lambda command: str(command[0]),
)
def test_generated_client_has_the_types_of_typescript(folder: Path, generate: list[str]) -> None:
    program, *arguments = generate
    programs = npm_programs(folder, *OTHER_CLIENTS)
    run(programs / program, *arguments, cwd=folder)
    sources = sorted(folder.glob("client/**/*.ts"))
    assert sources
    options = ["--noEmit", "--module", "es2022", "--moduleResolution", "bundler"]
    run(programs / "tsc", *COMPILER, *options, *sources, cwd=folder)


def python_player(folder: Path) -> list[str | Path]:
    """Return the command of the player in Python, whose client is generated, and its types checked."""
    programs = pip_packages(*PYTHON_CLIENT)
    python = programs / "python"
    run(programs / "openapi-python-client", "generate", "--path", "openapi.json", "--meta", "none",
        "--output-path", "dummy_hand_spades_client", cwd=folder)  # fmt: skip
    shutil.copy(HERE / "player.py", folder)
    run(sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "--config-file", os.devnull,
        "player.py", cwd=folder)  # fmt: skip
    return [python, "player.py"]


def typescript_player(folder: Path) -> list[str | Path]:
    """Return the command of the bot of the examples in TypeScript, made as its head says."""
    programs = npm_programs(folder, *TYPESCRIPT_CLIENT)
    run(programs / "openapi-typescript", "openapi.json", "-o", "spades.d.ts", cwd=folder)
    shutil.copy(ROOT / "examples" / "bot.ts", folder)
    run(programs / "tsc", *COMPILER, "--module", "nodenext", "--noEmitOnError", "bot.ts", cwd=folder)
    return ["node", "bot.js"]


@pytest.mark.slow
@pytest.mark.usefixtures("site_database")
def test_generated_clients_play_a_deal(folder: Path, live_site: str) -> None:
    """The game ends as soon as a player is below zero: most often with the first deal."""
    people = [new_player() for _ in range(3)]
    code = gather(*people, rules=Rules(target=100, floor=-1))
    tokens = [api_tokens.create(user, name="client", scopes=list(Scope)) for user in people]
    by_python, by_typescript = python_player(folder), typescript_player(folder)
    tables.start(code=code, host=user_at(code), version=Game.objects.get(code=code).version)
    commands = [
        [*by_python, live_site, tokens[0], code],
        [*by_typescript, live_site, code],
        [sys.executable, ROOT / "examples" / "bot.py", live_site, code],
    ]
    players = [
        subprocess.Popen(
            command, cwd=folder, env=os.environ | {"TOKEN": token}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True,
        )
        for command, token in zip(commands, tokens, strict=True)
    ]  # fmt: skip
    printed = [player.communicate()[0].replace(" ", "") for player in players]
    assert [player.returncode for player in players] == [0, 0, 0], printed
    assert Game.objects.get(code=code).stage == Stage.OVER
    assert printed[0].startswith("points:[")
    assert len(set(printed)) == 1, printed
