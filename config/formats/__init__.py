"""How each language writes dates, where Django writes them otherwise."""
