// What a page can do better with JavaScript. Nothing here knows a rule of the game, and everything works without it.

const state = () => document.getElementById("state");
const ownTitle = document.title;
const wish = document.documentElement.dataset; // what this player has chosen under /you/
const still = {get matches() { return wish.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches; }};

// --- A newer table is never overwritten by an older answer, and a refusal's sentence stays with the table it is about ---

function isStale(fragment) {
  const next = fragment?.querySelector?.("#state"), shown = state();
  if (!shown) return false;
  if (!next) return location.reload(), true; // a page of its own, such as an error's, instead of the table
  const [coming, here] = [next, shown].map(element => Number(element.dataset.version));
  if (coming === here) keepNotice(fragment, next);
  return coming < here;
}

function keepNotice(fragment, next) {
  const said = document.getElementById("notice");
  if (!said || fragment.querySelector("#notice")) return;
  const kept = said.cloneNode(true);
  kept.dataset.kept = "";
  next.after(kept);
}

let before = new Map();
let focused = null;
let wasOnTurn;
let stage = stageShown();

// What a proxy says while the server is away (base.html names the statuses) is put nowhere.
const tableIn = ({ctx, tasks}) => ctx?.swap === "none" ? null : tasks?.find(task => ["game", "part-now"].includes(task.target?.id));

document.addEventListener("htmx:before:swap", event => {
  const table = tableIn(event.detail);
  if (!table) return; // the talk, the lobby and the like look after themselves
  if (isStale(table.fragment)) event.preventDefault();
  else remember();
});

document.addEventListener("htmx:after:swap", () => {
  travel();
  refocus();
  startAtTheTop();
  [before, focused] = [new Map(), null];
  refresh();
});

function remember() {
  const placed = [...document.querySelectorAll("#felt .plate, :is(#hand, #dummy) .card, #felt .trick li")];
  before = new Map(placed.map(element => [element.id || element.className, box(element)]));
  focused = document.activeElement.matches("button.card") ? document.activeElement : null;
  wasOnTurn = handOnTurn()?.id;
}

// --- What begins begins at the top of the page, however far down the last thing was read ---

function startAtTheTop() {
  if (stage !== stageShown()) scrollTo(0, 0);
  stage = stageShown();
}

function stageShown() {
  return document.querySelector(".game")?.classList[1];
}

// --- Cards travel from where they lay to the trick, and plates to where their side puts them; what wasn't shown can't ---

function travel() {
  if (still.matches || !before.size) return;
  for (const seat of document.querySelectorAll("#felt .plate")) glide(seat, before.get(seat.id));
  for (const card of document.querySelectorAll("#trick li"))
    if (!before.has(card.id)) glide(card, layAt(card) ?? plate(card.dataset.from));
}

// A card one only looks at has no id, but nothing else in the two hands looks like it.
const layAt = card =>
  before.get(card.id.replace("trick", "card")) ?? before.get(card.querySelector(".card").className);

const box = element => element?.getClientRects()[0];
const plate = position => box(document.querySelector(`.plate.at-${position}`));

function glide(element, from) {
  const to = box(element), felt = box(document.getElementById("felt"));
  if (!from || !to) return;
  const centred = from.x + from.width / 2 - to.x - to.width / 2, y = from.y + from.height / 2 - to.y - to.height / 2;
  const x = Math.min(Math.max(centred, felt.left - to.left), felt.right - to.right); // what grows doesn't stick out
  if (Math.hypot(x, y) < 8) return;
  // On its way it lies upon other things: a click is for those.
  const way = {translate: [`${x}px ${y}px`, "none"], pointerEvents: ["none", "none"]};
  element.animate(way, {duration: 240, easing: "cubic-bezier(.2, .7, .3, 1)"});
}

// --- The focus stays among the cards when the card that had it is played, and goes along when the turn passes ---

const handOnTurn = () => document.querySelector("form.on-turn");

function refocus() {
  const turn = handOnTurn(), passed = turn && turn.id !== wasOnTurn && !turn.contains(focused);
  if (focused && (passed || !focused.isConnected)) focusCard(".on-turn") || focusFirst("#hand button.card");
}

