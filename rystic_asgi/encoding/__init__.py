"""From a message or an error to the bytes that go over the wire."""
