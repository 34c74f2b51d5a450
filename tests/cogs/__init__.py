"""What the cogs make of snapshots, without a connection."""
