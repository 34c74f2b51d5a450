"""Faults: the plan, and the code that injects them."""
