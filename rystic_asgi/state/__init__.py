"""What a simulator remembers, and the one place where it changes."""
