"""The server side: REST routes, gateway, checks, faults."""
