"""Values that the whole model uses: ids and permissions."""
