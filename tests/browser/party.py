"""Several people at one table, each in their own browser."""

from collections.abc import Callable

from playwright.sync_api import TimeoutError as TookTooLong, expect

from tests.browser.person import TO_DO, Person

MOST_MOVES = 400


class Party:
    """Those of a table's people who have its page open. All of them see a move before the next one is made.

    Where bots play too (`with_bots`), what the table asks of nobody here a bot does soon.
    """

    def __init__(self, people: list[Person], *, with_bots: bool = False) -> None:
        self.people = people
        self._with_bots = with_bots

    def without(self, *absent: Person) -> "Party":
        return Party([person for person in self.people if person not in absent], with_bots=self._with_bots)

    def see_the_same(self) -> int:
        """Wait until all pages show the newest version that any of them shows, and return it."""
        newest = max(int(person.version) for person in self.people)
        self._wait_for(newest)
        return newest

    def _wait_for(self, version: int) -> None:
        for person in self.people:
            person.wait_for_version(str(version))

    def asked(self) -> Person | None:
        """Return the first person who is asked to do something; None if the table waits for others."""
        seen = self.see_the_same()
        while not (asking := [person for person in self.people if person.page.locator(TO_DO).count()]):
            if not self._with_bots:
                return None
            self._wait_for(seen := seen + 1)
        return asking[0]

    def play_until(self, enough: Callable[[], bool]) -> None:
        """Let everyone do what the table asks for, until `enough` is true or all wait for somebody absent."""
        for _ in range(MOST_MOVES):
            seen, person = self.see_the_same(), self.asked()
            if person is None or enough():
                return
            try:
                person.act()
            except TookTooLong:
                if self.see_the_same() == seen:
                    raise  # else the site has dealt by itself: on a busy machine it may be first
        raise AssertionError(f"still not enough after {MOST_MOVES} moves")

    def play_and_claim(self) -> None:
        """Play until somebody can claim the rest, which is after the first trick; the others accept."""
        self.play_until(lambda: bool(self._claiming()))
        [claimer] = self._claiming()
        for other in self.claim(claimer):
            other.page.locator(".claim-box [name=accept][value=yes]").click()

    def claim(self, claimer: Person) -> list[Person]:
        """Let this player, who has the lead, claim the rest; return the others, those first who are asked first."""
        claimer.page.locator(".claim > summary").click()
        claimer.page.locator(".claim form button").click()
        others = self.without(claimer).people
        for other in others:
            expect(other.page.locator(".claim-box")).to_be_visible()
        return sorted(others, key=lambda other: not other.page.locator(".claim-box [name=accept]").count())

    def _claiming(self) -> list[Person]:
        return [person for person in self.people if person.page.locator(".claim").count()]
