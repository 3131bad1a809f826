// Returns every fault of the page that is shown, as readable lines, and the rules that found something to look at.
// What is a fault is said in rules.py.
rules => {
  const SLACK = .5; // pixels that nobody sees
  const TOUCH = 44;

  // Many rules look at the same parts: each is measured once, until the page is scrolled.
  const measured = [];
  const once = measure => {
    const known = new Map();
    measured.push(known);
    return about => {
      if (!known.has(about)) known.set(about, measure(about));
      return known.get(about);
    };
  };
  const box = once(part => part.getBoundingClientRect());
  const isShown = once(part => {
    const {width, height} = box(part);
    return width > 1 && height > 1 && part.checkVisibility({visibilityProperty: true});
  });
  const shown = once(selector => [...document.querySelectorAll(selector)].filter(isShown));
  const named = part => {
    const words = part.textContent.trim().replace(/\s+/g, " ").slice(0, 30);
    const name = part.id ? `#${part.id}` : `${part.localName}.${[...part.classList].join(".")}`;
    return words ? `${name} “${words}”` : name;
  };
  const common = (a, b) => [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];

  const sticksOut = (part, {left, right, top, bottom}, axes) => {
    const own = box(part), by = [];
    if (axes.includes("x")) by.push(["left", left - own.left], ["right", own.right - right]);
    if (axes.includes("y")) by.push(["top", top - own.top], ["bottom", own.bottom - bottom]);
    return by.filter(([_, pixels]) => pixels > SLACK).map(([side, pixels]) => `${side} ${pixels.toFixed(1)} px`);
  };

  // A range for each word in sight.
  const wordsOf = part => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), words = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!isShown(text.parentElement)) continue;
      for (const {index, 0: word} of text.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        words.push(range);
      }
    }
    return words;
  };
  const lines = range => [...range.getClientRects()].map(({top}) => Math.round(top));

  // Each takes the shown parts and the rule, and returns lines.
  const KINDS = {
    apart(parts, {others, parts: selector}) {
      const pairs = others === selector
        ? parts.flatMap((a, index) => parts.slice(index + 1).map(b => [a, b]))
        : parts.flatMap(a => shown(others).map(b => [a, b]));
      return pairs.filter(([a, b]) => a !== b && !a.contains(b) && !b.contains(a)).flatMap(([a, b]) => {
        const [width, height] = common(box(a), box(b));
        return width > SLACK && height > SLACK ? [`${named(a)} overlaps ${named(b)} by ${width.toFixed(1)} × ${height.toFixed(1)} px`] : [];
      });
    },
    inside(parts, {others, axes}) {
      return parts.flatMap(part => {
        const by = sticksOut(part, box(part.closest(others) ?? document.querySelector(others)), axes);
        return by.length ? [`${named(part)} sticks out of ${others}: ${by.join(", ")}`] : [];
      });
    },
    on_screen(parts, {axes}) {
      return parts.flatMap(part => {
        const by = sticksOut(part, {left: 0, right: innerWidth, top: 0, bottom: innerHeight}, axes);
        return by.length ? [`${named(part)} is off the screen: ${by.join(", ")}`] : [];
      });
    },
    uncut(parts, {axes}) {
      return parts.flatMap(part => {
        const wide = part.scrollWidth - part.clientWidth, high = part.scrollHeight - part.clientHeight;
        const isCut = (axes.includes("x") && wide > 0) || (axes.includes("y") && high > 0);
        return isCut ? [`${named(part)} is too small for its content: ${wide} × ${high} px`] : [];
      });
    },
    unbroken(parts) {
      return parts.flatMap(part => wordsOf(part).filter(word => new Set(lines(word)).size > 1)
        .map(word => `${named(part)} breaks inside “${word}”`));
    },
    one_line(parts) {
      return parts.filter(part => new Set(wordsOf(part).flatMap(lines)).size > 1).map(part => `${named(part)} is not on one line`);
    },
    touchable(parts, {axes}) {
      return parts.flatMap(part => {
        const {width, height} = box(part);
        const isSmall = (axes.includes("x") && width < TOUCH) || (axes.includes("y") && height < TOUCH);
        return isSmall ? [`${named(part)} is too small to tap: ${width.toFixed(1)} × ${height.toFixed(1)} px`] : [];
      });
    },
    uncovered(parts) {
      return parts.flatMap(part => {
        const {left, top, width, height} = box(part);
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return seen && !part.contains(seen) ? [`${named(part)} is covered by ${named(seen)}`] : [];
      });
    },
    lower(parts, {others}) {
      return parts.flatMap(part => shown(others).filter(other => box(part).top < box(other).top + SLACK)
        .map(other => `${named(part)} is not lower than ${named(other)}`));
    },
    has(parts, {others}) {
      return parts.filter(part => !shown(others).some(other => part.contains(other))).map(part => `${named(part)} has no ${others}`);
    },
    level(parts) {
      return parts.slice(1).filter(part => Math.abs(box(part).top - box(parts[0]).top) > SLACK)
        .map(part => `${named(part)} is not level with ${named(parts[0])}`);
    },
  };

  const faults = [], used = [];
  const look = rule => {
    const parts = shown(rule.parts);
    if (!parts.length) return;
    used.push(rule.number);
    faults.push(...KINDS[rule.kind](parts, rule));
  };
  const isScrolled = rule => rule.at_the_end;
  rules.filter(rule => !isScrolled(rule)).forEach(look);
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) faults.push(`the page is ${wider} px wider than the screen`);
  if (rules.some(isScrolled)) {
    scrollTo(0, document.body.scrollHeight);
    measured.forEach(known => known.clear());
    rules.filter(isScrolled).forEach(look);
  }
  return {faults, used};
}
