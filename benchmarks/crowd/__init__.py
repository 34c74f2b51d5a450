"""Many people at once: the bot player in a rush, a noisy server beside a quiet one, and two processes."""
