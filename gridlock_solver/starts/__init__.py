"""Fair starts and handicap starts: the script that makes the pools of positions to begin games from."""
