"""Storage: database connections, schema, migrations, locks, failures."""
