// What covers a table and gets out of the way: panels, sentences above a hand, and notices.

import {box, focusTitle, fold, reducesMotion} from "./site.js";

document.addEventListener("submit", ({target}) => target.matches(".sound-switch") || fold(".menu[open]"), true);

// On a phone a hint covers the question that it answers. A click beside it only closes it: there is more to see
// before one chooses. Keys have no `detail`, and mean what has the focus.
let uncovers = false;

document.addEventListener("pointerdown", ({target}) => uncovers = coveredByHint(target), true); // before it is closed

document.addEventListener("click", event => {
  if (!uncovers || !event.detail) return;
  uncovers = false;
  event.preventDefault();
  event.stopPropagation();
}, true);

function coveredByHint(target) {
  const hint = box(document.querySelector(".ask-hint[open] .panel")), question = box(target.closest?.(".centre-panel"));
  if (!hint || !question) return false;
  const middle = question.x + question.width / 2;
  return hint.left < middle && middle < hint.right && hint.top < question.bottom;
}

document.addEventListener("click", ({target}) => {
  const details = target.closest?.("[data-closes]")?.closest("details");
  if (!details) return;
  details.open = false;
  details.querySelector("summary").focus();
});

// What unfolds at the menu's end is below its edge: the menu scrolls.
document.addEventListener("toggle", ({target}) => {
  if (target.matches(".give-up[open]")) target.scrollIntoView({block: "nearest"});
}, true);

// The message about the last deal takes its own button along, which has the focus.
document.addEventListener("toggle", ({target}) => {
  const focused = document.activeElement;
  if (target.matches(".last-deal:not([open])") && (focused === document.body || target.contains(focused))) focusTitle();
}, true);

// --- A click on a dimmed card shows why it can't be played; nothing is sent ---

document.addEventListener("click", event => {
  const card = event.target.closest?.("button.card[aria-disabled=true]");
  if (!card) return;
  event.preventDefault();
  event.stopPropagation();
  const why = document.getElementById(card.getAttribute("aria-describedby"));
  if (why?.textContent) showMessage(why);
}, true);

let hiding;

// One sentence at a time is shown above a hand, for as long as it takes to read it.
export function showMessage(sentence) {
  announce(sentence.textContent);
  hideMessage();
  sentence.classList.add("hand-message");
  sentence.scrollIntoView({block: "nearest"});
  hiding = setTimeout(hideMessage, 5000);
}

function hideMessage() {
  clearTimeout(hiding);
  document.querySelectorAll(".hand-message").forEach(sentence => sentence.classList.remove("hand-message"));
}

function announce(sentence) {
  document.getElementById("live-region").textContent = sentence;
  const tag = document.querySelector(".plate .turn-tag.mine");
  if (!reducesMotion.matches) tag?.animate({transform: ["none", "translateX(-5px)", "translateX(5px)", "none"]}, {duration: 220});
}

// --- A notice is closed by a click on it, by Escape, and by the answer to what the player has done since ---

const noticeShown = () => document.querySelector(".part > #notice, #messages > p:not([hidden])");

document.addEventListener("click", ({target}) => noticeShown()?.contains(target) && noticeShown().remove());
document.addEventListener("keydown", ({key}) => key === "Escape" && noticeShown()?.remove());

// What the page asks for by itself says nothing about it, nor does a proxy's page.
document.addEventListener("htmx:after:request", ({detail: {ctx: {target, request, response}}}) => {
  if (target?.id === "game" && request.method === "POST" && response.status < 500) noticeShown()?.remove();
});
