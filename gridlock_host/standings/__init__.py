"""Standings: points, records, seasons and what follows from results, for the members of a server."""
