"""The wire: what requests, messages, errors and ids look like."""
