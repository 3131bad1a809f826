// Runs axe-core by these rules, and returns a line for each fault.
async rules => {
  window.enough ??= new Set(); // looks of texts that have had enough contrast since this page was loaded
  const around = new Map();

  // What is painted behind an element: by those around it.
  const behind = element => {
    if (!element) return "";
    if (!around.has(element)) {
      const {backgroundColor, backgroundImage, opacity, filter, mixBlendMode} = getComputedStyle(element);
      const own = [element.id, element.className, backgroundColor, backgroundImage, opacity, filter, mixBlendMode];
      around.set(element, `${behind(element.parentElement)} > ${own}`);
    }
    return around.get(element);
  };
  const look = element => {
    const {color, fontSize, fontWeight, textShadow, webkitTextStroke} = getComputedStyle(element);
    return [element.tagName, color, fontSize, fontWeight, textShadow, webkitTextStroke, behind(element)].join();
  };
  const hasText = element => element.matches("input, select, textarea")
    || [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());

  const run = (where, runOnly, options) => axe.run(where, {
    runOnly, preload: false, resultTypes: ["violations"], ...options,
  });
  const {violations} = await run(document, rules, {
    rules: {
      "color-contrast": {enabled: false},
      "td-has-header": {enabled: true}, // experimental, but Lighthouse looks for it
    },
  });
  const texts = [...document.body.querySelectorAll("*")].filter(hasText).filter(element => !enough.has(look(element)));
  if (texts.length) {
    const contrast = await run({include: texts}, ["color-contrast"], {
      resultTypes: ["violations", "passes"], elementRef: true,
    });
    contrast.passes.forEach(({nodes}) => nodes.forEach(({element}) => enough.add(look(element))));
    violations.push(...contrast.violations);
  }
  return violations.flatMap(({id, nodes}) => nodes.map(({target}) => `${id} ${target}`));
}
