"""What a player process uses on a host: requests and news, games in races, and the player's saved games."""
