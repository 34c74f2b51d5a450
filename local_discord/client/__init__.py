"""What Discord's client does before it sends an interaction."""
