"""Statistics of many deals: how often contracts and nils are made, and the points."""

from dataclasses import dataclass, field

from games.engine import PLAYERS, Scores, State, score


@dataclass
class SuccessRate:
    """The number of successes and of attempts."""

    made: int = 0
    tried: int = 0

    def add(self, success: bool) -> None:
        """Add one attempt."""
        self.tried += 1
        self.made += success

    def __str__(self) -> str:
        return f"{self.made / self.tried:4.0%} of {self.tried}" if self.tried else "none"


@dataclass
class DealStatistics:
    """Sums over finished deals. `points` are by player, with contracts, nils and bag penalties."""

    deals: int = 0
    declarers: SuccessRate = field(default_factory=SuccessRate)
    defenders: SuccessRate = field(default_factory=SuccessRate)
    own_nils: SuccessRate = field(default_factory=SuccessRate)
    partner_nils: SuccessRate = field(default_factory=SuccessRate)
    points: list[int] = field(default_factory=lambda: [0, 0, 0])
    bags: int = 0

    def add(self, state: State) -> None:
        """Add one finished deal."""
        self.deals += 1
        scores: Scores = score(state)
        for player in PLAYERS:
            line = scores[player]
            contracts = self.declarers if player == state.declarer else self.defenders
            contracts.add(line.made)
            for nil in line.nils:
                (self.own_nils if nil.hand == player else self.partner_nils).add(nil.made)
            self.points[player] += line.total
            self.bags += line.bags

    @property
    def points_a_deal(self) -> float:
        """The average points of a player in a deal."""
        return sum(self.points) / (3 * self.deals)

    @property
    def sets_a_deal(self) -> float:
        """The average number of failed contracts in a deal, of three."""
        contracts = (self.declarers, self.defenders)
        return sum(rate.tried - rate.made for rate in contracts) / self.deals

    @property
    def bags_a_deal(self) -> float:
        """The average number of bags of all players in a deal."""
        return self.bags / self.deals
