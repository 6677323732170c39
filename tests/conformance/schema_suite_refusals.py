"""What of the JSON Schema test suite gets no input, or another verdict, with the reason for each."""

from typing import Final

REMOTE: Final = "it refers to a document that isn't in the schema, and nothing is fetched"

REFUSALS: Final[dict[str, str]] = {
    "dynamicRef: strict-tree schema, guards against misspelled properties": REMOTE,
    "dynamicRef: tests for implementation dynamic anchor and reference link": REMOTE,
    "dynamicRef: $ref and $dynamicAnchor are independent of order - $defs first": REMOTE,
    "dynamicRef: $ref and $dynamicAnchor are independent of order - $ref first": REMOTE,
    "dynamicRef: $ref to $dynamicRef finds detached $dynamicAnchor": REMOTE,
    "refRemote: remote ref": REMOTE,
    "refRemote: fragment within remote ref": REMOTE,
    "refRemote: anchor within remote ref": REMOTE,
    "refRemote: ref within remote ref": REMOTE,
    "refRemote: remote ref with ref to defs": REMOTE,
    "refRemote: Location-independent identifier in remote ref": REMOTE,
    "refRemote: remote HTTP ref with different $id": REMOTE,
    "refRemote: remote HTTP ref with different URN $id": REMOTE,
    "refRemote: remote HTTP ref with nested absolute ref": REMOTE,
    "refRemote: $ref to $ref finds detached $anchor": REMOTE,
    "cross-draft: refs to historic drafts are processed as historic drafts": REMOTE,
}

VOCABULARIES: Final = "a custom metaschema's vocabularies aren't read: all keywords of draft 2020-12 count"

JUDGED_OTHERWISE: Final[dict[str, str]] = {
    "vocabulary: schema that uses custom metaschema with with no validation vocabulary: "
    "no validation: invalid number, but it still validates": VOCABULARIES,
}
