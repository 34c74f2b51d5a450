"""Backup, restore and integrity check of the database."""
