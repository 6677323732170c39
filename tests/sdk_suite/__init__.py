"""The official SDK's own tests of the API, run against the simulator."""
