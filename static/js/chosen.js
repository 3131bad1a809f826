// What is chosen and not sent yet, half a bid or places to look at, is still chosen when this tab loads the table again.

import {refresh} from "./site.js";

const key = () => `chosen.${location.pathname}`; // the next table has another address
const inputs = () => [...document.querySelectorAll(":is(.bid-form, [data-pick]) :is([type=radio], [type=checkbox])")];

// Ids name the deal, so what was chosen in another one is not there. A page that is hidden may never be shown again.
for (const sign of ["pagehide", "visibilitychange"]) addEventListener(sign, keep);

function keep() {
  sessionStorage.setItem(key(), inputs().filter(input => input.checked).map(input => input.id));
}

const kept = sessionStorage.getItem(key())?.split(",") ?? [];
inputs().forEach(input => input.checked ||= kept.includes(input.id));
refresh();
