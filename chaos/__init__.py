"""The fault run: many people play on the stand-in while everything around the bot breaks; then all is compared."""
