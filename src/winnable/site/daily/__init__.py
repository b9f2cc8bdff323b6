"""The boards of the day: one deal of each game for everyone, and one counted attempt at it for each player."""
