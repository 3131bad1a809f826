"""Tables, games and everything about them. Uses `accounts`; docs/architecture.md says where things are.

Its packages without Django are those of the wheel `dummy_hand_spades` (docs/engine.md).
"""

__version__ = "0.3.0"
