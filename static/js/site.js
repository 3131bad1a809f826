// What a page can do better with JavaScript. Nothing here knows a rule of the game, and everything works without it.

const state = () => document.getElementById("state");
const ownTitle = document.title;
const still = matchMedia("(prefers-reduced-motion: reduce)");

// --- A newer table is never overwritten by an older answer, nor a refusal's sentence by the same table again ---

function isStale(fragment) {
  const next = fragment?.querySelector?.("#state"), shown = state();
  if (!shown) return false;
  if (!next) return location.reload(), true; // a page of its own, such as an error's, instead of the table
  const [coming, here] = [next, shown].map(element => Number(element.dataset.version));
  return coming < here || (coming === here && document.getElementById("notice") && !fragment.querySelector("#notice"));
}

let before = new Map();
let focused = null;

document.addEventListener("htmx:before:swap", event => {
  const main = event.detail.tasks?.find(task => task.type === "main");
  if (main?.target?.id !== "game") return; // the talk, the lobby and the like look after themselves
  if (isStale(main.fragment)) event.preventDefault();
  else remember();
});

document.addEventListener("htmx:after:swap", () => {
  travel();
  refocus();
  [before, focused] = [new Map(), null];
  refresh();
});

function remember() {
  const placed = [...document.querySelectorAll("#felt .plate, #felt .card[id], #felt .trick li")];
  before = new Map(placed.map(element => [element.id, element.getBoundingClientRect()]));
  focused = document.activeElement.matches("button.card") ? document.activeElement : null;
}

// --- Cards travel from where they lay to the trick, and plates to where their side puts them ---

function travel() {
  if (still.matches || !before.size) return;
  for (const seat of document.querySelectorAll("#felt .plate"))
    if (before.has(seat.id)) glide(seat, before.get(seat.id));
  for (const card of document.querySelectorAll("#trick li")) {
    if (before.has(card.id)) continue;
    const from = before.get(card.id.replace("trick", "card")) ?? plate(card.dataset.from);
    if (from) glide(card, from);
  }
}

const plate = position => document.querySelector(`.plate.at-${position}`)?.getBoundingClientRect();

function glide(element, from) {
  const to = element.getBoundingClientRect();
  const x = from.x + from.width / 2 - to.x - to.width / 2, y = from.y + from.height / 2 - to.y - to.height / 2;
  if (Math.hypot(x, y) < 8) return;
  element.animate({transform: [`translate(${x}px, ${y}px)`, "none"]}, {duration: 240, easing: "cubic-bezier(.2, .7, .3, 1)"});
}

// --- The focus stays among the cards when the card that had it is played ---

function refocus() {
  if (!focused || focused.isConnected) return;
  focusFirst(".on-turn button.card:not([aria-disabled])") || focusFirst("#hand button.card");
}

// --- What is on the page follows the table ---

function refresh() {
  document.title = turnsElsewhere() + (state()?.dataset.title ?? ownTitle);
  countPicks();
  document.querySelectorAll(".bid-form").forEach(labelBid);
  tick();
}

function turnsElsewhere() {
  const here = state()?.hasAttribute("data-your-turn") ? 1 : 0;
  const elsewhere = Number(document.querySelector("[data-turns]")?.dataset.turns ?? 0) - here;
  return elsewhere > 0 ? `(${elsewhere}) ` : "";
}

function countPicks() {
  const form = document.querySelector("form[data-pick]");
  if (!form) return;
  const picks = [...form.querySelectorAll("[name=places]")], wanted = Number(form.dataset.pick);
  const picked = picks.filter(box => box.checked).length;
  form.querySelector("[data-picked]").textContent = `${picked}/${wanted}`;
  picks.forEach(box => box.disabled = !box.checked && picked >= wanted);
}

function labelBid(form) {
  const number = form.querySelector("[name=tricks]:checked")?.value, button = form.querySelector("[data-label]");
  if (!number) return;
  const nils = [...form.querySelectorAll("[name=nils]:checked")].map(box => box.dataset.name);
  if (form.dataset.nils) nils.push(form.dataset.nils);
  button.textContent = `${form.dataset.bid} ${number}${nils.length ? `, ${form.dataset.nil} ${nils.join(", ")}` : ""}`;
}

function tick() {
  for (const time of document.querySelectorAll("time[data-countdown]")) {
    const left = Math.max(0, Math.ceil((new Date(time.dateTime) - Date.now()) / 1000));
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

setInterval(tick, 500);
document.addEventListener("change", refresh);

// --- A dimmed card is not sent: it says why it can't be played, or nothing when it is not this hand's turn ---

document.addEventListener("click", event => {
  const card = event.target.closest?.("button.card[aria-disabled=true]");
  if (!card) return;
  event.preventDefault();
  event.stopPropagation();
  const why = document.getElementById(card.getAttribute("aria-describedby"));
  if (why) say(why.textContent);
}, true);

function say(sentence) {
  document.getElementById("say").textContent = sentence;
  const tag = document.querySelector(".plate .turn-tag.mine");
  if (!still.matches) tag?.animate({translate: ["0", "-5px", "5px", "0"]}, {duration: 220});
}

// --- Keyboard: arrows between cards, digits to bid, L, S and ? ---

const cardsOf = card => [...card.closest("form").querySelectorAll("button.card")];
const keys = {
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  ArrowUp: () => focusFirst("#dummy button.card"),
  ArrowDown: () => focusFirst("#hand button.card"),
  l: () => toggle("last-trick"),
  s: () => document.querySelector(".menu-panel a")?.click(),
  "?": () => toggle("menu"),
  Escape: () => document.querySelectorAll("details[open]").forEach(details => details.open = false),
};

function step(by) {
  const cards = document.activeElement.matches("button.card") ? cardsOf(document.activeElement) : [];
  if (!cards.length) return focusFirst(".on-turn button.card:not([aria-disabled])") || focusFirst("#hand button.card");
  cards[(cards.indexOf(document.activeElement) + by + cards.length) % cards.length].focus();
  return true;
}

function focusFirst(selector) {
  const found = document.querySelector(selector);
  found?.focus({preventScroll: true});
  return Boolean(found);
}

function toggle(id) {
  const details = document.getElementById(id);
  if (details) details.open = !details.open;
}

function pickNumber(digit) {
  const radio = document.querySelector(`.bid-form [name=tricks][value="${digit}"]`);
  if (!radio || radio.type !== "radio") return false;
  radio.checked = true;
  radio.focus();
  refresh();
  return true;
}

document.addEventListener("keydown", event => {
  if (!state() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  if (event.target.matches("[type=radio]") && event.key.startsWith("Arrow")) return;
  const action = keys[event.key] ?? (/^\d$/.test(event.key) && (() => pickNumber(event.key)));
  if (action && action() !== false) event.preventDefault();
});

// --- A plain form that came by a live update has no token: it takes the page's along ---

document.addEventListener("submit", ({target: form}) => {
  if (form.method !== "post" || form.matches("[hx-post]") || form.elements.csrfmiddlewaretoken) return;
  const value = JSON.parse(document.body.getAttribute("hx-headers:inherited"))["X-CSRFToken"];
  form.append(Object.assign(document.createElement("input"), {type: "hidden", name: "csrfmiddlewaretoken", value}));
});

// --- Out of reach of the server: say so, and say no more once it is back ---

document.addEventListener("htmx:ws:close", event => setOffline(event.detail.reason === "closed" && !document.hidden));
document.addEventListener("htmx:after:ws:connection", () => setOffline(false));

function setOffline(offline) {
  const banner = document.getElementById("offline");
  if (banner) banner.hidden = !offline;
}

refresh();
