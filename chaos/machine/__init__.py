"""The bot's machine, as far as a run can spoil it: its disk, its line to the database, and its clock."""
