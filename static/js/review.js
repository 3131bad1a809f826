// Arrows step through a deal under review; the ways themselves are links.
const ways = {ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "trick-back", ArrowDown: "trick-forward", Home: "first", End: "last"};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, .scroll")) return;
  const way = document.querySelector(`a#step-${ways[event.key]}`);
  if (!way) return;
  event.preventDefault();
  way.click();
});
