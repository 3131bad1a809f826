// A move that could not be posted is made when the table comes over a new socket, unless that has moved on.

import {openSocket} from "./live.js";
import {isAhead, state, tableIn} from "./site.js";

let unsent = null;

document.addEventListener("submit", () => unsent = null, true);

document.addEventListener("htmx:error", ({detail: {ctx}}) => {
  const button = ctx?.request?.submitter;
  if (button?.form?.dataset.move && !isAhead(button.form)) unsent = {button, version: state().dataset.version};
});

document.addEventListener("htmx:before:swap", event => {
  const table = !event.defaultPrevented && tableIn(event.detail)?.fragment, version = table && table.querySelector("#state")?.dataset.version;
  if (!version || !unsent || !openSocket()) return;
  const {button, version: chosenAt} = unsent;
  unsent = null;
  if (version === chosenAt) setTimeout(() => button.isConnected && button.form.requestSubmit(button)); // after the swap
});
