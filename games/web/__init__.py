"""What all views share: decorators, pages for strangers, moves as browsers send them, pictures of links."""
