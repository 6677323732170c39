"""Where the references inside a schema lead."""

from typing import Any

import pytest

from rystic_asgi.validation.schema_cycles import circle, nested_schemas, reference_fault

RECURSIVE = "Self-referencing or mutually-referencing definitions are not supported."


def fault(schema: Any) -> str | None:
    found = reference_fault(nested_schemas(schema))
    return found and found.message


@pytest.mark.parametrize(
    ("schema", "place"),
    [
        pytest.param({"items": {"$ref": "https://a.com"}}, "items", id="elsewhere"),
        pytest.param({"anyOf": [{}, {"items": {"$ref": "#/$defs/a"}}]}, "anyOf.1.items", id="nowhere"),
        pytest.param({"items": {"$ref": "#"}}, "", id="circle"),
    ],
)
def test_the_place_of_a_reference_is_told(schema: Any, place: str) -> None:
    found = reference_fault(nested_schemas(schema))

    assert found is not None
    assert found.path == place


def test_a_circle_is_told_by_the_names_of_its_definitions() -> None:
    schema = with_definitions(a={"$ref": "#/$defs/b"}, b={"items": {"$ref": "#/$defs/a"}}, c={"$ref": "#/$defs/a"})

    assert circle(nested_schemas(schema)) == "a -> b -> a"
    assert circle(nested_schemas(with_definitions(a={"$ref": "#/$defs/none"}, b={"$ref": "other"}))) == ""


def with_definitions(**definitions: Any) -> dict[str, Any]:
    return {"type": "object", "$defs": definitions}


def test_outer_schemas_come_before_inner_ones_in_reading_order() -> None:
    inner: dict[str, Any] = {"type": "string"}
    items = {"items": inner}
    schema = {"properties": {"a": items, "b": True}, "anyOf": [{"title": "c"}]}

    found = nested_schemas(schema)

    assert [nested.schema for nested in found] == [schema, items, inner, {"title": "c"}]
    assert [nested.outer for nested in found] == [None, 0, 1, 0]


@pytest.mark.parametrize("schema", [True, False], ids=repr)
def test_a_schema_that_is_no_object_holds_none(schema: bool) -> None:
    assert nested_schemas(schema) == []


def test_a_schema_is_read_by_the_draft_that_it_names() -> None:
    old = {"$schema": "http://json-schema.org/draft-07/schema#", "$defs": 5, "definitions": {"a": {"title": "a"}}}

    found = nested_schemas({"items": old})

    assert [nested.schema for nested in found] == [{"items": old}, old, {"title": "a"}]


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(with_definitions(a={"type": "string"}), id="no-reference"),
        pytest.param({"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {}}}, id="definition"),
        pytest.param({"items": {"$ref": "#/definitions/a"}, "definitions": {"a": {}}}, id="old-definition"),
        pytest.param({"items": {"$ref": "#/$defs/a"}, "$defs": {"a": True}}, id="boolean"),
        pytest.param({"items": {"$ref": "#/$defs/a~1b~0c%20d"}, "$defs": {"a/b~c d": {}}}, id="escaped"),
        pytest.param({"items": {"$ref": "#/prefixItems/1"}, "prefixItems": [{}, {}]}, id="element"),
        pytest.param({"items": {"$ref": "#a"}, "$defs": {"a": {"$anchor": "a"}}}, id="anchor"),
        pytest.param(with_definitions(a={"$ref": "#/$defs/b"}, b={"$ref": "#/$defs/c"}, c={}), id="chain"),
        pytest.param(with_definitions(a={"$ref": "#/$defs/c"}, b={"$ref": "#/$defs/c"}, c={}), id="shared"),
        pytest.param(
            with_definitions(a={"$defs": {"b": {}}, "items": {"$ref": "#/$defs/a/$defs/b"}}), id="definition-inside"
        ),
        pytest.param({"$schema": "http://json-schema.org/draft-04/schema#", "$ref": 5}, id="no-string"),
    ],
)
def test_references_that_lead_to_an_end_have_no_fault(schema: Any) -> None:
    assert fault(schema) is None


@pytest.mark.parametrize(
    ("schema", "around"),
    [
        pytest.param({"items": {"$ref": "#"}}, "# -> #", id="root"),
        pytest.param(with_definitions(a={"$ref": "#/$defs/a"}), "a -> a", id="itself"),
        pytest.param(with_definitions(a={"items": {"$ref": "#/$defs/a"}}), "a -> a", id="inside"),
        pytest.param(with_definitions(a={"$ref": "#/$defs/b"}, b={"$ref": "#/$defs/a"}), "a -> b -> a", id="two"),
        pytest.param(
            with_definitions(
                z={"$ref": "#/$defs/a"},
                a={"items": {"$ref": "#/$defs/b"}},
                b={"items": {"$ref": "#/$defs/c"}},
                c={"items": {"$ref": "#/$defs/a"}},
            ),
            "a -> b -> c -> a",
            id="three",
        ),
        pytest.param(
            {"properties": {"a": {"items": {"$ref": "#/properties/a"}}}}, "a -> a", id="place-that-is-no-definition"
        ),
        pytest.param(
            with_definitions(a={"$defs": {"b": {"$ref": "#/$defs/a"}}, "items": {"$ref": "#/$defs/a/$defs/b"}}),
            "a -> b -> a",
            id="out-of-a-definition-inside",
        ),
    ],
)
def test_definitions_that_lead_back_to_themselves_are_told(schema: Any, around: str) -> None:
    message = f"Circular reference detected in schema definitions: {around}. {RECURSIVE}"

    assert fault(schema) == message


@pytest.mark.parametrize(
    "reference",
    ["#/$defs/b", "#/$defs/a/b", "#/prefixItems/1", "#/prefixItems/-1", "#/prefixItems/a", "#/title/0", "#/"],
)
def test_a_reference_to_what_is_not_there_is_told(reference: str) -> None:
    schema = {"$defs": {"a": {}}, "prefixItems": [{}], "title": "A", "items": {"$ref": reference}}

    assert fault(schema) == f"Invalid schema: Reference to non-existent definition: {reference}"


@pytest.mark.parametrize("reference", ["https://example.com/a.json", "a.json#/$defs/a", "urn:a"])
def test_a_reference_to_another_document_is_told(reference: str) -> None:
    assert fault({"items": {"$ref": reference}}) == f"External '$ref' is not supported: '{reference}'"
