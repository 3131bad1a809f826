"""Several people at one table, each in their own browser."""

from collections.abc import Callable

from tests.browser.person import TO_DO, Person

MOST_MOVES = 400


class Party:
    """Those of a table's people who have its page open. All of them see a move before the next one is made."""

    def __init__(self, people: list[Person]) -> None:
        self.people = people

    def without(self, *absent: Person) -> "Party":
        return Party([person for person in self.people if person not in absent])

    def see_the_same(self) -> int:
        """Wait until all pages show the newest version that any of them shows, and return it."""
        newest = max(int(person.version) for person in self.people)
        for person in self.people:
            person.wait_for_version(str(newest))
        return newest

    def asked(self) -> Person | None:
        """Return the first person who is asked to do something; None if the table waits for others."""
        self.see_the_same()
        return next((person for person in self.people if person.page.locator(TO_DO).count()), None)

    def play_until(self, enough: Callable[[], bool]) -> None:
        """Let everyone do what the table asks for, until `enough` is true or all wait for somebody absent."""
        for _ in range(MOST_MOVES):
            person = self.asked()
            if person is None or enough():
                return
            person.act()
        raise AssertionError(f"still not enough after {MOST_MOVES} moves")
