// Cards move from their hand to the trick, and plates to their new seat.

import {box, reducesMotion, tableIn} from "./site.js";

let before = new Map();

document.addEventListener("htmx:before:swap", event => {
  if (event.defaultPrevented || !tableIn(event.detail)) return;
  const placed = [...document.querySelectorAll("#felt .plate, :is(#hand, #dummy, #open-dummy) .card, #felt .played-card")];
  before = new Map(placed.map(element => [element.id || element.className, box(element)]));
});

// Before a new stage is scrolled to the top: the places are those in the window.
document.addEventListener("htmx:after:swap", () => {
  travel();
  before = new Map();
}, true);

function travel() {
  if (reducesMotion.matches || !before.size) return;
  for (const seat of document.querySelectorAll("#felt .plate")) glide(seat, before.get(seat.id));
  for (const card of document.querySelectorAll("#trick .played-card"))
    if (!before.has(card.id)) glide(card, layAt(card) ?? before.get(`plate-${card.dataset.hand}`));
}

// A card to look at has no id, but its class names are unique in the two hands.
const layAt = card =>
  before.get(card.id.replace("trick", "card")) ?? before.get(card.querySelector(".card").className);

function glide(element, from) {
  const to = box(element), felt = box(document.getElementById("felt"));
  if (!from || !to) return;
  const centred = from.x + from.width / 2 - to.x - to.width / 2, y = from.y + from.height / 2 - to.y - to.height / 2;
  const x = Math.min(Math.max(centred, felt.left - to.left), felt.right - to.right); // a growing plate stays on the felt
  if (Math.hypot(x, y) < 8) return;
  // While it moves over other elements, clicks are for those.
  const way = {translate: [`${x}px ${y}px`, "none"], pointerEvents: ["none", "none"]};
  element.animate(way, {duration: 240, easing: "cubic-bezier(.2, .7, .3, 1)"});
}
