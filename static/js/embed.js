// A deal on another site's page: arrow keys follow the step links, and a step keeps the focus on the next page.
const steps = {ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "trick-back", ArrowDown: "trick-forward", Home: "first", End: "last"};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const link = document.querySelector(`#step-${steps[event.key]}[href]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

document.addEventListener("click", ({target}) => {
  const link = target.closest(".steps a[href]");
  if (link) link.hash = link.id;
});

if (location.hash.startsWith("#step-")) document.getElementById(location.hash.slice(1))?.focus({preventScroll: true});
