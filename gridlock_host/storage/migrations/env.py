"""Alembic environment: runs migrations on the connection and in the transaction of the caller."""

from alembic import context

from gridlock_host.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
