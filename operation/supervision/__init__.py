"""What supervisors need: notifications for systemd, and the health check of a container."""
