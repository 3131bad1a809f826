"""Fair cards (docs/fairness.md): the seeds that players give before a game, and what decided a deal after it."""

from collections.abc import Sequence

from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join, merge, posts_to, url
from games.components.parts import TOKEN
from games.engine import BOT_SEED
from games.words.language_cache import gettext as _

_SEEDS = Template(
    '<details class="panel folded proof" id="seeds"><summary>{title}</summary><p>{words}</p>{own}<dl>{facts}</dl>'
    '<p><a href="{address}">{more}</a></p></details>'
)
_FIELD = Template(
    '<div class="field"><label for="seed">{label} <small>{hint}</small></label><input id="seed" name="seed" type="text"'
    ' form="{form}" value="{seed}" maxlength="64" autocomplete="off" autocapitalize="off"'
    ' spellcheck="false"></div>'
)
_GIVE = Template('<form id="give-seed" {action}>{token}<button class="btn">{words}</button></form>')
_FACT = Template("<dt>{label}</dt><dd>{value}</dd>")
_CODE = Template("<code>{value}</code>")


def draw_seeds(context: TableContext, *, may_start: bool) -> Content:
    """Draw the seeds before the game, with a field for the viewer's own.

    A visitor gives it by sitting down and the host by starting the game, so that it changes nothing that others see.
    """
    snapshot = context.snapshot
    seeds = [BOT_SEED if seat.is_bot else seat.seed for seat in snapshot.seats]
    others = [None if player == context.viewer else seed for player, seed in enumerate(seeds)]
    return _SEEDS.around(
        title=_("Fair cards"),
        words=_(
            "The fingerprint fixes secrets for all deals before the site knows the players’ seeds, and the cards come"
            " from both. So neither the site nor the players can choose them, and anyone can check it after each deal."
        ),
        own=_draw_own(context, may_start),
        facts=draw_facts(context, snapshot.commitment, others),
        address=url("verify"),
        more=_("How deals are verified"),
    )


def draw_facts(context: TableContext, commitment: str, seeds: Sequence[str | None], secret: str = "") -> Html:
    """Draw the fingerprint, the secret of a deal if it may be seen, and the seeds (not None) of those who have a seat.

    Who has given none may still do so until there is a secret.
    """
    missing = _("none given") if secret else _("none yet")
    facts = [_FACT(label=_("Fingerprint"), value=_CODE(value=commitment))]
    facts += [_FACT(label=_("Secret"), value=_CODE(value=secret))] if secret else []
    for seat, seed in zip(context.snapshot.seats, seeds, strict=True):
        label = _("Seed (%(name)s)") % {"name": context.names.label(seat.player)}
        if seat.name and seed is not None:
            facts.append(_FACT(label=label, value=_CODE(value=seed) if seed else missing))
    return join(facts)


def _draw_own(context: TableContext, may_start: bool) -> Content:
    """Draw the field for the viewer's own seed, and what gives it."""
    if not context.is_player:
        has_free_seat = not all(seat.name for seat in context.snapshot.seats)
        return _draw_field(_("given when you sit down"), "sit") if has_free_seat else NOTHING
    seed = context.snapshot.seats[context.viewer or 0].seed
    if may_start:
        return _draw_field(_("given when you start the game"), "start", seed)
    field = _draw_field(_("up to 64 digits and letters a to f"), "give-seed", seed)
    give = _GIVE.around(action=posts_to("seed", context.code), token=TOKEN, words=_("Use this seed"))
    return merge((field, give))


def _draw_field(hint: str, form: str, seed: str = "") -> Html:
    return _FIELD(label=_("Your seed"), hint=hint, form=form, seed=seed)
