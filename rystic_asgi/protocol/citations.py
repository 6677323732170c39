"""Where a text is from: the citations that a text block may carry, and whether documents are cited at all.

``file_id`` comes with replies alone, and goes back with them. Sources: see ``protocol.closed``.
"""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from rystic_asgi.protocol.closed import Closed, Count, Member

DocumentTitle = Annotated[str, Meta(min_length=1, max_length=255)]


class CitationsConfig(Closed, frozen=True):
    enabled: bool | UnsetType = UNSET


class CharLocation(Member, frozen=True, tag="char_location"):
    cited_text: str
    document_index: Count
    document_title: DocumentTitle | None
    start_char_index: Count
    end_char_index: int
    file_id: str | None = None


class PageLocation(Member, frozen=True, tag="page_location"):
    cited_text: str
    document_index: Count
    document_title: DocumentTitle | None
    start_page_number: Annotated[int, Meta(ge=1)]
    end_page_number: int
    file_id: str | None = None


class ContentBlockLocation(Member, frozen=True, tag="content_block_location"):
    cited_text: str
    document_index: Count
    document_title: DocumentTitle | None
    start_block_index: Count
    end_block_index: int
    file_id: str | None = None


class WebSearchResultLocation(Member, frozen=True, tag="web_search_result_location"):
    cited_text: str
    encrypted_index: str
    title: Annotated[str, Meta(min_length=1, max_length=512)] | None
    url: Annotated[str, Meta(min_length=1, max_length=2048)]


class SearchResultLocation(Member, frozen=True, tag="search_result_location"):
    cited_text: str
    search_result_index: Count
    source: str
    title: str | None
    start_block_index: Count
    end_block_index: int


Citation = CharLocation | PageLocation | ContentBlockLocation | WebSearchResultLocation | SearchResultLocation
