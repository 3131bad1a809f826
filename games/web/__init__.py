"""What views share: decorators, pages for strangers, the parsing of moves, preview pictures for links."""
