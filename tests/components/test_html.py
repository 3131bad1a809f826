"""Markup is escaped by construction, whatever text it is made of."""

from html import unescape

import pytest
from hypothesis import given, strategies as st

from games.chat import markup as chat
from games.components import bidding, cards, deal_end, game_end, gathering, html, proposals, scores, seat, shell
from games.components.html import Html, Template, cached, join, merge
from tests.components.dom import parse

MODULES = (bidding, cards, chat, gathering, proposals, deal_end, game_end, scores, seat, shell)
TEMPLATES = [
    (f"{module.__name__}.{name}", template)
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(template := getattr(value, "__wrapped__", value), Template)
]
IN_TEXT = Template("<p>{words}</p>")
IN_ATTRIBUTE = Template('<p title="{words}" class="a {words}">!</p>')
BETWEEN_ATTRIBUTES = Template('<p class="a"{more}>!</p>')
ATTRIBUTES = Template(' title="{words}" hidden')
ANY_TEXT = st.text() | st.text(alphabet="<>&\"'/= {}x")


def signs_in(template: Template, words: str) -> list[int]:
    """Return how many signs of markup are in what is made with these words in all fields for text."""
    made = template(**{field: Html("") if field in template._bare else words for field in set(template._names)})
    return [made.count(sign) for sign in "<>\"'"]


def test_no_text_gets_out_of_a_field_of_any_template() -> None:
    """What holds for one text with all signs holds for any other: the tests below try many in two templates."""
    assert len(TEMPLATES) > 100
    assert [name for name, each in TEMPLATES if signs_in(each, "<&>\"' {x}") != signs_in(each, "x")] == []


@given(ANY_TEXT)
def test_text_is_read_as_it_was_written(words: str) -> None:
    assert unescape(IN_TEXT(words=words)[3:-4]) == unescape(words.replace("&", "&amp;"))


@given(ANY_TEXT.filter(lambda words: "\r" not in words and "\0" not in words))
def test_text_in_an_attribute_stays_in_it(words: str) -> None:
    (paragraph,) = parse(IN_ATTRIBUTE(words=words)).of_tag("p")
    assert paragraph.attributes == {"title": words, "class": f"a {words}"}
    assert paragraph.children == ["!"]


@pytest.mark.parametrize("value", ["", " hidden", "x", 7, None])
def test_what_is_no_html_is_refused_between_attributes(value: object) -> None:
    with pytest.raises(TypeError, match="more stands between attributes"):
        BETWEEN_ATTRIBUTES(more=value)
    with pytest.raises(TypeError, match="more stands between attributes"):
        BETWEEN_ATTRIBUTES.around(more=value)


@given(ANY_TEXT.filter(lambda words: "\r" not in words and "\0" not in words))
def test_attributes_are_made_of_any_text(words: str) -> None:
    (paragraph,) = parse(BETWEEN_ATTRIBUTES(more=ATTRIBUTES(words=words))).of_tag("p")
    assert paragraph.attributes == {"class": "a", "title": words, "hidden": ""}


def test_html_is_put_in_as_it_is() -> None:
    assert IN_TEXT(words=IN_TEXT(words="5 < 6")) == "<p><p>5 &lt; 6</p></p>"
    assert isinstance(IN_TEXT(words="x"), Html)


@pytest.mark.parametrize(
    "made",
    [
        f"<b>{IN_TEXT(words='x')}</b>",
        IN_TEXT(words="x") + " and more",
        "".join([IN_TEXT(words="x")]),
        IN_TEXT(words="x").replace("x", "y"),
        IN_TEXT(words="x")[:],
        IN_TEXT(words="x").lower(),
    ],
)
def test_html_that_went_through_str_is_text_again(made: str) -> None:
    assert not isinstance(made, Html)
    assert "<" not in IN_TEXT(words=made)[3:-4]


def test_numbers_and_other_things_are_escaped_too() -> None:
    class Rude:
        def __str__(self) -> str:
            return "<b>"

    assert IN_TEXT(words=7) == "<p>7</p>"
    assert IN_TEXT(words=Rude()) == "<p>&lt;b&gt;</p>"


def test_field_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        IN_TEXT(word="x")


@given(st.lists(ANY_TEXT))
def test_pieces_side_by_side_become_one_html(words: list[str]) -> None:
    pieces = [IN_TEXT(words=word) for word in words]
    assert merge(pieces) == join(pieces) == "".join(pieces)
    assert isinstance(merge(pieces), Html)


@given(ANY_TEXT)
def test_template_around_pieces_escapes_its_text_too(words: str) -> None:
    made = IN_ATTRIBUTE.around(words=words)
    assert made == IN_ATTRIBUTE(words=words)
    assert html.fill(made, page=None) == made  # type: ignore[arg-type]  # it has no piece that needs a page


def test_cached_template_never_takes_text_for_markup_that_reads_the_same() -> None:
    bold = cached("<p>{words}</p>")
    assert bold(words=Html("<b>5</b>")) == "<p><b>5</b></p>"
    assert bold(words="<b>5</b>") == "<p>&lt;b&gt;5&lt;/b&gt;</p>"
    assert bold(words=Html("<b>5</b>")) is bold(words=Html("<b>5</b>"))
