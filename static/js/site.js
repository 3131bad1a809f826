// Enhancements for every page. No rule of the game is here, and all works without scripts.

export const state = () => document.getElementById("state");
export const mine = () => document.getElementById("mine"); // exists while the table waits for this player
export const titleOfTable = () => (mine() ?? document.getElementById("tab"))?.dataset.title;
const ownTitle = document.title;
export const preferences = document.documentElement.dataset; // chosen in the settings
export const reducesMotion = {get matches() { return preferences.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches; }};

// --- A click elsewhere closes a menu or panel over the page; so does Escape, which gives the focus back ---

const OVER_THE_PAGE = ":is(.menu, .last-trick, .claim, .ask-hint, .about-nil, .more)[open]";

export function fold(selector, isMeant = () => true) {
  for (const details of [...document.querySelectorAll(selector)].filter(isMeant)) {
    if (details.contains(document.activeElement)) details.querySelector("summary").focus({preventScroll: true});
    details.open = false;
  }
}

document.addEventListener("pointerdown", ({target}) => fold(OVER_THE_PAGE, details => !details.contains(target)));
document.addEventListener("keydown", ({key}) => key === "Escape" && fold(OVER_THE_PAGE));

// --- A newer table is never overwritten by an older answer ---

function isStale(fragment) {
  const next = fragment?.querySelector?.("#state"), shown = state();
  if (!shown) return false;
  if (!next) return location.reload(), true; // another page, such as an error's
  const [coming, here] = [next, shown].map(element => Number(element.dataset.version));
  return coming < here;
}

// A notice is about one version of the table, and is removed with it.
function dropOldNotice() {
  const notice = document.getElementById("notice");
  if (Number(notice?.dataset.version) < Number(state()?.dataset.version)) notice.remove();
}

let focused = null, place, wasOnTurn;
let stage = stageShown();

// A proxy's page for a server that is down is not shown (base.html lists the statuses).
export const tableIn = ({ctx, tasks}) => ctx?.swap === "none" ? null : tasks?.find(task => ["game", "p-state"].includes(task.target?.id));

document.addEventListener("htmx:before:swap", event => {
  const target = event.detail.ctx?.target, table = tableIn(event.detail);
  if (target?.id === "game" && !target.isConnected) return event.preventDefault(); // a late answer of the table before
  if (!table) return; // the chat, the lobby and other lists need nothing of this
  if (isStale(table.fragment)) event.preventDefault();
  else remember();
});

document.addEventListener("htmx:after:swap", () => {
  document.querySelectorAll("#hand, #dummy").forEach(dim);
  refocus();
  startAtTheTop();
  focused = null;
  refresh();
});

function remember() {
  focused = document.activeElement.closest("#game *");
  place = [...focused?.form?.querySelectorAll("button.card") ?? []].indexOf(focused);
  wasOnTurn = handOnTurn()?.id;
  document.getElementById("live-region").textContent = ""; // so that the same sentence is announced again
}

// --- Cards that the mark of their hand does not name can't be played ---

function dim(hand) {
  const playable = hand.querySelector("[data-playable]")?.dataset.playable.split(" ");
  const why = hand.querySelector("[id^=why-not]")?.id;
  for (const card of hand.querySelectorAll("button.card")) {
    const isDimmed = playable?.includes(card.value) === false;
    card.ariaDisabled = isDimmed || null;
    if (isDimmed) card.setAttribute("aria-describedby", why);
    else card.removeAttribute("aria-describedby");
  }
}

// --- A new stage of the game is shown from the top of the page ---

function startAtTheTop() {
  if (stage !== stageShown()) scrollTo(0, 0);
  stage = stageShown();
}

function stageShown() {
  return document.querySelector(".game")?.classList[1];
}

export const box = element => element?.getClientRects()[0];

// --- Focus: of a card that is gone or may not be played now goes to the nearest that may be; of anything else that is
// gone, to the heading: what to do next comes after it ---

export const ON_TURN = "form:has(> .part > .on-turn)";
export const isAhead = form => Boolean(form.elements.ahead); // its cards are chosen before the turn
const handOnTurn = () => document.querySelector(ON_TURN);

function refocus() {
  const isCard = focused?.matches("button.card"), turn = handOnTurn(), passed = isCard && turn && turn.id !== wasOnTurn;
  const stays = focused?.isConnected && (!passed || turn.contains(focused) && !focused.ariaDisabled);
  if (focused && !stays) isCard && (focusCard(ON_TURN, place) || focusCard("#hand", place)) || focusTitle();
}

