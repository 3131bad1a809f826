// An ending that comes while one looks on moves for a second. A win, a made nil, a personal best and a promotion are
// celebrated, each once in a browser: suits fall. The server says what is one. A tap ends all of it.

import {preferences, reducesMotion} from "./site.js";

const KEY = "spades.celebrated", KEPT = 50, SUITS = 16; // the suits of motion.css

const isEnding = () => Boolean(document.querySelector("#sheet :is([data-sounds], .standings)"));
let wasEnding = isEnding();

// A page of a table that is loaded with its ending has shown it before.
function celebrate(isLoaded) {
  const was = wasEnding;
  if ((wasEnding = isEnding()) && !was) preferences.ended = "";
  for (const element of document.querySelectorAll("[data-celebrates]")) {
    const isNews = isNew(`${element.dataset.celebrates} ${element.dataset.once}`), isOld = isLoaded && element.closest("#game");
    if (isNews && !isOld && !reducesMotion.matches) letSuitsFall();
  }
}

function isNew(what) {
  const before = (localStorage.getItem(KEY) ?? "").split("\n");
  if (before.includes(what)) return false;
  localStorage.setItem(KEY, [...before, what].slice(-KEPT).join("\n"));
  return true;
}

function letSuitsFall() {
  if (document.querySelector(".falling")) return;
  const suits = document.createElement("div");
  suits.className = "falling";
  suits.ariaHidden = "true";
  for (let nth = 0; nth < SUITS; nth++) suits.append(Object.assign(document.createElement("i"), {className: `pip ${"shcd"[nth % 4]}`}));
  document.body.append(suits);
  Promise.allSettled(suits.getAnimations({subtree: true}).map(({finished}) => finished)).then(() => suits.remove());
}

for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, endMotion);

function endMotion() {
  document.querySelector(".falling")?.remove();
  const moving = document.getElementById("sheet")?.getAnimations({subtree: true}) ?? [];
  moving.filter(({effect}) => effect.getComputedTiming().endTime < Infinity).forEach(animation => animation.finish());
}

document.addEventListener("htmx:after:swap", () => celebrate(false));
celebrate(true);
