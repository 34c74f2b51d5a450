"""Pictures of the documents, the emoji and the icon."""
