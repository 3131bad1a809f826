"""What a player can ask for of their data: its export, its deletion, and taking over that of a guest."""