function focusCard(hand) {
  return focusFirst(`${hand} button.card:not([aria-disabled])`) || focusFirst(`${hand} button.card`);
}

function focusFirst(selector) {
  const found = document.querySelector(selector);
  found?.focus({preventScroll: true});
  return Boolean(found);
}

// --- What is on the page follows the table ---

function refresh() {
  for (const input of document.querySelectorAll("#game [name=version]")) input.value = state().dataset.version;
  document.title = turnsElsewhere() + (state()?.dataset.title ?? ownTitle);
  countPicks();
  document.querySelectorAll(".bid-form").forEach(labelBid);
  tick();
}

function turnsElsewhere() {
  const waiting = document.querySelector("[data-turns]")?.dataset.turns;
  return waiting ? `(${waiting}) ` : "";
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

// --- A double click is one click: the second would meet whatever the first has put in the button's place ---

const DOUBLE = 400;
let cardSentAt = -Infinity, lastClick = {button: null, at: -Infinity};

document.addEventListener("submit", ({submitter}) => submitter?.matches(".card") && (cardSentAt = performance.now()), true);

document.addEventListener("click", event => {
  const button = event.target.closest?.("button"); // which may belong to a form it doesn't lie in
  if (button?.form?.method !== "post") return;
  const isAgain = isSecond(event, button);
  lastClick = {button, at: performance.now()};
  if (!isAgain) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// Two cards may well be clicked soon after one another, but not as soon as one has been sent. Not every browser counts taps.
function isSecond({detail, pointerType}, button) {
  const counts = detail > 1 || pointerType === "touch", now = performance.now();
  if (button.matches(".card")) return counts && now - cardSentAt < DOUBLE;
  return detail > 1 || (counts && button === lastClick.button && now - lastClick.at < DOUBLE);
}

// A key that is held down plays one card, not the whole hand.
document.addEventListener("keydown", event => {
  if (event.repeat && ["Enter", " "].includes(event.key) && event.target.matches?.("button.card")) event.preventDefault();
});

// --- What was unfolded over the table is folded again by whatever is done elsewhere ---

const OVER_THE_TABLE = ":is(.menu, .last-trick, .claim, .ask-hint)[open]";

document.addEventListener("pointerdown", ({target}) => fold(details => !details.contains(target)));
document.addEventListener("submit", () => fold(details => details.matches(".menu")), true);

function fold(which) {
  [...document.querySelectorAll(OVER_THE_TABLE)].filter(which).forEach(details => details.open = false);
}

// --- A dimmed card is not sent: it says why it can't be played, or nothing when it is not this hand's turn ---

document.addEventListener("click", event => {
  const card = event.target.closest?.("button.card[aria-disabled=true]");
  if (!card) return;
  event.preventDefault();
  event.stopPropagation();
  const why = document.getElementById(card.getAttribute("aria-describedby"));
  if (why) tell(why);
}, true);

let toldLongEnough;

function tell(why) {
  say(why.textContent);
  why.classList.add("told");
  why.scrollIntoView({block: "nearest"});
  clearTimeout(toldLongEnough);
  toldLongEnough = setTimeout(() => why.classList.remove("told"), 5000);
}

function say(sentence) {
  document.getElementById("say").textContent = sentence;
  const tag = document.querySelector(".plate .turn-tag.mine");
  if (!still.matches) tag?.animate({transform: ["none", "translateX(-5px)", "translateX(5px)", "none"]}, {duration: 220});
}

// --- A plain form that came by a live update has no token: it takes the page's along ---

document.addEventListener("submit", ({target: form}) => {
  if (form.method !== "post" || form.matches("[hx-post]") || form.elements.csrfmiddlewaretoken) return;
  const value = JSON.parse(document.body.getAttribute("hx-headers:inherited"))["X-CSRFToken"];
  form.append(Object.assign(document.createElement("input"), {type: "hidden", name: "csrfmiddlewaretoken", value}));
});

// --- An installed app has a page to show without a connection ---

navigator.serviceWorker?.register("/service-worker.js");

refresh();
htmx.process(document.body); // once more: it may have begun before its extension for sockets had come
