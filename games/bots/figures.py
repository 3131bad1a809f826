"""What a run of deals came to: how often contracts and nils were made, and what they paid."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine import PLAYERS, Scores, State, score


@dataclass
class Rate:
    """How many of so many succeeded."""

    made: int = 0
    tried: int = 0

    def note(self, success: bool) -> None:
        self.tried += 1
        self.made += success

    def __str__(self) -> str:
        return f"{self.made / self.tried:4.0%} of {self.tried}" if self.tried else "none"


@dataclass
class Figures:
    """Sums over finished deals. `points` are by player, contracts, nils and bag penalties included."""

    deals: int = 0
    declarers: Rate = field(default_factory=Rate)
    defenders: Rate = field(default_factory=Rate)
    own_nils: Rate = field(default_factory=Rate)
    mate_nils: Rate = field(default_factory=Rate)
    points: list[int] = field(default_factory=lambda: [0, 0, 0])
    bags: int = 0

    def note(self, state: State) -> None:
        """Count one finished deal."""
        self.deals += 1
        scores: Scores = score(state)
        for player in PLAYERS:
            line = scores[player]
            contracts = self.declarers if player == state.declarer else self.defenders
            contracts.note(line.made)
            for nil in line.nils:
                (self.own_nils if nil.hand == player else self.mate_nils).note(nil.made)
            self.points[player] += line.total
            self.bags += line.bags

    @property
    def points_a_deal(self) -> float:
        """What a player gains in a deal, on average."""
        return sum(self.points) / (3 * self.deals)

    @property
    def sets_a_deal(self) -> float:
        """Failed contracts in a deal, of three."""
        contracts = (self.declarers, self.defenders)
        return sum(rate.tried - rate.made for rate in contracts) / self.deals

    @property
    def bags_a_deal(self) -> float:
        """Bags all players got in a deal, on average."""
        return self.bags / self.deals
