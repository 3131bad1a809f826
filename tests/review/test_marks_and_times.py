"""What a review shows beside the moves: the moments that its reader has marked, and how long each card took."""

import pytest

from games.models import Event, Mark
from games.play import marks
from games.play.errors import NotPossible
from games.review.log import duration
from tests.clients import ClientFor
from tests.tables import Time, act, finish_deals, new_player, play_on, snapshot_for, three_people, to_play, user_at

pytestmark = pytest.mark.django_db


class TestMarks:
    def test_marked_moment_is_a_step_of_the_own_review_only(self, client_for: ClientFor) -> None:
        code = three_people()
        play_on(code, to_play)
        client, other = client_for(user_at(code, 0)), client_for(user_at(code, 1))
        assert 'id="mark"' in client.get(f"/tables/{code}/").text
        version = snapshot_for(code).version
        for _ in range(2):
            client.post(f"/tables/{code}/mark/", {"version": version})
        assert snapshot_for(code).version == version, "nobody else notices"
        position = Mark.objects.get().position
        assert position == Event.objects.filter(game__code=code).count() - 1
        finish_deals(code)
        review = f"/tables/{code}/deals/1/"
        assert f'id="mark-1" href="{review}?at={position}"' in client.get(review).text
        for reader in (other, client_for(new_player())):
            assert 'id="mark-1"' not in reader.get(review).text

    def test_nothing_is_marked_between_deals(self) -> None:
        code = three_people()
        finish_deals(code)
        with pytest.raises(NotPossible):
            marks.mark(code=code, player=0)


class TestTimes:
    @pytest.mark.parametrize(
        ("seconds", "words"), [(0.44, "0.4 s"), (12.3, "12 s"), (125.0, "2:05"), (26 * 3600.0, "1 d 2 h")]
    )
    def test_words(self, seconds: float, words: str) -> None:
        assert duration(seconds) == words

    def test_review_says_how_long_a_card_took(self, monkeypatch: pytest.MonkeyPatch, client_for: ClientFor) -> None:
        time = Time()
        monkeypatch.setattr("django.utils.timezone.now", time)
        code = three_people()
        play_on(code, to_play)
        time.passes(17)
        act(code)
        position = Event.objects.filter(game__code=code).count() - 1
        finish_deals(code)
        review = client_for(user_at(code)).get(f"/tables/{code}/deals/1/?at={position}").text
        assert "<small>17 s</small>" in review
        assert 'title="17 s"' in review
