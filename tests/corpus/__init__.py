"""Requests that the API accepts or refuses, one a file, to be run against any simulator of it; README.md says how."""
