"""Small pictures beside words, which say the same: lines of 24 by 24."""

from typing import Final

from games.components.html import Html, Template

_ICON: Final = Template('<svg class="icon{kind}" viewBox="0 0 24 24" aria-hidden="true">{lines}</svg>')
_LINES: Final = {
    "play": '<path d="M8 4.8 4.4 6a1.7 1.7 0 0 0-1 2.1l3.1 8.7"/><rect x="8" y="3.5" width="12"'
    ' height="17" rx="2.2"/>'
    '<path class="fill" d="M14 7.4c-1 2.1-4 3.8-4 6.1a2 2 0 0 0 3.6 1.2c-.1 1-.4 1.7-1'
    " 2.4h2.8c-.6-.7-.9-1.4-1-2.4a2"
    ' 2 0 0 0 3.6-1.2c0-2.3-3-4-4-6.1z"/>',
    "today": '<rect x="3.5" y="5" width="17" height="15.5" rx="2.4"/><path d="M3.5 10h17M8 2.8v4M16 2.8v4"/>'
    '<circle class="fill" cx="12" cy="15" r="2.2"/>',
    "learn": '<path d="M9.2 17.2c0-2.4-3.4-3.9-3.4-8a6.2 6.2 0 0 1 12.4 0c0 4.1-3.4 5.6-3.4 8zM9.6 20.4h4.8"/>',
    "people": '<circle cx="9" cy="8" r="3.6"/><path d="M2.6 19.6c0-4.1 2.8-6.5 6.4-6.5s6.4 2.4 6.4'
    " 6.5M15.3 4.8a3.5 3.5"
    ' 0 0 1 0 6.5M17.6 13.6c2.4.7 3.9 2.9 3.9 6"/>',
    "me": '<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c0-4.5 3.3-7 7.5-7s7.5 2.5 7.5 7"/>',
    "chat": '<path d="M6 4h12a2.5 2.5 0 0 1 2.5 2.5v7A2.5 2.5 0 0 1 18 16h-7l-4.5 4v-4H6a2.5 2.5 0 0'
    " 1-2.5-2.5v-7A2.5 2.5"
    ' 0 0 1 6 4z"/>',
    "sheet": '<rect x="3.5" y="4" width="17" height="16" rx="2"/><path d="M3.5 9.5h17M9.2 9.5V20M14.8 9.5V20"/>',
    "list": '<path d="M8.5 6h12M8.5 12h12M8.5 18h12M3.8 6h.4M3.8 12h.4M3.8 18h.4"/>',
    "flag": '<path d="M5.5 21V4h13l-3 4.5 3 4.5h-13"/>',
    "later": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>',
    "cup": '<path d="M7.5 4h9v5.5a4.5 4.5 0 0 1-9 0zM7.5 5.5H4c0 3 1.5 4.5 3.5 4.5M16.5 5.5H20c0 3-1.5'
    " 4.5-3.5 4.5M12 14v6M8"
    ' 20h8"/>',
    "pause": '<path d="M8.5 5v14M15.5 5v14"/>',
    "end": '<circle cx="12" cy="12" r="8.5"/><path d="M8 12h8"/>',
    "rules": '<path d="M5 7h9M18 7h1M5 17h1M10 17h9M5 12h3M12 12h7"/><circle cx="16" cy="7"'
    ' r="1.9"/><circle cx="8" cy="17"'
    ' r="1.9"/><circle cx="10" cy="12" r="1.9"/>',
    "gear": '<circle cx="12" cy="12" r="3.2"/><path d="M12 3.2v2.4M12 18.4v2.4M3.2 12h2.4M18.4'
    " 12h2.4M5.8 5.8l1.7 1.7M16.5"
    ' 16.5l1.7 1.7M5.8 18.2l1.7-1.7M16.5 7.5l1.7-1.7"/>',
    "keys": '<rect x="3" y="6" width="18" height="12" rx="2"/><path d="M7 10h.1M11 10h.1M15 10h.1M8 14h8"/>',
    "report": '<path d="M12 4 2.8 20h18.4zM12 10v4.5M12 17.2v.1"/>',
    "leave": '<path d="M10 4H5.5A1.5 1.5 0 0 0 4 5.5v13A1.5 1.5 0 0 0 5.5 20H10M9.5 12H21M17 7.5l4.5 4.5-4.5 4.5"/>',
    "on": '<path d="m9.5 5.5 6.5 6.5-6.5 6.5"/>',
    "cards": '<path d="M8 4.8 4.4 6a1.7 1.7 0 0 0-1 2.1l3.1 8.7"/><rect x="8" y="3.5" width="12" height="17"'
    ' rx="2.2"/>',
    "friends": '<circle cx="9" cy="8" r="3.6"/><path d="M2.6 19.6c0-4.1 2.8-6.5 6.4-6.5s6.4 2.4 6.4 6.5M19 8v6M16'
    ' 11h6"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>',
    "flame": '<path class="fill" fill-rule="evenodd" d="M12.3 2.5c.6 3.4-1.2 4.7-2.7 6.5C8.4 7.9 8 6.9 8 5.8 5.5'
    " 8 4.5 10.7 4.5 13.5a7.5 7.5 0 0 0 15 0c0-4.4-3-8.4-7.2-11zM12 19.3c-2 0-3.4-1.4-3.4-3.2 0-1.9"
    ' 1.5-2.9 3.2-5.3 2.1 1.6 3.6 3.2 3.6 5.3 0 1.8-1.4 3.2-3.4 3.2z"/>',
    "bot": '<rect x="4.5" y="8.5" width="15" height="10.5" rx="3"/><path d="M12 8.5V5.2M2.4 12.5v3M21.6'
    ' 12.5v3M9.3 15.8h5.4"/><circle class="fill" cx="12" cy="4.4" r="1.3"/><circle class="fill" cx="9.2"'
    ' cy="12.4" r="1.2"/><circle class="fill" cx="14.8" cy="12.4" r="1.2"/>',
    "back": '<path d="m14.5 5.5-6.5 6.5 6.5 6.5"/>',
    "palette": '<path d="M12 3.2a8.8 8.8 0 1 0 0 17.6c1.5 0 2-1 1.6-2.2-.5-1.6.4-2.9 2-2.9h2.2a3 3 0 0 0 3-3C20.8'
    ' 7.3 16.9 3.2 12 3.2z"/><g class="fill"><circle cx="8" cy="9" r="1.2"/><circle cx="12.5" cy="7.3"'
    ' r="1.2"/><circle cx="7.3" cy="13.5" r="1.2"/><circle cx="16.5" cy="10" r="1.2"/></g>',
    "table": '<ellipse cx="12" cy="10" rx="9" ry="5"/><path d="M6 14v5M18 14v5"/>',
    "bell": '<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0"/>',
    "lock": '<rect x="5" y="10.5" width="14" height="9.5" rx="2.5"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>',
    "phone": '<rect x="7" y="3" width="10" height="18" rx="2.5"/><path d="M11 18h2"/>',
    "mail": '<rect x="3" y="5.5" width="18" height="13" rx="2.5"/><path d="m4 7.5 8 6 8-6"/>',
    "star": '<path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z"/>',
    "calendar": '<rect x="4" y="5.5" width="16" height="15" rx="2.5"/><path d="M4 10.5h16M8.5 3.5v4M15.5 3.5v4"/>',
}
ICONS: Final[dict[str, Html]] = {
    name: _ICON(kind=" on" if name == "on" else "", lines=Html(lines)) for name, lines in _LINES.items()
}
"""By name; those of the five places have the names of the places. "on" stands at the end of a line that leads on."""
