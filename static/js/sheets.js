// On a phone the menu, the chat, the score sheet and the cards so far are sheets over the table's lower half, one at a time:
// trick and own hand stay in sight above them (from_below.css). Elsewhere the menu hangs below its button, the chat and the
// cards stand beside the table, and the score sheet is a page.

const ALL = ".from-below";
const menu = () => document.getElementById("menu");
const scores = () => document.getElementById("score-sheet");
const isOpen = sheet => sheet.hasAttribute("open");

// Whether it is open and over the table.
export function isSheet(sheet) {
  return isOpen(sheet) && getComputedStyle(sheet.querySelector(":scope > .menu-panel") ?? sheet).position === "fixed";
}

// Returns whether there is a sheet from below on this screen.
function open(sheet) {
  sheet.hidden = false;
  sheet.toggleAttribute("open", true);
  if (!isSheet(sheet)) return shut(sheet), false;
  closeOthers(sheet);
  sheet.querySelector("[data-closes-sheet]").focus({preventScroll: true});
  return true;
}

function shut(sheet) {
  sheet.toggleAttribute("open", false);
  if (sheet === scores()) sheet.hidden = true;
}

// What had the focus is below the table now: the page stays where it is.
function close(sheet) {
  const hadFocus = sheet.contains(document.activeElement);
  shut(sheet);
  if (hadFocus) menu().querySelector("summary").focus({preventScroll: true});
}

const openOnes = () => [...document.querySelectorAll(ALL)].filter(isSheet);
const closeOthers = sheet => openOnes().filter(other => other !== sheet).forEach(shut);

document.addEventListener("toggle", ({target}) => target.matches(ALL) && isSheet(target) && closeOthers(target), true);

document.addEventListener("click", event => {
  const link = event.target.closest?.(".to-log, .to-scores, .sheet-link");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  menu().open = false;
  const isLog = link.matches(".to-log");
  if (!open(isLog ? document.getElementById("rail") : scores())) return;
  event.preventDefault();
  if (!isLog) fetchScores(link.href);
});

async function fetchScores(address) {
  const answer = await fetch(address, {method: "GET"}).catch(() => null);
  if (!answer?.ok) return location.assign(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  scores().querySelector(".sheet-body").replaceChildren(...page.getElementById("scores").childNodes);
}

// --- Its button, Escape, a swipe down and a tap beside it close a sheet; cards are played beside it ---

document.addEventListener("click", ({target}) => {
  const sheet = target.closest?.("[data-closes-sheet]")?.closest(ALL);
  if (sheet) return close(sheet);
  if (target.closest?.(`${ALL}, button, a, summary, label, input, dialog`)) return;
  openOnes().filter(other => !other.matches(".chat-box")).forEach(close);
});

document.addEventListener("keydown", ({key}) => key === "Escape" && openOnes().forEach(close));

let swiped = null, from = 0;

document.addEventListener("pointerdown", ({target, clientY}) => {
  swiped = target.closest?.(".sheet-head, .chat-box > summary")?.closest(ALL) ?? null;
  from = clientY;
});
document.addEventListener("pointermove", ({clientY}) => {
  if (!swiped || clientY - from < 40) return;
  if (isSheet(swiped)) close(swiped);
  swiped = null;
});
document.addEventListener("pointerup", () => swiped = null);

// With the felt goes what is looked at beside it: the end of a deal has the score sheet.
document.addEventListener("htmx:after:swap", () => isOpen(scores()) && !document.getElementById("felt") && close(scores()));
