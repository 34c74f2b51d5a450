"""Scheduler: what happens without a request, such as deadlines, downtime, departures and redraws."""
