"""Write what Unicode says of characters in names to unicode.json, beside this module, from ICU's tables.

The site needs ICU's Python package for nothing else, so it is no requirement. On Debian:

    apt install python3-icu && /usr/bin/python3 accounts/base/lookalikes/generate.py

Stored keys of names follow from the file. Where it changes, let a migration empty them: the ticker fills them in again
(`accounts.names.keys`).
"""

import json
import sys
import unicodedata
from pathlib import Path

import icu

FILE = Path(__file__).with_name("unicode.json")


def main() -> None:
    parts = {
        "unicode": json.dumps(icu.UNICODE_VERSION),
        "prototypes": "{\n" + ",\n".join(_prototypes()) + "\n}",
        "scripts": "[\n" + ",\n".join(_scripts()) + "\n]",
    }
    FILE.write_text("{\n" + ",\n".join(f'"{name}": {part}' for name, part in parts.items()) + "\n}\n")


def _prototypes() -> list[str]:
    """Return each character that looks like others, with the one that stands for them all (UTS 39 section 4)."""
    checker = icu.SpoofChecker()
    lines = []
    for character in map(chr, range(sys.maxunicode + 1)):
        is_assigned = unicodedata.category(character) not in ("Cn", "Co", "Cs")
        if is_assigned and unicodedata.is_normalized("NFD", character):
            prototype = checker.getSkeleton(0, character)
            if prototype != character:
                lines.append(f"{json.dumps(character)}: {json.dumps(prototype)}")
    return lines


def _scripts() -> list[str]:
    """Return the ranges of letters, marks and digits that UTS 39 recommends for names, with their scripts."""
    allowed = icu.SpoofChecker().getRecommendedUnicodeSet()
    ranges: list[tuple[int, int, str]] = []
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        if allowed.contains(character) and unicodedata.category(character)[:1] in "LMN":
            script = icu.Script.getScript(character).getShortName()
            if ranges and ranges[-1][1:] == (code - 1, script):
                ranges[-1] = (ranges[-1][0], code, script)
            else:
                ranges.append((code, code, script))
    return [json.dumps(each) for each in ranges]


if __name__ == "__main__":
    main()
