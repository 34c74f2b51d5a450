"""The database: connections, schema, migrations, failures."""
