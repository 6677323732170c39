"""Play: from a request and the state to the plan of an answer, and the new state."""
