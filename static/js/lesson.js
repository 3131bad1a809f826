// The lesson outlines what its step asks for: a card, the number and the hands of a bid, or the button to claim.

function outline() {
  document.querySelectorAll(".asked").forEach(element => element.classList.remove("asked"));
  const wanted = document.querySelector("[data-asks]")?.dataset.asks.split("|") ?? [];
  wanted.forEach(selector => document.querySelector(selector)?.classList.add("asked"));
}

document.addEventListener("htmx:after:swap", outline);
outline();
