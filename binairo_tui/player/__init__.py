"""Code shared by all ways to play: a game in play, the player's games and results, puzzles, and texts."""
