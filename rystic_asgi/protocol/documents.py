"""What a request shows to the model: texts, images, documents, search results. Sources: see ``protocol.closed``.

A block of the same shape that stands where no other kind may is a class of its own, as only a union asks for its tag.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from rystic_asgi.protocol.citations import Citation, CitationsConfig
from rystic_asgi.protocol.closed import CacheControl, Cached, Closed, Member


class _Text(Closed, frozen=True, kw_only=True):
    text: str
    citations: list[Citation] | None = None
    cache_control: CacheControl | None = None


class TextBlock(_Text, frozen=True, tag_field="type", tag="text"):
    pass


class LoneTextBlock(_Text, frozen=True):
    """A text block where no other kind may stand."""

    type: Literal["text"]


class UrlSource(Member, frozen=True, tag="url"):
    url: str


class FileSource(Member, frozen=True, tag="file"):
    file_id: str


class Base64ImageSource(Member, frozen=True, tag="base64"):
    media_type: Literal["image/jpeg", "image/png", "image/gif", "image/webp"]
    data: str


class ImageTransformations(Closed, frozen=True):
    oversized_image: Literal["downsize", "error"] | UnsetType = UNSET


class ImageBlock(Cached, frozen=True, tag="image", kw_only=True):
    source: Base64ImageSource | UrlSource | FileSource
    transformations: ImageTransformations | None = None


class Base64PdfSource(Member, frozen=True, tag="base64"):
    media_type: Literal["application/pdf"]
    data: str


class PlainTextSource(Member, frozen=True, tag="text"):
    media_type: Literal["text/plain"]
    data: str


class ContentBlockSource(Member, frozen=True, tag="content"):
    content: str | list[TextBlock | ImageBlock]


class _Document(Closed, frozen=True, kw_only=True):
    source: Base64PdfSource | PlainTextSource | ContentBlockSource | UrlSource | FileSource
    citations: CitationsConfig | None = None
    context: Annotated[str, Meta(min_length=1)] | None = None
    title: Annotated[str, Meta(min_length=1, max_length=500)] | None = None
    cache_control: CacheControl | None = None


class DocumentBlock(_Document, frozen=True, tag_field="type", tag="document"):
    pass


class LoneDocumentBlock(_Document, frozen=True):
    """A document where no other kind of block may stand."""

    type: Literal["document"]


class SearchResultBlock(Cached, frozen=True, tag="search_result", kw_only=True):
    content: list[LoneTextBlock]
    source: str
    title: str
    citations: CitationsConfig | UnsetType = UNSET


class _ToolReference(Closed, frozen=True, kw_only=True):
    tool_name: Annotated[str, Meta(pattern=r"^[a-zA-Z0-9_-]{1,256}\Z")]
    cache_control: CacheControl | None = None


class ToolReferenceBlock(_ToolReference, frozen=True, tag_field="type", tag="tool_reference"):
    pass


class LoneToolReferenceBlock(_ToolReference, frozen=True):
    """A reference where no other kind of block may stand."""

    type: Literal["tool_reference"]
