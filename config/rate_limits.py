"""Rate limits of what costs the site something, or bothers others, in allauth's notation.

`accounts.base.rate_limits` counts. Limits of allauth's own that are not named here keep their defaults.
"""

from typing import Final

RATE_LIMITS: Final = {
    "create_guest": "10/10m/ip",
    "signup": "10/10m/ip",
    "open_game": "30/10m/user",
    "find_players": "60/10m/user",
    "sit": "30/5m/user",
    "seed": "30/5m/user",
    "invite": "30/10m/user",
    "mute": "60/10m/user",
    "follow": "60/10m/user",
    "note": "60/10m/user",
    "report": "20/10m/user",
    "export": "5/10m/user",
    "subscribe": "30/10m/user",
    "delete_account": "10/10m/user",
    "make_link": "10/10m/user",
    "enter_link": "20/10m/ip",
    "download": "20/10m/ip",
    "analyse": "60/h/key,300/h/ip",
    "picture": "60/m/ip",
    "import": "20/m/ip",
    "analyse_import": "20/h/key,60/h/ip",
    "hint": "30/m/user",
    "exercise": "120/m/ip",
    "options": "30/10m/user",
    # Not per name, as in allauth's default: names are public, so anybody could lock anybody out.
    "login_failed": "10/5m/ip",
}
