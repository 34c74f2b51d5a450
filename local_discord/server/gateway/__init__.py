"""The gateway: sessions of the bot and the sockets that carry them."""
