// The table's socket and its forms, answered by a worker of this browser instead of the site: nothing leaves the device.

const {lang, dataset: {lesson}} = document.documentElement;
const asked = lesson ? `?lesson=${lesson}` : location.search;
const worker = new Worker("../worker.js", {type: "module", name: lang + asked});
const sockets = new Set();

let tellReady;
const ready = new Promise(resolve => tellReady = resolve);

worker.onmessage = ({data}) => {
  if (data.ready) {
    state()?.remove(); // its version may be one of a game before
    tellReady();
    history.replaceState(null, "", location.pathname); // loaded again, the page goes on with that game
  }
  if (data.failed) document.getElementById("failed").hidden = false;
  if (data.frame) for (const socket of sockets) socket.dispatchEvent(new MessageEvent("message", {data: data.frame}));
};
worker.onerror = () => document.getElementById("failed").hidden = false;

// What htmx uses of a WebSocket.
class WorkerSocket extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  static CLOSED = 3;

  readyState = WorkerSocket.CONNECTING;

  constructor() {
    super();
    for (const kind of ["open", "message", "close", "error"]) this.addEventListener(kind, event => this[`on${kind}`]?.(event));
    ready.then(() => this.open());
  }

  open() {
    this.readyState = WorkerSocket.OPEN;
    sockets.add(this);
    this.dispatchEvent(new Event("open"));
    worker.postMessage({show: true});
  }

  send() {} // forms go another way, below

  close() {
    this.readyState = WorkerSocket.CLOSED;
    sockets.delete(this);
  }
}
window.WebSocket = WorkerSocket;

// --- The table that was left is shown again at once; what is done there waits for the worker ---

const game = document.getElementById("game"), state = () => document.getElementById("state");
const left = JSON.parse(localStorage.left ?? "{}");
if (left.page === location.pathname && !asked) game.innerHTML = left.markup;

function leave() {
  const markup = !lesson && state() && game.innerHTML.replaceAll(' open=""', ""); // no menu that was open
  if (markup) localStorage.left = JSON.stringify({page: location.pathname, markup});
}
for (const sign of ["pagehide", "visibilitychange"]) addEventListener(sign, leave);

// --- What a player has stored at the site, this browser keeps: whether there are sounds ---

if (localStorage.sounds !== "false") document.documentElement.dataset.sound = "";

document.addEventListener("submit", event => {
  if (!event.target.matches(".sound-switch")) return;
  event.preventDefault(); // sounds.js does what the switch says
  localStorage.sounds = event.submitter.value;
}, true);

// --- A quiet word when the connection comes back; the game needs none ---

const WORD_SHOWN = 8000; // ms
const word = document.getElementById("online");
addEventListener("online", () => {
  word.hidden = false;
  setTimeout(() => word.hidden = true, WORD_SHOWN);
});

// Each form of the table posts to an address that ends with what it does: "/tables/…/bid/". Before htmx sees it.
document.addEventListener("submit", event => {
  const form = event.target, kind = /^[/]tables[/][^/]+[/](\w+)[/]$/.exec(form.getAttribute("action"))?.[1];
  if (!kind) return;
  event.preventDefault();
  event.stopPropagation();
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  worker.postMessage({message: JSON.stringify({move: kind, form: fields.toString()})});
}, true);
