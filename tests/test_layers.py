"""The order in which the package is read: a module imports only what stands before it."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "rystic_asgi"

MODULES = """
_version
_extras

protocol
protocol.versions
protocol.moments
protocol.ids
protocol.errors
protocol.rate_limits
protocol.models
protocol.prompt_cache
protocol.files
protocol.betas
protocol.closed
protocol.model_info
protocol.citations
protocol.documents
protocol.server_results
protocol.content
protocol.parameters
protocol.tools
protocol.toolsets
protocol.defined_tools
protocol.tool_types
protocol.requests
protocol.batches
protocol.messages
protocol.shapes
protocol.reply_shapes
protocol.message_shapes
protocol.blocks

validation
validation.problem
validation.walk
validation.content_encoding
validation.headers
validation.extra_inputs
validation.integers
validation.queries
validation.uploads
validation.patterns.characters
validation.patterns.faults
validation.patterns.cursor
validation.patterns.effort
validation.patterns.nodes
validation.patterns.edges
validation.patterns.lengths
validation.patterns.program
validation.patterns.backtracking
validation.patterns.obligations
validation.patterns.properties
validation.patterns.escapes
validation.patterns.classes
validation.patterns.parser
validation.patterns.scanning
validation.patterns.pattern
validation.patterns
validation.patterns.examples
validation.schema_equality
validation.schema_faults
validation.schema_shapes
validation.schema_soundness
validation.schema_references
validation.schema_applicators
validation.schema_dialects
validation.tool_schemas
validation.schema_cycles
validation.strict_schemas
validation.input_schemas
validation.tool_callers
validation.defined_tool_faults
validation.declared_tools
validation.input_examples
validation.tool_faults
validation.inline_tools
validation.mcp_servers
validation.tools
validation.texts
validation.breakpoints
validation.image_headers
validation.pdf_pages
validation.prompt_lead
validation.prompt_tokens
validation.model_tools
validation.conversation
validation.conversation.pairing
validation.conversation.answers
validation.conversation.citing
validation.conversation.pdfs
validation.conversation.passback
validation.conversation.searches
validation.conversation.server_calls
validation.conversation.images
validation.conversation.files
validation.conversation.notes
validation.conversation.readers
validation.conversation.system_messages
validation.conversation.reading
validation.conversation.thinking
validation.system_prompt
validation.compaction
validation.parameters
validation.capabilities
validation.held_threads
validation.threads
validation.json_faults
validation.explain
validation.rules
validation.request
validation.batch_body

script
script.fault
script.shaped
script.open_calls
script.cut_input
script.asked
script.conditions
script.grammar
script.scripted_error
script.stream_fault
script.stream_shape
script.reply
script.lanes
script.python_values
script.makers
script.scenarios
script.schedule
script.model_list
script.boot_files
script.document
script.yaml_text
script.text

state
state.session
state.records
state.journal
state.request
state.store
state.memory_store

engine
engine.loading
engine.clock
engine.matching
engine.taking
engine.streaming
engine.retrying
engine.pages
engine.files
engine.functions
engine.prompt
engine.context_edits
engine.context
engine.cache_keys
engine.prefixes
engine.caching
engine.diagnosing
engine.reading
engine.iterations
engine.usage
engine.synthesis.budget
engine.synthesis.formats
engine.synthesis.negation
engine.synthesis.places
engine.synthesis.flats
engine.synthesis.making
engine.synthesis.arrays
engine.synthesis.narrowing
engine.synthesis.merging
engine.synthesis.numbers
engine.synthesis.texts
engine.synthesis.objects
engine.synthesis.values
engine.synthesis.synthesis
engine.synthesis
engine.output_format
engine.default_reply
engine.earlier_calls
engine.declared_calls
engine.filling
engine.members
engine.cutting
engine.compacting
engine.composing
engine.threads
engine.verdicts
engine.batches
engine.batch_requests

encoding
encoding.cuts
encoding.events
encoding.frames
encoding.steps
encoding.faults
encoding.chunks
encoding.shaping

transport
transport.tasks
transport.exchange
transport.background
transport.httpx2_transports
transport.clients

asgi
asgi.paths
asgi.headers
asgi.body
asgi.real_time
asgi.holds
asgi.watch
asgi.resetting
asgi.opening
asgi.misdirected
asgi.responses
asgi.shaped_answers
asgi.sending
asgi.prompts
asgi.answering
asgi.resources
asgi.models
asgi.files
asgi.calling
asgi.delivering
asgi.slices
asgi.batch_operations
asgi.operations
asgi.boot_file
asgi.cors
asgi.cross_site
asgi.other_scopes
asgi.sessions
asgi.control
asgi.simulator
asgi.middleware

__init__

server
integrations
integrations.server
integrations.command
__main__
"""
READING_ORDER = MODULES.split()

PURE_FLOORS = ("protocol", "validation", "script", "state", "engine", "encoding")
IMPURE = {"anyio", "asyncio", "datetime", "http", "httpx", "httpx2", "os", "pathlib", "random", "secrets", "socket",
          "starlette", "subprocess", "time", "trio", "uuid"}  # fmt: skip
HEAVY = ("anthropic", "httpx", "httpx2", "hypercorn", "jsonschema", "pytest", "python_multipart", "redis", "regex",
         "starlette.applications", "yaml")  # fmt: skip


def file_of(module: str) -> Path:
    path = PACKAGE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def module_of(file: Path) -> str:
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def imports_of(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            for name in node.names:
                longer = f"{node.module}.{name.name}"
                yield longer if file_of(longer.removeprefix("rystic_asgi.")).exists() else str(node.module)


def test_every_module_has_its_place() -> None:
    modules = {module_of(file) for file in PACKAGE.rglob("*.py")}

    assert set(READING_ORDER) == modules
    assert len(READING_ORDER) == len(modules)


@pytest.mark.parametrize("module", READING_ORDER)
def test_a_module_imports_only_what_stands_before_it(module: str) -> None:
    before = set(READING_ORDER[: READING_ORDER.index(module)])

    own = {name.removeprefix("rystic_asgi.") for name in imports_of(file_of(module)) if name.startswith("rystic_asgi")}

    assert own - before == set()


@pytest.mark.parametrize("module", [name for name in READING_ORDER if name.startswith(PURE_FLOORS)])
def test_the_lower_floors_are_pure(module: str) -> None:
    source = file_of(module).read_text()
    allowed = {"datetime"} if module in ("protocol.moments", "script.text") else set()

    awaited = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.AsyncFunctionDef | ast.Await)]

    assert awaited == []
    assert {name.partition(".")[0] for name in imports_of(file_of(module))} & (IMPURE - allowed) == set()


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = f"import sys, rystic_asgi; print([name for name in {HEAVY!r} if name in sys.modules])"

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stdout == "[]\n"
