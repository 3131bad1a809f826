// The next deal of a set, and a rematch, without another page: what is in `main` gives way to the next table, with its socket and address.

import {focusTitle, giveToken} from "./site.js";

const link = ({ctx}) => ctx.sourceElement?.closest?.("[data-next-table]");

// An answer that is no table, as when the set has closed meanwhile, comes as a page of its own.
document.addEventListener("htmx:after:request", event => {
  const next = link(event.detail);
  if (!next || event.detail.ctx.text.includes('id="game"')) return;
  event.preventDefault();
  if (!next.matches("form")) return location.assign(next.href);
  giveToken(next);
  next.submit();
});

// Before other scripts look at what has come: what they remember is of the table before.
document.addEventListener("htmx:after:swap", ({detail}) => {
  if (!link(detail)) return;
  document.dispatchEvent(new Event("next-table"));
  focusTitle();
}, true);

// The way back leads to the table before, which has its own page.
document.addEventListener("htmx:before:history:restore", event => {
  event.preventDefault();
  location.reload();
});