export function focusCard(hand, place = 0) {
  const cards = [...document.querySelectorAll(`${hand} button.card`)];
  const distance = card => Math.abs(cards.indexOf(card) - place) + (card.ariaDisabled ? 13 : 0);
  return focus(cards.toSorted((one, other) => distance(one) - distance(other))[0]);
}

// In a lesson the coach comes before the table.
export const focusTitle = () => focus(document.querySelector("#coach-title, #game h1"));

function focus(element) {
  element?.focus({preventScroll: true});
  return Boolean(element);
}

// --- After every update and every input ---

export function refresh() {
  for (const input of document.querySelectorAll("#game [name=version]")) input.value = state().dataset.version;
  dropOldNotice();
  document.title = turnsElsewhere() + (titleOfTable() ?? ownTitle);
  countPicks();
  document.querySelectorAll(".bid-form").forEach(labelBid);
  document.querySelector("[data-go]")?.click(); // a table is found, or has fallen through
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
  const chosen = form.querySelector("[name=tricks]:checked"), label = form.querySelector("[data-label]");
  if (!chosen) return;
  form.querySelector(".consequence").textContent = chosen.dataset.leadsTo;
  const nils = [...form.querySelectorAll("[name=nils]:checked")].map(box => box.dataset.name);
  label.textContent = `${form.dataset.bid} ${chosen.value}${nils.length ? `, ${form.dataset.nil} ${nils.join(", ")}` : ""}`;
}

document.addEventListener("change", refresh);

// The button says what a bid lacks; the browser's bubble would cover it.
document.addEventListener("invalid", event => {
  const form = event.target.closest(".bid-form");
  if (!form) return;
  event.preventDefault();
  form.querySelector("input:invalid").focus();
}, true);

// --- A double click counts once: the second would hit what takes the button's place ---

const DOUBLE = 400;
let cardSentAt = -Infinity, lastClick = {button: null, at: -Infinity};

document.addEventListener("submit", ({submitter}) => submitter?.matches(".card") && !isAhead(submitter.form) && (cardSentAt = performance.now()), true);

document.addEventListener("click", event => {
  const button = event.target.closest?.("button"); // its form may be elsewhere in the page
  if (button?.form?.method !== "post") return;
  const isAgain = isSecond(event, button);
  lastClick = {button, at: performance.now()};
  if (!isAgain) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// Two cards may be clicked quickly, but not right after one was played. Not every browser counts taps.
function isSecond({detail, pointerType}, button) {
  const counts = detail > 1 || pointerType === "touch", now = performance.now();
  const isSame = counts && button === lastClick.button && now - lastClick.at < DOUBLE;
  return isSame || (button.matches(".card") ? counts && now - cardSentAt < DOUBLE : detail > 1);
}

// Holding a key down plays one card, not the whole hand.
document.addEventListener("keydown", event => {
  if (event.repeat && ["Enter", " "].includes(event.key) && event.target.matches?.("button.card")) event.preventDefault();
});

// --- A plain form from a live update has no CSRF token, and gets the page's; a page for strangers asks for one ---

document.addEventListener("submit", event => {
  const {target: form, submitter} = event;
  if (form.method !== "post" || form.matches("[hx-post]") || giveToken(form)) return;
  event.preventDefault();
  form.asking ??= fetch("/token/").then(answer => answer.ok ? answer.text() : "", () => "").then(token => {
    const field = addToken(form, token);
    form.requestSubmit(submitter);
    field.remove(); // it changes when one signs in, and browsers come back to this page
    form.asking = null;
  });
});

export function giveToken(form) {
  const ofPage = document.body.getAttribute("hx-headers:inherited");
  return form.elements.csrfmiddlewaretoken ?? (ofPage && addToken(form, JSON.parse(ofPage)["X-CSRFToken"]));
}

function addToken(form, value) {
  const field = Object.assign(document.createElement("input"), {type: "hidden", name: "csrfmiddlewaretoken", value});
  form.append(field);
  return field;
}

// --- The service worker shows a page of its own without a connection ---

navigator.serviceWorker?.register("/service-worker.js").catch(() => {}); // the next page tries

refresh();
htmx.process(document.body); // again: its socket extension may have loaded after the first time

addEventListener("input", ({target}) => target.id === "join-code" && /(\d\D*){7}/.test(target.value) && target.form.requestSubmit());
