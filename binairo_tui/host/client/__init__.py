"""The host as a player process knows it: requests and news, games in races, and saved games on a host."""
