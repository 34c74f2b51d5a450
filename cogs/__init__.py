"""Discord: slash commands, buttons and messages. They parse, call the host, and show."""
