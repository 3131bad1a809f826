// What players say in the chat shows at their plates for a moment, also where the chat is out of sight; and the menu has the
// ready phrases, where the chat is below the cards.

import {box} from "./site.js";

const SHOWN_FOR = 4000;

const chat = () => document.getElementById("chat");
const number = message => Number(message.id.slice("message-".length));
const said = () => [...chat().querySelectorAll(".message[data-seat]")];
const newest = () => Math.max(0, ...said().map(number));
let shownUpTo = newest();

document.addEventListener("next-table", () => shownUpTo = newest());
document.addEventListener("htmx:after:swap", () => {
  const latest = said().filter(message => number(message) > shownUpTo);
  shownUpTo = Math.max(shownUpTo, ...latest.map(number));
  latest.forEach(show);
});

function show(message) {
  const layer = document.getElementById("speech"), {seat} = message.dataset, words = message.querySelector(".words").textContent;
  const [plate, name] = ["", " .name"].map(part => box(document.querySelector(`.plate[data-hand="${seat}"]${part}`)));
  // A log that is folded away is not read aloud.
  if (!chat().open) document.getElementById("live-region").textContent = `${message.querySelector("b").textContent}: ${words}`;
  layer.querySelector(`[data-seat="${seat}"]`)?.remove();
  if (!name || getComputedStyle(chat()).position === "fixed") return; // a chat over the table has these words in it
  const bubble = document.createElement("p");
  bubble.dataset.seat = seat;
  bubble.textContent = words;
  layer.append(bubble);
  place(bubble, plate, name);
  setTimeout(() => bubble.remove(), SHOWN_FOR);
}

// Beside the speaker's name where the plate is wide enough, else below it.
function place(bubble, plate, name) {
  const beside = plate.right - name.right - 12 >= 140;
  bubble.style.maxWidth = `${beside ? plate.right - name.right - 12 : Math.max(140, plate.width - 12)}px`;
  const most = document.documentElement.clientWidth - bubble.offsetWidth - 6;
  const left = beside ? name.right + 6 : Math.min(plate.left + 6, most);
  bubble.style.left = `${scrollX + Math.max(6, left)}px`;
  bubble.style.top = `${scrollY + (beside ? plate.top + (plate.height - bubble.offsetHeight) / 2 : name.bottom + 2)}px`;
}

// --- In the menu ---

document.addEventListener("toggle", ({target}) => {
  if (target.id === "menu" && target.open) offerPhrases(target.querySelector(".menu-panel"));
}, true);

function offerPhrases(panel) {
  const phrases = chat().querySelectorAll(".phrases button");
  if (!phrases.length || panel.querySelector(".say")) return;
  const row = document.createElement("div");
  row.className = "say phrases";
  for (const phrase of phrases) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = phrase.textContent;
    button.addEventListener("click", () => phrase.click());
    row.append(button);
  }
  panel.querySelector(".menu-places").after(row);
}
