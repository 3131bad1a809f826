"""Tables before their game: opening, joining and inviting, the lobby, and the games that it lists to watch."""
