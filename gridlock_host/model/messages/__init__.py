"""What messages show, and when they are posted or tried again."""
