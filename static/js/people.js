// Clocks, notifications, forced cards, and the link to the table.

import {openSocket} from "./live.js";
import {ON_TURN, mine, preferences, state, titleOfTable} from "./site.js";
import {minutesAndSeconds, secondsSince} from "./times.js";

const each = (selector, act) => document.querySelectorAll(selector).forEach(act);

// --- Clocks count down as times.js does, and say when little is left ---

function showClocks() {
  each(".clock[data-move]", clock => {
    const {move, reserve} = clock.dataset, isRunning = clock.hasAttribute("data-running");
    const used = secondsSince(clock, `${move} ${reserve} ${isRunning} ${state().dataset.version}`);
    if (used === 0) clock.left = Infinity;
    showClock(clock, isRunning ? used : 0);
  });
}

function showClock(clock, used) {
  const [forMove, inReserve] = [clock.dataset.move, clock.dataset.reserve].map(Number);
  const move = Math.max(0, forMove - used), reserve = Math.max(0, inReserve - Math.max(0, used - forMove));
  clock.querySelector("[data-clock-move]").textContent = minutesAndSeconds(move || reserve);
  clock.querySelector("[data-clock-reserve]").textContent = move ? `+${minutesAndSeconds(reserve)}` : "";
  clock.classList.toggle("low", clock.hasAttribute("data-running") && move + reserve <= 10);
  if (clock.dataset.hand === document.querySelector(".game").dataset.viewer) warn(clock, move + reserve);
  clock.left = move + reserve;
}

function warn(clock, left) {
  const passed = [30, 10].find(limit => left <= limit && clock.left > limit && clock.left < Infinity);
  const voice = document.getElementById("clock-say");
  if (passed) voice.textContent = `${voice.dataset.left} ${passed}`;
}

setInterval(showClocks, 250);

// --- An echo is sent back at once: the server measures the round trip and does not charge it to the clock ---

document.addEventListener("htmx:before:ws:message", ({detail: {message}}) => message.json?.echo && openSocket()?.send(message.text));

// --- Whether to show notifications is stored on this device; all other preferences are stored in the account ---

const key = name => `spades.${name}`;
const isOn = name => localStorage.getItem(key(name)) === "on";

document.addEventListener("change", async event => {
  const name = event.target.dataset.setting;
  if (!name) return;
  if (name === "notify" && event.target.checked) event.target.checked = await isAllowedToNotify();
  localStorage.setItem(key(name), event.target.checked ? "on" : "off");
});

const isAllowedToNotify = async () => "Notification" in window && await Notification.requestPermission() === "granted";

// --- On my turn: a notification, and a forced card is played ---

let wasMine = isMine();
let forced;

function isMine() {
  return Boolean(mine());
}

function callPlayer() {
  const before = wasMine;
  wasMine = isMine();
  if (wasMine && !before && isOn("notify") && document.hidden) notify();
}

function notify() {
  const text = document.querySelector("[data-setting=notify]").dataset.text;
  try {
    const notice = new Notification(text, {body: titleOfTable(), tag: location.pathname});
    notice.onclick = () => { window.focus(); notice.close(); };
  } catch { /* Android shows notifications only through a service worker; the title still says it. */ }
}

function playForcedCard() {
  clearTimeout(forced);
  const held = document.querySelectorAll(`${ON_TURN} button.card`), cards = [...held].filter(card => !card.ariaDisabled);
  const isWanted = "playsForced" in preferences || ("playsLast" in preferences && held.length === 1);
  if (!isWanted || cards.length !== 1 || document.getElementById("question")) return;
  const version = state().dataset.version;
  forced = setTimeout(() => state().dataset.version === version && cards[0].click(), 400);
}

// --- After every update ---

export function catchUp() {
  showClocks();
  callPlayer();
  playForcedCard();
  each("[data-setting]", box => box.checked = isOn(box.dataset.setting));
  each("#link, [data-address]", link => link.textContent = new URL(link.textContent, location).href);
  each("[data-share]", button => button.hidden = !navigator.share);
}

document.addEventListener("htmx:after:swap", catchUp);
const openChat = () => each("#chat", chat => chat.open = matchMedia("(min-width: 69rem)").matches);
document.addEventListener("next-table", openChat);
openChat();
catchUp();
