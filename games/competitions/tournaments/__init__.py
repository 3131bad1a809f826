"""Individual duplicate tournaments: in each round all tables play the same boards, in new trios (docs/duplicate.md)."""
