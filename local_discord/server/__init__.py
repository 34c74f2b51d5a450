"""The server: REST routes, gateway, checks, faults."""
