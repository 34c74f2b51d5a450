"""Members: blocks, notifications, data export and erasure."""
