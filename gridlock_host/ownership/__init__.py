"""Which process serves which guilds: shards, and the lock that claims them."""
