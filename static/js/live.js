// Sockets: moves are sent over them, and dead connections are detected and replaced.

import {isAhead, state, tableIn} from "./site.js";

// Null for a lesson, which has no socket, and between dropping one socket and opening the next.
const connectionOf = element => {
  const address = element?.getAttribute("hx-ws:connect"), connection = address && window.htmx?.ext?.ws?.getRegistry().get(address);
  return connection?.socket && !connection.abortController.signal.aborted ? connection : null;
};
const connectionOfTable = () => connectionOf(document.getElementById("game"));
export const connections = () => [...document.querySelectorAll("[hx-ws\\:connect]")].map(connectionOf).filter(Boolean);

export function openSocket() {
  const socket = navigator.onLine && connectionOfTable()?.socket;
  return socket?.readyState === WebSocket.OPEN ? socket : null;
}

// --- A move is sent over the open socket, once; without a socket or an answer it is posted like any form ---

let sent = null, posting = false;

document.addEventListener("submit", event => {
  const form = event.target, socket = form.dataset.move && !isAhead(form) && !posting && openSocket();
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
  if (sent !== move || move.waits) return;
  stopWaiting();
  if (!move.button?.isConnected) return;
  posting = true;
  move.form.requestSubmit(move.button);
  posting = false;
}

function stopWaiting() {
  sent?.button?.classList.remove("sent");
  sent = null;
}

// The button of a posted form is marked as sent too, until the answer comes.
const showSent = isSent => ({detail}) => detail.ctx.request.submitter?.classList.toggle("sent", isSent);
document.addEventListener("htmx:before:request", showSent(true));
document.addEventListener("htmx:finally:request", showSent(false));

// The answer to a move is a newer table or a notice; an update of who is here is not.
document.addEventListener("htmx:before:swap", event => {
  const table = !event.defaultPrevented && tableIn(event.detail)?.fragment;
  if (!table || !sent) return;
  if (table.querySelector("#state")?.dataset.version !== sent.version || table.querySelector("#notice")) stopWaiting();
});

// A busy site says that the move is on its way, which is no answer yet: it is not posted. A new socket will not have one.
document.addEventListener("htmx:before:swap", ({detail}) => {
  if (sent && detail.tasks?.some(({fragment}) => fragment?.querySelector?.("#notice[data-waits]"))) sent.waits = true;
});
document.addEventListener("htmx:after:ws:connection", () => sent?.waits && stopWaiting());

// --- A banner while the server can't be reached ---

export const TABLE_GONE = 4404, SIGNED_OUT = 4403, OUTDATED = 4410; // defined in games/sockets/consumers.py
const JUST_LOADED = 3000;

document.addEventListener("htmx:ws:close", ({detail: {connection, reason, code}}) => {
  if (reason === "removed") connection.socket?.close(); // one that is not open yet, too
  if ([TABLE_GONE, SIGNED_OUT, OUTDATED].includes(code) && performance.now() > JUST_LOADED) setTimeout(loadAnew, code === SIGNED_OUT ? COOKIE_COMES : 0);
  else setOffline(reason === "closed" && !document.hidden);
});

// A form that changes the session, as when a guest registers, ends the sockets of all tabs before its answer brings the new
// cookie. A page loaded in between would have the old one: it would show a stranger, and its answer would remove the new one.
const COOKIE_COMES = 1000, ANSWER_COMES = 10_000;
let submittedAt = -Infinity;
addEventListener("submit", event => event.defaultPrevented || (submittedAt = performance.now()));

function loadAnew() {
  if (performance.now() - submittedAt < ANSWER_COMES) setTimeout(loadAnew, ANSWER_COMES);
  else location.reload();
}

document.addEventListener("htmx:after:ws:connection", () => setOffline(false));
addEventListener("offline", () => setOffline(true));
addEventListener("online", () => connections().forEach(connectAgain));

// Only a table's page has a banner, and one socket for all that it shows.
function setOffline(offline) {
  const banner = document.getElementById("offline");
  if (banner) banner.hidden = !offline;
}

// --- A connection can die without a close event; then the table's sign of life, sent every few seconds, is missing ---

const SILENCE = 15_000, HANDSHAKE = 60_000; // milliseconds; a handshake takes three round trips, more if packets are lost
let watched, lastHeard;

for (const sign of ["htmx:after:ws:connection", "htmx:before:ws:message"]) {
  document.addEventListener(sign, () => lastHeard = Date.now());
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

// When the page is shown again, say that it was cut off and connect at once: automatic tries get rarer and rarer.
function whenShownAgain() {
  if (document.hidden) return;
  if (connectionOfTable()?.attempt !== 0) setOffline(true);
  connections().filter(({socket}) => socket.readyState > WebSocket.OPEN).forEach(connectAgain);
  unlessHeard();
}

// A dead socket closes late; this close event makes the extension open a new one now.
function connectAgain(connection) {
  clearTimeout(connection.timer);
  connection.attempt = 0;
  connection.socket.dispatchEvent(new CloseEvent("close"));
  connection.abortController.abort(); // or its real close event would open one more
}
