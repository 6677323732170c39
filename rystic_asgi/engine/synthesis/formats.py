"""Texts that meet the common values of `format`: readable ones, and patterns for all others.

Each pattern allows only texts that meet the format, and nearly all that do. Sources: RFC 3339, 5321, 1123,
2673, 4291, 3986, 3987, 4122, 6570, 6901 and JSON Schema 2020-12's "Defined Formats".
"""

from typing import Final, NamedTuple

from rystic_asgi.validation.patterns.pattern import Pattern, compile_pattern


class Format(NamedTuple):
    """Readable texts of a format, and a pattern of its texts."""

    texts: tuple[str, ...]
    pattern: str


_DATE: Final = r"\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
_TIME: Final = r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)"
_TIME_SPAN: Final = r"T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_BYTE: Final = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_IPV4: Final = rf"{_BYTE}(?:\.{_BYTE}){{3}}"
_HEXES: Final = r"[0-9A-Fa-f]{1,4}"
_URI_TEXT: Final = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})"
_IRI_TEXT: Final = r"(?:[\p{L}A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})"
_URI_END: Final = rf"(?:\?{_URI_TEXT}*)?(?:#{_URI_TEXT}*)?"
_POINTER: Final = r"(?:/(?:[^~/]|~[01])*)*"

FORMATS: Final[dict[str, Format]] = {
    "date-time": Format(("2024-01-01T12:00:00Z", "2024-01-02T12:00:00Z"), rf"^{_DATE}[Tt]{_TIME}$"),
    "date": Format(("2024-01-01", "2024-01-02"), rf"^{_DATE}$"),
    "time": Format(("12:00:00Z", "13:00:00Z"), rf"^{_TIME}$"),
    "duration": Format(
        ("P1D", "PT1H"), rf"^P(?:\d+W|(?=[\dT])(?:\d+Y(?:\d+M)?(?:\d+D)?|\d+M(?:\d+D)?|\d+D)?(?:{_TIME_SPAN})?)$"
    ),
    "email": Format(
        ("user@example.com", "user2@example.com"),
        rf"^[A-Za-z0-9_+-]{{1,64}}(?:\.[A-Za-z0-9_+-]{{1,30}})*@{_LABEL}(?:\.{_LABEL})+$",
    ),
    "idn-email": Format(("user@example.com", "user2@example.com"), rf"^[\p{{L}}0-9_+-]+@{_LABEL}(?:\.{_LABEL})+$"),
    "hostname": Format(
        ("example.com", "www.example.com"), rf"^(?=.{{1,253}}$)(?!.{{0,251}}--){_LABEL}(?:\.{_LABEL})*$"
    ),
    "idn-hostname": Format(
        ("example.com", "www.example.com"), rf"^(?=.{{1,253}}$)(?!.{{0,251}}--){_LABEL}(?:\.{_LABEL})*$"
    ),
    "ipv4": Format(("192.0.2.1", "192.0.2.2"), rf"^{_IPV4}$"),
    "ipv6": Format(
        ("2001:db8::1", "2001:db8::2"), rf"^(?:(?:{_HEXES}:){{7}}{_HEXES}|(?:{_HEXES}:){{1,5}}:{_HEXES}|::1?)$"
    ),
    "uri": Format(
        ("https://example.com", "https://example.com/a"), rf"^[A-Za-z][A-Za-z0-9+.-]*:{_URI_TEXT}*{_URI_END}$"
    ),
    "uri-reference": Format(
        ("https://example.com", "/a"), rf"^(?:[A-Za-z][A-Za-z0-9+.-]*:|/|\./)?(?!.*:.*:){_URI_TEXT}*{_URI_END}$"
    ),
    "iri": Format(("https://example.com", "https://example.com/a"), rf"^[A-Za-z][A-Za-z0-9+.-]*:{_IRI_TEXT}*$"),
    "iri-reference": Format(
        ("https://example.com", "/a"), rf"^(?:[A-Za-z][A-Za-z0-9+.-]*:|/|\./)?(?!.*:.*:){_IRI_TEXT}*$"
    ),
    "uri-template": Format(("https://example.com/{id}", "/{id}"), r"^(?:[A-Za-z0-9/._~:-]|\{[A-Za-z][A-Za-z0-9]*\})*$"),
    "uuid": Format(
        ("00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"),
        r"^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
    ),
    "json-pointer": Format(("/a", "/b"), rf"^{_POINTER}$"),
    "relative-json-pointer": Format(("0", "1/a"), rf"^(?:0|[1-9]\d*)(?:#|{_POINTER})$"),
    # Texts that are patterns in every dialect; more of them aren't needed.
    "regex": Format(("^[a-z]+$", "^[a-z]$"), r"^\^?(?:[A-Za-z0-9 _]|\[a-z\]\+?)*\$?$"),
}


def format_texts(name: str) -> tuple[str, ...]:
    """Return readable texts of the format, none when it isn't known."""
    return FORMATS[name].texts if name in FORMATS else ()


def format_pattern(name: str) -> Pattern | None:
    """Return the pattern of the format's texts, None when the format isn't known."""
    return compile_pattern(FORMATS[name].pattern) if name in FORMATS else None
