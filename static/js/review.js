// Arrow keys step through a deal under review by following the step links.
const steps = {ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "trick-back", ArrowDown: "trick-forward", Home: "first", End: "last"};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, .scroll")) return;
  const link = document.querySelector(`a#step-${steps[event.key]}`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
