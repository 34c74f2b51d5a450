"""What the page is told: the pretend Discord as JSON that is ready to be shown."""
