// Animations that the style sheet can't do alone: the sweep of a finished trick, and none when a page is loaded.

import {box, preferences, reducesMotion, tableIn} from "./site.js";

document.addEventListener("htmx:before:swap", event => {
  if (event.defaultPrevented || !tableIn(event.detail)) return;
  letMove();
  keepTrick();
});

document.addEventListener("htmx:after:swap", sweepTrick);

// --- Cards that a page is loaded with are not animated; the style sheet animates those that come later ---

function letMove() {
  if ("moves" in preferences) return;
  preferences.moves = "";
  document.getAnimations().filter(({effect}) => effect.getComputedTiming().endTime < Infinity).forEach(animation => animation.finish());
}

// --- A finished trick is shown for a while and is swept to its winner's seat; at once if the next card comes sooner ---

const SHOWN_FOR = 1100, SWEEP = {duration: 260, easing: "ease-in", fill: "forwards"};
let sweeping = [], kept = null;

const finishedTrick = () => document.querySelector("#trick:has(> .part > .swept)");
const isGone = () => sweeping.length > 0 && sweeping.every(({playState}) => playState === "finished");

function keepTrick() {
  kept = reducesMotion.matches || isGone() ? null : finishedTrick()?.cloneNode(true);
}

function sweepTrick() {
  if (!finishedTrick()) {
    sweeping.forEach(animation => animation.cancel());
    sweeping = [];
    if (kept) sweepCopy(kept);
  } else if (!kept && !sweeping.length && !reducesMotion.matches) {
    sweeping = sweep(finishedTrick(), SHOWN_FOR);
  }
  kept = null;
}

// The update has removed the trick, so an inert copy in the same place is swept instead.
function sweepCopy(copy) {
  const seats = document.querySelector("#felt > .seats");
  if (!seats) return;
  [copy, ...copy.querySelectorAll("[id]")].forEach(element => element.removeAttribute("id"));
  copy.inert = true;
  seats.append(copy);
  Promise.allSettled(sweep(copy, 0).map(({finished}) => finished)).then(() => copy.remove());
}

// To the seat from the cards' places in the layout: the last card may still be moving to its own.
function sweep(trick, delay) {
  const area = box(trick), seat = box(document.getElementById(`plate-${trick.querySelector(".wins").dataset.hand}`));
  if (!seat) return []; // a sheet from below hides the plates of a phone
  const [x, y] = [seat.x + seat.width / 2 - area.x, seat.y + seat.height / 2 - area.y];
  return [...trick.querySelectorAll(".played-card")].map(card => {
    const {offsetLeft, offsetTop, offsetWidth, offsetHeight} = card;
    const way = `${x - offsetLeft - offsetWidth / 2}px ${y - offsetTop - offsetHeight / 2}px`;
    return card.animate({translate: ["none", way], scale: ["none", ".4"], opacity: [1, 1, 0]}, {...SWEEP, delay});
  });
}

requestAnimationFrame(sweepTrick); // that of the page: measuring it makes the browser lay out, after the other scripts
