"""How fast moves, crowds, the rules, the solver and the maintenance commands are."""
