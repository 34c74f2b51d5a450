"""How strong the bot's levels are."""
