"""Cost and latency of answers: moves and accepted challenges, beside bare discord.py and bare aiohttp."""
