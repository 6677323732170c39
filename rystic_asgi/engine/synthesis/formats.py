"""Texts that meet the common values of ``format``: readable ones, and patterns for all others.

Each pattern allows only texts that meet the format, and nearly all that do. Source of the
names: https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
"""

from typing import Final, NamedTuple

from rystic_asgi.validation.patterns.pattern import Pattern, compile_pattern


class _Format(NamedTuple):
    """Readable texts of a format, and a pattern of its texts."""

    texts: tuple[str, ...]
    pattern: str


_DATE: Final = r"\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
_TIME: Final = r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)"
_TIME_SPAN: Final = r"T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOSTNAME: Final = _Format(
    ("example.com", "www.example.com"), rf"^(?=.{{1,253}}$)(?!.{{0,251}}--){_LABEL}(?:\.{_LABEL})*$"
)
_BYTE: Final = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_IPV4: Final = rf"{_BYTE}(?:\.{_BYTE}){{3}}"
_HEXES: Final = r"[0-9A-Fa-f]{1,4}"
_URI_TEXT: Final = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})"
_IRI_TEXT: Final = r"(?:[\p{L}A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})"
_URI_END: Final = rf"(?:\?{_URI_TEXT}*)?(?:#{_URI_TEXT}*)?"
_POINTER: Final = r"(?:/(?:[^~/]|~[01])*)*"

FORMATS: Final[dict[str, _Format]] = {
    # https://www.rfc-editor.org/rfc/rfc3339#section-5.6
    "date-time": _Format(("2024-01-01T12:00:00Z", "2024-01-02T12:00:00Z"), rf"^{_DATE}[Tt]{_TIME}$"),
    "date": _Format(("2024-01-01", "2024-01-02"), rf"^{_DATE}$"),
    "time": _Format(("12:00:00Z", "13:00:00Z"), rf"^{_TIME}$"),
    # https://www.rfc-editor.org/rfc/rfc3339#appendix-A
    "duration": _Format(
        ("P1D", "PT1H"), rf"^P(?:\d+W|(?=[\dT])(?:\d+Y(?:\d+M)?(?:\d+D)?|\d+M(?:\d+D)?|\d+D)?(?:{_TIME_SPAN})?)$"
    ),
    # https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2
    "email": _Format(
        ("user@example.com", "user2@example.com"),
        rf"^[A-Za-z0-9_+-]{{1,64}}(?:\.[A-Za-z0-9_+-]{{1,30}})*@{_LABEL}(?:\.{_LABEL})+$",
    ),
    # https://www.rfc-editor.org/rfc/rfc6531#section-3.3
    "idn-email": _Format(("user@example.com", "user2@example.com"), rf"^[\p{{L}}0-9_+-]+@{_LABEL}(?:\.{_LABEL})+$"),
    # https://www.rfc-editor.org/rfc/rfc1123#section-2.1
    "hostname": _HOSTNAME,
    # https://www.rfc-editor.org/rfc/rfc5890#section-2.3.2.3; only its ASCII names
    "idn-hostname": _HOSTNAME,
    # https://www.rfc-editor.org/rfc/rfc2673#section-3.2
    "ipv4": _Format(("192.0.2.1", "192.0.2.2"), rf"^{_IPV4}$"),
    # https://www.rfc-editor.org/rfc/rfc4291#section-2.2
    "ipv6": _Format(
        ("2001:db8::1", "2001:db8::2"), rf"^(?:(?:{_HEXES}:){{7}}{_HEXES}|(?:{_HEXES}:){{1,5}}:{_HEXES}|::1?)$"
    ),
    # https://www.rfc-editor.org/rfc/rfc3986#appendix-A
    "uri": _Format(
        ("https://example.com", "https://example.com/a"), rf"^[A-Za-z][A-Za-z0-9+.-]*:{_URI_TEXT}*{_URI_END}$"
    ),
    "uri-reference": _Format(
        ("https://example.com", "/a"), rf"^(?:[A-Za-z][A-Za-z0-9+.-]*:|/|\./)?(?!.*:.*:){_URI_TEXT}*{_URI_END}$"
    ),
    # https://www.rfc-editor.org/rfc/rfc3987#section-2.2
    "iri": _Format(("https://example.com", "https://example.com/a"), rf"^[A-Za-z][A-Za-z0-9+.-]*:{_IRI_TEXT}*$"),
    "iri-reference": _Format(
        ("https://example.com", "/a"), rf"^(?:[A-Za-z][A-Za-z0-9+.-]*:|/|\./)?(?!.*:.*:){_IRI_TEXT}*$"
    ),
    # https://www.rfc-editor.org/rfc/rfc6570#section-2
    "uri-template": _Format(
        ("https://example.com/{id}", "/{id}"), r"^(?:[A-Za-z0-9/._~:-]|\{[A-Za-z][A-Za-z0-9]*\})*$"
    ),
    # https://www.rfc-editor.org/rfc/rfc4122#section-3
    "uuid": _Format(
        ("00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"),
        r"^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
    ),
    # https://www.rfc-editor.org/rfc/rfc6901#section-3
    "json-pointer": _Format(("/a", "/b"), rf"^{_POINTER}$"),
    # https://datatracker.ietf.org/doc/html/draft-bhutton-relative-json-pointer-00#section-3
    "relative-json-pointer": _Format(("0", "1/a"), rf"^(?:0|[1-9]\d*)(?:#|{_POINTER})$"),
    # https://262.ecma-international.org/11.0/#sec-patterns; only texts that are patterns in every dialect
    "regex": _Format(("^[a-z]+$", "^[a-z]$"), r"^\^?(?:[A-Za-z0-9 _]|\[a-z\]\+?)*\$?$"),
}


def format_texts(name: str) -> tuple[str, ...]:
    """Readable texts of the format, none when it is not known."""
    return FORMATS[name].texts if name in FORMATS else ()


def format_pattern(name: str) -> Pattern | None:
    """The pattern of the format's texts, None when the format is not known."""
    return compile_pattern(FORMATS[name].pattern) if name in FORMATS else None
