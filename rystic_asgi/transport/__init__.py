"""In-process transports: a client calls an ASGI application with no socket between them."""
