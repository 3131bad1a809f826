// Where no socket opens, such as behind some proxies, the table's page asks every few seconds for what has changed.

import {openSocket} from "./live.js";
import {state} from "./site.js";

const ASKED_EVERY = 4000;
const banner = () => document.getElementById("offline"); // another one at the next table
let hadSocket = Date.now();

setInterval(askForLatest, ASKED_EVERY);

function askForLatest() {
  if (document.hidden || openSocket()) hadSocket = Date.now();
  if (Date.now() - hadSocket < ASKED_EVERY || !navigator.onLine) return;
  const target = "#game", address = `${banner().dataset.latest}?version=${state().dataset.version}`;
  htmx.ajax("GET", address, {source: target, target, swap: "innerMorph"});
}

document.addEventListener("htmx:finally:request", ({detail: {ctx: {request, response}}}) => {
  if (request.action.startsWith(banner().dataset.latest)) banner().classList.toggle("is-answered", response?.status < 400);
});
