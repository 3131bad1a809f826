// Several people at one table: clocks, whose turn it is, sounds and notifications, the link to send. Needs site.js.

const each = (selector, act) => document.querySelectorAll(selector).forEach(act);

// --- Clocks count down from what they showed when they came: the device's own time does not matter ---

function showClocks() {
  const now = performance.now();
  each(".clock", clock => {
    const shown = `${clock.dataset.move} ${clock.dataset.reserve} ${clock.hasAttribute("data-running")} ${state().dataset.version}`;
    if (clock.shown !== shown) Object.assign(clock, {shown, since: now, left: Infinity});
    showClock(clock, clock.hasAttribute("data-running") ? (now - clock.since) / 1000 : 0);
  });
}

function showClock(clock, used) {
  const [forMove, inReserve] = [clock.dataset.move, clock.dataset.reserve].map(Number);
  const move = Math.max(0, forMove - used), reserve = Math.max(0, inReserve - Math.max(0, used - forMove));
  clock.querySelector("[data-clock-move]").textContent = minutes(move || reserve);
  clock.querySelector("[data-clock-reserve]").textContent = move ? `+${minutes(reserve)}` : "";
  clock.classList.toggle("low", clock.hasAttribute("data-running") && move + reserve <= 10);
  if (clock.hasAttribute("data-mine")) warn(clock, move + reserve);
  clock.left = move + reserve;
}

function warn(clock, left) {
  const passed = [30, 10].find(limit => left <= limit && clock.left > limit && clock.left < Infinity);
  const voice = document.getElementById("clock-say");
  if (passed) voice.textContent = `${voice.dataset.left} ${passed}`;
}

function minutes(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

setInterval(showClocks, 250);

// --- A word of the server's is sent back at once: so it knows how long the way takes, which clocks give back ---

document.addEventListener("htmx:before:ws:message", ({detail: {message}}) => message.json?.echo && openSocket()?.send(message.text));

// --- Notifications are this device's to show: whether it does stays here; every other wish is the account's ---

const key = name => `spades.${name}`;
const isOn = name => localStorage.getItem(key(name)) === "on";

document.addEventListener("change", async event => {
  const name = event.target.dataset.setting;
  if (!name) return;
  if (name === "notify" && event.target.checked) event.target.checked = await mayNotify();
  localStorage.setItem(key(name), event.target.checked ? "on" : "off");
});

const mayNotify = async () => "Notification" in window && await Notification.requestPermission() === "granted";

// --- My turn: a sound, a notification, a card that is forced anyway ---

let wasMine = isMine();
let forced;

function isMine() {
  return Boolean(state()?.hasAttribute("data-your-turn"));
}

function callMe() {
  const mine = isMine(), called = mine && !wasMine;
  wasMine = mine;
  if (called && "sound" in wish) play([523, 784]);
  if (called && isOn("notify") && document.hidden) notify();
}

// --- Sounds, made here: two notes on the own turn, a soft low tap for a card that falls ---

let lying = cardsLying();

function cardsLying() {
  return document.querySelectorAll("#trick li").length;
}

function tap() {
  const before = lying;
  lying = cardsLying();
  if ("sound" in wish && lying !== before && lying) play([160], .06);
}

// Browsers let nothing sound before a touch or a key, and would play it all then. Some ask for one at every new context, so there is but one.
let audio;

for (const moment of ["pageshow", "pointerup", "keydown"]) addEventListener(moment, letSound);

function letSound() {
  if ("sound" in wish) (audio ??= new AudioContext()).resume();
}

function play(notes, length = .3) {
  if (audio?.state !== "running") return;
  const volume = audio.createGain(), end = audio.currentTime + notes.length * length / 2 + length / 2;
  volume.connect(audio.destination);
  volume.gain.setValueAtTime(.1, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(.001, end);
  notes.forEach((frequency, index) => {
    const tone = new OscillatorNode(audio, {frequency, type: "triangle"});
    tone.connect(volume);
    tone.start(audio.currentTime + index * length / 2);
    tone.stop(end);
  });
}

function notify() {
  const text = document.querySelector("[data-setting=notify]").dataset.text;
  try {
    const notice = new Notification(text, {body: state().dataset.title, tag: location.pathname});
    notice.onclick = () => { window.focus(); notice.close(); };
  } catch { /* Android shows notifications only through a service worker; the title still tells. */ }
}

function playForcedCard() {
  clearTimeout(forced);
  const held = document.querySelectorAll(".on-turn button.card"), cards = [...held].filter(card => !card.ariaDisabled);
  const isWanted = "playsForced" in wish || ("playsLast" in wish && held.length === 1);
  if (!isWanted || cards.length !== 1 || document.getElementById("question")) return;
  const version = state().dataset.version;
  forced = setTimeout(() => state().dataset.version === version && cards[0].click(), 400);
}

// --- The link to the table: copied or shared ---

document.addEventListener("click", event => {
  const {copy, share} = event.target.dataset;
  if (copy) copyLink(document.getElementById(copy), event.target);
  if (share) navigator.share({title: event.target.dataset.title, url: document.getElementById(share).value}).catch(() => {});
});

async function copyLink(link, button) {
  link.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(link.value);
  else document.execCommand("copy");
  button.textContent = button.dataset.done;
}

// --- After every update ---

function catchUp() {
  showClocks();
  callMe();
  tap();
  playForcedCard();
  each("[data-setting]", box => box.checked = isOn(box.dataset.setting));
  each("#link", link => link.value = new URL(link.defaultValue, location).href);
  each("[data-share]", button => button.hidden = !navigator.share);
}

document.addEventListener("htmx:after:swap", catchUp);
each("#talk", talk => talk.open = matchMedia("(min-width: 69rem)").matches);
catchUp();
