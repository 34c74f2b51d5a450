"""What a person controls: blocks, notifications, their data and its erasure."""
