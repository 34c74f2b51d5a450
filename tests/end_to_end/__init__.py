"""The real bot process, against the stand-in for Discord, over real sockets."""
