"""Discord's client: members, what it checks before an action, and the interactions it sends."""
