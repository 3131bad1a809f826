"""Hostile requests for Hypothesis: addresses, methods, queries, headers and bodies that no page of the site sends."""

from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, unquote, urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.security.offers import Fields, Offers

SCRIPT: Final = b"<script>alert(1)</script>"
NASTY: Final = (
    *("", " ", "-1", "0", "1", "2147483648", "9223372036854775808", "9" * 400, "9" * 5000, "1e309", "NaN", "inf"),
    *("1_000", "0x10", "²", "١٢", "½", "true", "null", "[]", "{}", "[" * 3000, '{"a":' * 2000, "a" * 70_000),
    *(
        "\0",
        "a\0b",
        "\r\nSet-Cookie: a=b",
        "\ud800",
        "\u202e",
        "\u200b",
        "é" * 200,
        "e" + "\u0301" * 3000,
        "🂡",
        "ﷺ" * 20,
    ),
    *(SCRIPT.decode(), "{{ 7*7 }}", "{% csrf_token %}", "%s%d%n", "%(a)s", "{0.__class__}", "' OR 1=1--"),
    *(
        "../../../etc/passwd",
        "//elsewhere.example/",
        "https://elsewhere.example/",
        "javascript:alert(1)",
        "\\\\host\\a",
    ),
    *("0000-00-00", "0001-01-01", "9999-12-31", "2026-02-30", "2026-01-01T00:00", "24:00", "on", "__all__", "id", "pk"),
)
METHODS: Final = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND")
HEADERS: Final = (
    *(
        "Accept",
        "Accept-Encoding",
        "Accept-Language",
        "Authorization",
        "Content-Encoding",
        "Content-Language",
        "Cookie",
    ),
    *(
        "Forwarded",
        "HX-Boosted",
        "HX-Current-URL",
        "HX-History-Restore-Request",
        "HX-Prompt",
        "HX-Request",
        "HX-Target",
    ),
    *(
        "HX-Trigger",
        "If-Match",
        "If-Modified-Since",
        "If-None-Match",
        "If-Unmodified-Since",
        "Origin",
        "Range",
        "Referer",
    ),
    *("User-Agent", "X-CSRFToken", "X-Forwarded-For", "X-Forwarded-Host", "X-HTTP-Method-Override", "X-Request-ID"),
)
KINDS: Final = (
    *(
        "application/json",
        "text/plain",
        "",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "a/b; charset=utf-7",
    ),
    *("application/x-www-form-urlencoded; charset=punycode", "multipart/form-data; boundary=\xe9", MULTIPART_CONTENT),
)
TOKEN: Final = "t" * 32
"""What the cookie and the header say that prove a form to come from this site."""
LONGEST_LINE: Final = 16_000
"""Servers refuse requests whose first line is longer."""
FORM: Final = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Request:
    """A request of one of the people of the test."""

    person: str
    method: str
    path: str
    query: str = ""
    body: bytes = b""
    kind: str = FORM
    headers: dict[str, bytes] = field(default_factory=dict)

    def scope(self, session: str) -> dict[str, Any]:
        """Return the request as a server passes it on, with the cookies of a session."""
        cookie = f"sessionid={session}; csrftoken={TOKEN}"
        headers = {"Host": "localhost", "Content-Type": self.kind, "Cookie": cookie, "X-CSRFToken": TOKEN}
        sent = {name: value.encode("latin-1") for name, value in headers.items()} | self.headers
        return {
            "type": "http",
            "http_version": "1.1",
            "method": self.method,
            "scheme": "http",
            "root_path": "",
            "path": unquote(self.path),
            "query_string": self.query.encode(),
            "headers": [(name.lower().encode(), value) for name, value in sent.items()],
            "client": ["127.0.0.1", 50000],
            "server": ["localhost", 80],
        }


def texts() -> SearchStrategy[str]:
    """Return values of fields, most of them known to break something somewhere."""
    return st.one_of(st.sampled_from(NASTY), st.sampled_from(NASTY), st.text(max_size=12))


@st.composite
def requests(draw: DrawFn, people: list[str], addresses: list[str], offers: Offers) -> Request:
    """Return requests at these addresses: some as pages make them but for a field or two, some hostile throughout."""
    address = draw(st.sampled_from(addresses))
    path = draw(_paths(address)) if draw(st.integers(0, 9)) == 0 else address
    query = urlencode(draw(_fields(offers.asked.get(address, {}), offers)), errors="surrogatepass")[:LONGEST_LINE]
    usual = "POST" if address in offers.posted else "GET"
    method = draw(st.sampled_from(METHODS)) if draw(st.integers(0, 3)) == 0 else usual
    body, kind = (b"", FORM) if method in ("GET", "HEAD") else draw(_bodies(offers.posted.get(address, {}), offers))
    return Request(draw(st.sampled_from(people)), method, path, query, body, kind, draw(_headers()))


@st.composite
def _paths(draw: DrawFn, address: str) -> str:
    """Return the address with another part in place of one of its own."""
    parts = address.split("/")
    parts[draw(st.integers(1, max(1, len(parts) - 1)))] = draw(texts())[:300]
    return quote("/".join(parts), safe="/", errors="surrogatepass")


@st.composite
def _fields(draw: DrawFn, offered: Fields, offers: Offers) -> list[tuple[str, str]]:
    """Return fields as offered, but for a few: those have hostile values, are missing, or belong elsewhere."""
    fields = [(name, draw(st.sampled_from(values))) for name, values in offered.items() if name]
    for _ in range(draw(st.integers(0, 3))):
        name = draw(st.sampled_from([*offered, *offers.names()])) if draw(st.booleans()) else draw(texts())[:100]
        value = draw(texts())
        fields = [(field, old) for field, old in fields if field != name]
        fields += [(name, value)] * draw(st.integers(0, 2))
    return fields


@st.composite
def _bodies(draw: DrawFn, offered: Fields, offers: Offers) -> tuple[bytes, str]:
    """Return a body and its content type: a form, a form with files, or anything."""
    form = draw(st.integers(0, 5))
    if form == 0:
        return draw(st.one_of(st.binary(max_size=40), texts().map(_bytes))), draw(st.sampled_from(KINDS))
    fields = draw(_fields(offered, offers))
    if form > 1:
        return urlencode(fields, errors="surrogatepass").encode(), FORM
    data: dict[str, Any] = {_clean(name): [_clean(value)] for name, value in fields}
    for name in draw(st.lists(st.sampled_from([*data, "record", "file"]), max_size=2)):
        data[name] = SimpleUploadedFile(_file_name(draw(texts())), _bytes(draw(texts())), "text/plain")
    return encode_multipart(BOUNDARY, data), MULTIPART_CONTENT


@st.composite
def _headers(draw: DrawFn) -> dict[str, bytes]:
    """Return headers on one line each, as a server passes them on."""
    names = draw(st.lists(st.sampled_from(HEADERS), max_size=3, unique=True)) if draw(st.integers(0, 2)) == 0 else []
    headers = {name: _bytes(draw(texts())).translate(None, b"\r\n\0")[:4000] for name in names}
    return headers | ({"HX-Request": b"true"} if draw(st.booleans()) else {})


def _file_name(text: str) -> str:
    """Return a name that Django lets a test send."""
    return "a" + _clean(text)[:100].replace("/", "_")


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _clean(text: str) -> str:
    return text.encode(errors="replace").decode()
