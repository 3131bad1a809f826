// What players say in the chat shows at their plates for a moment, also where the chat is out of sight; and the menu has the
// ready phrases, where the chat is below the cards.

import {box} from "./site.js";

const SHOWN_FOR = 4000;

const layer = document.getElementById("speech");
const chat = document.getElementById("chat");
const number = message => Number(message.id.slice("message-".length));
const said = () => [...chat.querySelectorAll(".message[data-seat]")];
let shownUpTo = Math.max(0, ...said().map(number));

document.addEventListener("htmx:after:swap", () => {
  const latest = said().filter(message => number(message) > shownUpTo);
  shownUpTo = Math.max(shownUpTo, ...latest.map(number));
  latest.forEach(show);
});

function show(message) {
  const {seat} = message.dataset, words = message.querySelector(".words").textContent;
  const plate = box(document.querySelector(`.plate[data-hand="${seat}"]`));
  if (!plate) return;
  layer.querySelector(`[data-seat="${seat}"]`)?.remove();
  const bubble = document.createElement("p");
  bubble.dataset.seat = seat;
  bubble.textContent = words;
  bubble.style.maxWidth = `${Math.max(140, plate.width - 12)}px`;
  layer.append(bubble);
  const most = document.documentElement.clientWidth - bubble.offsetWidth - 6;
  bubble.style.left = `${scrollX + Math.max(6, Math.min(plate.left + 6, most))}px`;
  bubble.style.top = `${scrollY + plate.top + (plate.height - bubble.offsetHeight) / 2}px`;
  setTimeout(() => bubble.remove(), SHOWN_FOR);
  // A log that is folded away is not read aloud.
  if (!chat.open) document.getElementById("live-region").textContent = `${message.querySelector("b").textContent}: ${words}`;
}

// --- In the menu ---

document.addEventListener("toggle", ({target}) => {
  if (target.id === "menu" && target.open) offerPhrases(target.querySelector(".menu-panel"));
}, true);

function offerPhrases(panel) {
  const phrases = chat.querySelectorAll(".phrases button");
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
  panel.prepend(row);
}
