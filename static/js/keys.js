// Keys for the table, the confirmation before a card is played, and the card of a hint.

import {showMessage} from "./panels.js";
import {ON_TURN, focusCard, fold, isAhead, preferences, refresh, state} from "./site.js";

// --- Keys: arrows between cards, digits and N to bid, C to claim, L, M and S for what is on the table, ? for the list of them ---

// In the order in which one sees them: the style sheet may lay the suits in two rows.
const cardsOf = card => [...card.closest("form").querySelectorAll("button.card")].sort((a, b) => rowOf(a) - rowOf(b));
const rowOf = card => Number(getComputedStyle(card.closest(".suit")).order);
const keys = {
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  ArrowUp: () => focusCard("#dummy"),
  ArrowDown: () => focusCard("#hand"),
  n: () => press(".nil-choices input"),
  c: () => unfold("claim-ask"),
  l: () => unfold("last-trick"),
  m: () => press("#mark button"),
  s: () => press(".sheet-link"),
  "?": () => help.showModal(),
  Escape: () => fold("details[open]:not(.chat-box)"),
};
const help = document.getElementById("help");

function step(by) {
  const cards = document.activeElement.matches("button.card") ? cardsOf(document.activeElement) : [];
  if (!cards.length) return focusCard(ON_TURN) || focusCard("#hand");
  cards[(cards.indexOf(document.activeElement) + by + cards.length) % cards.length].focus();
  return true;
}

function press(selector) {
  const element = document.querySelector(selector);
  element?.click();
  return Boolean(element);
}

function unfold(id) {
  const details = document.getElementById(id);
  if (!details) return false;
  details.open = !details.open;
  (details.open && details.querySelector("button") || details.querySelector("summary")).focus();
  return true;
}

// A digit chooses how many tricks to bid or to claim; 1 and another digit right after it make 10 to 13.
let one = -Infinity;

function pickNumber(digit, when) {
  const number = when - one < 1000 && digit <= "3" ? `1${digit}` : digit;
  const radio = document.querySelector(`:is(.bid-form, .claim[open]) [name=tricks][type=radio][value="${number}"]`);
  one = digit === "1" && number === "1" ? when : -Infinity;
  if (!radio) return false;
  radio.checked = true;
  radio.focus();
  refresh();
  return true;
}

document.addEventListener("keydown", event => {
  if (!state() || help.open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  if (event.target.matches("[type=radio]") && event.key.startsWith("Arrow")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = keys[key] ?? (/^\d$/.test(key) && (() => pickNumber(key, event.timeStamp)));
  if (action && action() !== false) event.preventDefault();
});

document.addEventListener("click", event => event.target.closest?.("[data-help]") && help.showModal());

// --- If the player wants to confirm cards, the first click picks a card and a second click on it plays it ---

let picked = "";

document.addEventListener("click", event => {
  const card = event.target.closest?.("button.card:not([aria-disabled])");
  if (!card || isAhead(card.form) || preferences.asksTwice === undefined || !event.isTrusted || card.id === picked) return;
  event.preventDefault();
  event.stopPropagation();
  picked = card.id;
  showPicked();
  showMessage(onceMore(card));
}, true);

// Its sentence is shown where the hand says why a dimmed card can't be played, and goes with it when the turn passes.
function onceMore(card) {
  const sentence = document.getElementById("once-more") ?? document.createElement("p");
  Object.assign(sentence, {id: "once-more", className: "sr", ariaHidden: "true"});
  sentence.textContent = `${preferences.asksTwice} ${card.ariaLabel}`;
  card.form.querySelector("[id^=why-not]").after(sentence);
  return sentence;
}

function showPicked() {
  if (picked && !document.querySelector(`${ON_TURN} #${picked}:not([aria-disabled])`)) picked = "";
  document.querySelectorAll("button.card").forEach(card => card.classList.toggle("picked", card.id === picked));
}

document.addEventListener("htmx:after:swap", showPicked);

// --- The card that an open hint names is marked ---

function showHinted() {
  const named = document.querySelector(".ask-hint[open] [data-names]")?.dataset.names;
  document.querySelectorAll("button.card").forEach(card => card.classList.toggle("hinted", card.id === named));
}

document.addEventListener("htmx:after:swap", showHinted);
document.addEventListener("toggle", showHinted, true);
