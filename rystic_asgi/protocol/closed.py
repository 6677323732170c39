"""What the objects of a request are made of: no key but their own, ids and cache marks of one shape.

Source of names, types and nulls here and in the modules after it: anthropic 2.14.0, types/*_param.py and
types/beta/*_param.py; of bounds: the published OpenAPI document, August 2026.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

CLIENT_ID = r"^[a-zA-Z0-9_-]+\Z"
SERVER_ID = r"^srvtoolu_[a-zA-Z0-9_]+\Z"

ClientId = Annotated[str, Meta(pattern=CLIENT_ID)]
ServerId = Annotated[str, Meta(pattern=SERVER_ID)]

Count = Annotated[int, Meta(ge=0)]


class Closed(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An object that takes no other key. Where its ``type`` is a field, it stands alone, in no union."""


class Member(Closed, frozen=True, tag_field="type"):
    """A member of a union: ``type`` tells which, and stands in the paths of its faults."""


class OnlyMember(Closed, frozen=True):
    """The one member of a union: its ``type`` is a field, and stands in paths all the same."""


class CacheControl(OnlyMember, frozen=True):
    type: Literal["ephemeral"]
    ttl: Literal["5m", "1h"] | UnsetType = UNSET


class Cached(Member, frozen=True):
    """A block that may be a cache breakpoint."""

    cache_control: CacheControl | None = None
