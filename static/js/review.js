// A deal under review: arrow keys follow the step links, the current step stays in sight in a log that scrolls, and
// switches stay as they were set.
const steps = {ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "trick-back", ArrowDown: "trick-forward", Home: "first", End: "last"};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, .scroll")) return;
  const link = document.querySelector(`a#step-${steps[event.key]}`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

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
    if (kept) box.checked = kept === "on";
  });
}

document.addEventListener("change", ({target}) => {
  if (target.dataset.kept) localStorage.setItem(`spades.${target.dataset.kept}`, target.checked ? "on" : "off");
});

document.addEventListener("htmx:after:swap", () => { setSwitches(); showCurrentStep(); });
setSwitches();
showCurrentStep();
