"""What a test writes: replies, their makers, documents and scenarios."""
