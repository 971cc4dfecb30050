"""What every way to play shares, whatever it is shown on: the player's games and results, and words for them."""
