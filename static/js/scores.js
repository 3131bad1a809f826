// After a deal each total counts on from the one before; the page has the new one.

import {reducesMotion} from "./site.js";

const counted = new WeakSet();

function countUp() {
  for (const total of document.querySelectorAll("[data-from]")) {
    if (counted.has(total) || reducesMotion.matches) continue;
    counted.add(total);
    count(total, Number(total.dataset.from), Number(total.dataset.to), performance.now());
  }
}

function count(total, from, to, start) {
  requestAnimationFrame(now => {
    const part = Math.min(1, Math.max(0, now - start) / 900), points = Math.round(from + (to - from) * (1 - (1 - part) ** 3));
    total.textContent = String(points).replace("-", "\u2212");
    if (part < 1) count(total, from, to, start);
  });
}

document.addEventListener("htmx:after:swap", countUp);
countUp();
