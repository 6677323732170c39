"""Rewrites INDEX.md."""

from tests.corpus.index import INDEX, all_cases, index

INDEX.write_text(index(all_cases()), encoding="utf-8")
