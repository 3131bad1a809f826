"""The table as markup: drawn in parts, for pages, answers to moves and live updates alike."""
