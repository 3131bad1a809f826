// After a deal each total counts on from the one before, and a place down to its own; the page has the number. A tap ends it.

import {reducesMotion} from "./site.js";

const LASTS = 600;
const counted = new WeakSet();
let ended = 0;

for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => ended = performance.now());

function countUp() {
  for (const total of document.querySelectorAll("[data-from]")) {
    if (counted.has(total) || reducesMotion.matches) continue;
    counted.add(total);
    count(total, Number(total.dataset.from), Number(total.dataset.to), performance.now());
  }
}

function count(total, from, to, start) {
  requestAnimationFrame(now => {
    const part = start < ended ? 1 : Math.min(1, Math.max(0, now - start) / LASTS), points = Math.round(from + (to - from) * (1 - (1 - part) ** 3));
    total.textContent = String(points).replace("-", "\u2212");
    if (part < 1) count(total, from, to, start);
  });
}

document.addEventListener("htmx:after:swap", countUp);
countUp();
