// What goes over open sockets: moves, and signs that the server is still there. Needs site.js.

// None for a lesson's table, which has no socket, nor while one is given up and the next not yet begun.
const connectionOf = element => {
  const address = element?.getAttribute("hx-ws:connect"), found = address && window.htmx?.ext?.ws?.getRegistry().get(address);
  return found?.socket && !found.abortController.signal.aborted ? found : null;
};
const connectionOfTable = () => connectionOf(document.getElementById("game"));
const connections = () => [...document.querySelectorAll("[hx-ws\\:connect]")].map(connectionOf).filter(Boolean);

function openSocket() {
  const socket = navigator.onLine && connectionOfTable()?.socket;
  return socket?.readyState === WebSocket.OPEN ? socket : null;
}

// --- Moves go over the open socket, once each; without one, or without an answer, they are posted like any form ---

let sent = null, posting = false;

document.addEventListener("submit", event => {
  const form = event.target, socket = form.dataset.move && !posting && openSocket();
  if (!socket) return;
  event.preventDefault();
  event.stopPropagation();
  if (sent?.version === state().dataset.version) return;
  sent = {form, button: event.submitter, version: state().dataset.version};
  sent.button?.classList.add("sent");
  const fields = new URLSearchParams(new FormData(form, sent.button));
  socket.send(JSON.stringify({move: form.dataset.move, form: fields.toString()}));
  setTimeout(postUnanswered, 2500, sent);
}, true);

function postUnanswered(move) {
  if (sent !== move) return;
  forget();
  if (!move.button?.isConnected) return;
  posting = true;
  move.form.requestSubmit(move.button);
  posting = false;
}

function forget() {
  sent?.button?.classList.remove("sent");
  sent = null;
}

// What is posted shows that too, until it is answered.
const showSent = isSent => ({detail}) => detail.ctx.request.submitter?.classList.toggle("sent", isSent);
document.addEventListener("htmx:before:request", showSent(true));
document.addEventListener("htmx:finally:request", showSent(false));

// An answer is a table after the move, or a sentence about it; who comes and goes is none.
document.addEventListener("htmx:before:swap", event => {
  const table = !event.defaultPrevented && tableIn(event.detail)?.fragment;
  if (!table || !sent) return;
  if (table.querySelector("#state")?.dataset.version !== sent.version || table.querySelector("#notice:not([data-kept])")) forget();
});

// --- Out of reach of the server: say so, and say no more once it is back ---

const TABLE_GONE = 4404, SIGNED_OUT = 4403, OUTDATED = 4410; // as games/sockets/consumers.py has them
const JUST_LOADED = 3000;

document.addEventListener("htmx:ws:close", ({target, detail: {reason, code}}) => {
  if ([TABLE_GONE, SIGNED_OUT, OUTDATED].includes(code) && performance.now() > JUST_LOADED) location.reload();
  else if (isTable(target)) setOffline(reason === "closed" && !document.hidden);
});
document.addEventListener("htmx:after:ws:connection", ({target}) => isTable(target) && setOffline(false));
addEventListener("offline", () => setOffline(true));
addEventListener("online", () => connections().forEach(connectAgain));

// The talk and the marks of other tables have sockets of their own, which come and go by themselves.
const isTable = element => element.id === "game";

function setOffline(offline) {
  const banner = document.getElementById("offline");
  if (banner) banner.hidden = !offline;
}

// --- A socket may be dead without knowing: then not even the sign comes that a table's gives every few seconds ---

const SILENCE = 15_000, HANDSHAKE = 60_000; // three times there and back, and more if something gets lost
let watched, lastHeard;

for (const sign of ["htmx:after:ws:connection", "htmx:before:ws:message"]) {
  document.addEventListener(sign, ({target}) => isTable(target) && (lastHeard = Date.now()));
}
for (const sign of ["visibilitychange", "pageshow"]) addEventListener(sign, whenShownAgain);
setInterval(unlessHeard, 2000);

function unlessHeard() {
  const socket = connectionOfTable()?.socket;
  if (socket !== watched) [watched, lastHeard] = [socket, Date.now()];
  const patience = {[WebSocket.CONNECTING]: HANDSHAKE, [WebSocket.OPEN]: SILENCE}[socket?.readyState];
  if (!patience || Date.now() - lastHeard < patience) return;
  connections().forEach(connectAgain);
}

// Who comes back to the page sees that it was cut off, and does not wait for the next of ever rarer tries.
function whenShownAgain() {
  if (document.hidden) return;
  if (connectionOfTable()?.attempt !== 0) setOffline(true);
  connections().filter(({socket}) => socket.readyState > WebSocket.OPEN).forEach(connectAgain);
  unlessHeard();
}

// The extension closes a socket that makes room for a new one; by itself it would wait long for the end of a dead one.
function connectAgain(connection) {
  clearTimeout(connection.timer);
  connection.attempt = 0;
  connection.socket.dispatchEvent(new CloseEvent("close"));
  connection.abortController.abort(); // or its own end, if it comes now, would call for one more
}
