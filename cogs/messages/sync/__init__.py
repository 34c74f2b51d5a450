"""Messages that mirror rows of the database: boards, challenges, offers, and notifications of turns."""
