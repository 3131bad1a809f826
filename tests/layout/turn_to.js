// Shows another page in the place of the one that is loaded, as it would look if it were loaded itself.
// The style sheet and the scripts stay: every page has the same ones, but for scripts that change no layout.
html => {
  const next = new DOMParser().parseFromString(html, "text/html");
  next.querySelectorAll("noscript").forEach(part => part.replaceChildren()); // parsed as if scripts were off
  for (const {name} of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
  for (const {name, value} of next.documentElement.attributes) document.documentElement.setAttribute(name, value);
  document.title = next.title;
  document.body = next.body;
  scrollTo(0, 0);
  // What the scripts do to a page when it is loaded.
  document.querySelectorAll(".at-table #chat").forEach(chat => chat.open = matchMedia("(min-width: 69rem)").matches);
  refresh();
  catchUp();
}
