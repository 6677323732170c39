"""Where the simulator meets other tools: the command line."""
