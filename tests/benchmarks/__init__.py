"""What the simulator costs, against floors measured in the same run: ``pytest tests/benchmarks/bench_*.py``."""
