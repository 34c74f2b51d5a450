"""The running bot: client, command tree, rate limit, sweep loop, metrics."""
