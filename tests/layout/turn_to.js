// Shows another page in the place of the one that is loaded, as it would look if it were loaded itself.
// The style sheets and the scripts stay: one_page.py has loaded all that change a layout.
// What both pages have stays too, so that the browser lays out only what differs.
html => {
  const next = new DOMParser().parseFromString(html, "text/html");
  next.querySelectorAll("noscript").forEach(part => part.replaceChildren()); // parsed as if scripts were off

  // Fields keep what was chosen, and scripts know since when a time is shown: these never stay.
  const STATEFUL = "input, select, textarea, .clock, [data-seconds], time";
  const isElement = node => node.nodeType === Node.ELEMENT_NODE;
  const stays = (old, node) => old.isEqualNode(node) && !(isElement(old) && (old.matches(STATEFUL) || old.querySelector(STATEFUL)));
  const isAlike = (old, node) => isElement(old) && old.nodeName === node.nodeName && old.id === node.id
    && old.open === node.open && !old.matches(STATEFUL);

  function takeAttributes(old, node) {
    for (const {name} of [...old.attributes]) if (!node.hasAttribute(name)) old.removeAttribute(name);
    for (const {name, value} of node.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }

  function become(old, node) {
    if (!isAlike(old, node)) return old.replaceWith(node);
    takeAttributes(old, node);
    const here = [...old.childNodes], there = [...node.childNodes];
    while (here.length && there.length && stays(here.at(-1), there.at(-1))) [here, there].forEach(nodes => nodes.pop());
    const after = here.length ? here.at(-1).nextSibling : old.childNodes[0];
    there.forEach((child, at) => {
      if (at >= here.length) old.insertBefore(child, after);
      else if (!stays(here[at], child)) become(here[at], child);
    });
    here.slice(there.length).forEach(child => child.remove());
  }

  takeAttributes(document.documentElement, next.documentElement);
  window.ownData = {...document.documentElement.dataset};
  become(document.body, next.body);
  document.title = next.title;
  scrollTo(0, 0);
  // What the scripts do to a page when it is loaded.
  document.querySelectorAll(".at-table #chat").forEach(chat => chat.open = "opened" in chat.dataset || matchMedia("(min-width: 69rem)").matches);
  refresh();
  catchUp();
  document.getAnimations().forEach(animation => animation.currentTime = 0);
}
