"""What people learn with: the tutorial, the opening explorer, and what the bot finds out about their own moves."""
