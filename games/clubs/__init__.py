"""Clubs and standing trios: members, tables, standing evenings and ladders."""
