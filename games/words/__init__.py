"""What all subjects say alike, in the reader's language: names of cards and seats, sentences, options, errors."""
