"""The variants, one file each."""
