"""The API document: the framework's, with every value exactly as it is read and written.

The framework describes routes well, but its schemas leave out that unknown fields are refused,
and which `kind` a line of a stream has; what reads and writes the values knows it all.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

REFERENCES: Final = "#/components/schemas/{name}"
NAMED_BY: Final = {
    "Match": "game",
    "Seek": "seek",
    "Challenge": "challenge",
    "ProgramToken": "token",
}
KNOWN: Final[list[dict[str, list[str]]]] = [{"cookie": []}, {"bearer": []}]


class ExactDocument(JsonRenderPlugin):
    """The document as JSON, put together once."""

    _written: bytes = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The document."""
        if not self._written:
            document = exact(openapi_schema, list(_handlers(request)))
            self._written = msgspec.json.encode(document)
        return self._written


def exact(
    document: dict[str, Any], handlers: list[tuple[str, str, HTTPRouteHandler]]
) -> dict[str, Any]:
    """The document with exact values, and with who must be known where."""
    types = [value for *_, handler in handlers for value in _values(handler)]
    _, schemas = msgspec.json.schema_components(types, ref_template=REFERENCES)
    components = document["components"]
    paths = {path: dict(calls) for path, calls in document["paths"].items()}
    for path, method, handler in handlers:
        paths[path][method] = {**paths[path][method], "security": _security(handler)}
    for call in _calls(paths):
        _link(call, paths)
    return {
        **document,
        "paths": paths,
        "components": {**components, "schemas": {**components["schemas"], **schemas}},
    }


def _calls(paths: dict[str, Any]) -> list[Any]:
    return [call for calls in paths.values() for call in calls.values()]


def _link(call: dict[str, Any], paths: dict[str, Any]) -> None:
    """Say which calls take the name of what this one has made."""
    made = call["responses"].get("201", {})
    value = made.get("content", {}).get("application/json", {}).get("schema", {})
    name = NAMED_BY.get(value.get("$ref", "").rpartition("/")[2])
    if name is None:
        return
    made["links"] = {
        taker["operationId"]: {
            "operationId": taker["operationId"],
            "parameters": {name: "$response.body#/id"},
        }
        for path, calls in paths.items()
        if f"{{{name}}}" in path
        for taker in calls.values()
    }


def _handlers(request: Request[Any, Any, Any]) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    for route in request.app.routes:
        if isinstance(route, HTTPRoute):
            for method, (handler, _) in route.route_handler_map.items():
                if handler.resolve_include_in_schema() and method != "OPTIONS":
                    yield route.path_format, method.lower(), handler


def _values(handler: HTTPRouteHandler) -> Iterator[Any]:
    """The types of what goes in and out."""
    if handler.parsed_data_field is not None:
        yield handler.parsed_data_field.annotation
    answer = handler.parsed_fn_signature.return_type
    for field in (answer, *answer.inner_types):
        if isinstance(field.annotation, type) and issubclass(field.annotation, msgspec.Struct):
            yield field.annotation
    for refusal in (handler.responses or {}).values():
        yield refusal.data_container


def _security(handler: HTTPRouteHandler) -> list[dict[str, list[str]]]:
    wanted = handler.parsed_fn_signature.parameters.keys()
    if wanted & {"person", "bot"}:
        return KNOWN
    return [{}, *KNOWN] if "visitor" in wanted else []
