"""The files of a bundle: written below a folder named after what is in them, and compressed for transfer."""

import gzip
import io
import json
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import brotli

_QUALITY: Final = 10  # 11 takes twice as long, and saves 3 % of the largest file


class Written(NamedTuple):
    """A file: its path below the bundle, its size, and the bytes that its transfer takes, by Brotli and by gzip."""

    path: str
    size: int
    brotli: int
    gzip: int


def archive(contents: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of these files, not compressed: what compresses the whole of it does so better. Equal files
    make equal archives.
    """
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as files:
        for name in sorted(contents):
            files.writestr(zipfile.ZipInfo(name), contents[name])
    return written.getvalue()


def write_below(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write these files by their paths below a folder."""
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def write(root: Path, kind: str, contents: Mapping[str, bytes], work: Path) -> tuple[str, list[Written]]:
    """Write these files below a folder of `root` that is named after their kind and their digest; return its name and
    the files. What `work` has compressed is not compressed again.
    """
    digest = sha256()
    for name in sorted(contents):
        digest.update(name.encode() + b"\0" + sha256(contents[name]).digest())
    folder = f"{kind}-{digest.hexdigest()[:12]}"
    listing = root / folder / "files.json"
    if not listing.exists():
        written = [_write(root, f"{folder}/{name}", content, work) for name, content in sorted(contents.items())]
        listing.write_text(json.dumps(written))
    return folder, [Written(*entry) for entry in json.loads(listing.read_text())]


def _write(root: Path, path: str, content: bytes, work: Path) -> Written:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    by_brotli, by_gzip = _compressed(content, work), gzip.compress(content, 9, mtime=0)
    Path(f"{file}.br").write_bytes(by_brotli)
    Path(f"{file}.gz").write_bytes(by_gzip)
    return Written(path, len(content), len(by_brotli), len(by_gzip))


def _compressed(content: bytes, work: Path) -> bytes:
    kept = work / "compressed" / f"{sha256(content).hexdigest()}.{_QUALITY}.br"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(brotli.compress(content, quality=_QUALITY, lgwin=24))
    return kept.read_bytes()
