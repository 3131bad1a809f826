// A deal under review: arrow keys follow the step links, a step chosen while another one loads follows it, the current
// step stays in sight in a log that scrolls, and switches stay as they were set.
const steps = {ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "trick-back", ArrowDown: "trick-forward", Home: "first", End: "last"};

let loading = null; // the request of the link that was followed
const waiting = []; // the ids of the steps to take after it

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, .scroll")) return;
  const link = document.querySelector(`#step-${steps[event.key]}[href]`);
  if (!link) return;
  event.preventDefault();
  if (!event.repeat || !loading) link.click(); // a key held down does not go on after it is released
});

// A swipe over the table goes a card on or back.
let swipe = null;

document.addEventListener("pointerdown", ({target, pointerType, clientX, clientY}) => {
  swipe = pointerType === "touch" && target.closest?.(".review-felt") ? {clientX, clientY} : null;
});
document.addEventListener("pointerup", ({clientX, clientY}) => {
  const [x, y] = swipe ? [clientX - swipe.clientX, clientY - swipe.clientY] : [0, 0];
  swipe = null;
  if (Math.abs(x) < Math.max(40, 2 * Math.abs(y))) return;
  document.querySelector(`#step-${x < 0 ? "forward" : "back"}[href]`)?.click();
});

document.addEventListener("click", event => {
  const link = event.target.closest("#review a");
  if (!link || !loading || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!link.id.startsWith("step-")) return void (waiting.length = 0);
  event.preventDefault();
  event.stopPropagation();
  waiting.push(link.id);
}, true);

document.addEventListener("htmx:before:request", ({target, detail: {ctx}}) => {
  if (target.matches("#review a")) loading = ctx;
  if (!target.closest("#review, #follow")) return;
  newest = ctx;
  ctx.fetch = quietly(ctx, ctx.fetch);
});

// A request that gave way to another one is never answered; htmx would report that as an error, and forget the other one.
let newest = null;

const quietly = (ctx, ask) => async (...request) => {
  const unlessReplaced = answer => answer.catch(error => ctx === newest ? Promise.reject(error) : new Promise(() => {}));
  const response = await unlessReplaced(ask(...request)), text = response.text.bind(response);
  return Object.assign(response, {text: () => unlessReplaced(text())});
};

document.addEventListener("htmx:finally:request", ({detail: {ctx}}) => {
  if (ctx !== loading) return;
  loading = null;
  queueMicrotask(takeNextStep); // after htmx has finished with this request, or the next one would count as its rival
});

function takeNextStep() {
  let link = null; // at the first and the last step there is none
  while (waiting.length && !link) link = document.querySelector(`#${waiting.shift()}[href]`);
  link?.click();
}

function showCurrentStep() {
  const log = document.querySelector(".review-log"), step = log?.querySelector("[aria-current]");
  if (!step || log.scrollHeight <= log.clientHeight) return;
  const [inside, line] = [log.getBoundingClientRect(), step.getBoundingClientRect()];
  if (line.top < inside.top || line.bottom > inside.bottom) log.scrollTop += line.top - inside.top - log.clientHeight / 2;
}

// Switches of the review are stored on this device.
function setSwitches() {
  document.querySelectorAll("[data-kept]").forEach(box => {
    const kept = localStorage.getItem(`spades.${box.dataset.kept}`);
    if (kept) box.checked = kept === box.value;
  });
}

document.addEventListener("change", ({target}) => {
  if (target.dataset.kept) localStorage.setItem(`spades.${target.dataset.kept}`, target.checked ? target.value : "off");
});

// On a phone what a tab chooses is below the table, which fills the screen.
document.addEventListener("click", ({target}) => {
  if (target.matches(".review-tabs input")) target.closest(".review-tabs").scrollIntoView();
});

document.addEventListener("htmx:after:swap", () => { setSwitches(); showCurrentStep(); });
setSwitches();
showCurrentStep();

// A deal that people look at together: the leader's page sends each step, and the pages of the others go there.
let step = ledStep();

function ledStep() {
  return document.getElementById("together-bar")?.dataset.step;
}

function keepTogether() {
  const leads = document.querySelector("#together-bar[data-leads]"), shown = document.getElementById("shown").dataset.step;
  const next = leads ? shown : ledStep();
  if (!next || next === step) return;
  step = next;
  if (leads) window.htmx.trigger("#shown-step", "shown");
  else if (next !== shown) document.getElementById("follow").click();
}

document.addEventListener("htmx:after:swap", keepTogether);
keepTogether();
