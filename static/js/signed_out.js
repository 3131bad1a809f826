// A player who was signed out in another tab is shown the table again as a spectator: the page says why.

import {SIGNED_OUT} from "./live.js";

const words = document.getElementById("signed-out");
if (words) words.hidden = sessionStorage.signedOut !== location.pathname;
delete sessionStorage.signedOut;

document.addEventListener("htmx:ws:close", ({detail: {code}}) => {
  if (code === SIGNED_OUT) sessionStorage.signedOut = location.pathname;
});
