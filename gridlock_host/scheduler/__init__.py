"""What happens without a request: deadlines, downtime, departures, redraws."""
