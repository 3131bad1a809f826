// Talk at the table. The list comes as a whole, and what is being written stays. An answer that is older than what has come
// over the socket is dropped; what comes over the socket never is: something may have been deleted.

const talkBox = document.getElementById("talk");
const newestSaid = root => Number(root?.querySelector("#talk-log")?.dataset.newest ?? -1);
let readUpTo = newestSaid(document), onScreen = false;

let isWriting = false;

document.addEventListener("htmx:before:swap", event => {
  const coming = newestSaid(event.detail.tasks?.find(task => task.type === "main")?.fragment);
  if (event.detail.ctx.response && coming >= 0 && coming < newestSaid(document)) event.preventDefault();
  isWriting = talkBox.contains(document.activeElement) && isInView(document.activeElement);
});

document.addEventListener("htmx:after:swap", () => {
  countUnread();
  if (isWriting) document.activeElement.scrollIntoView({block: "nearest"}); // what was said pushes it down
});

function isInView(element) {
  const {top, bottom} = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

// Read is what can be seen: an open box may well lie below the screen.
const messages = document.getElementById("talk-messages");
if (messages) new IntersectionObserver(seen => {
  onScreen = seen.at(-1).isIntersecting;
  countUnread();
}, {threshold: .5}).observe(messages);

function countUnread() {
  if (onScreen) readUpTo = newestSaid(document);
  const unread = [...talkBox.querySelectorAll(".said:not(.mine)")].filter(said => Number(said.id.slice(5)) > readUpTo);
  const mark = document.getElementById("talk-unread");
  if (!mark) return;
  mark.hidden = !unread.length;
  mark.querySelector("b").textContent = unread.length || "";
}

// News of an open box leads to it.
talkBox.querySelector("summary")?.addEventListener("click", event => {
  if (!talkBox.open || onScreen || document.getElementById("talk-unread").hidden) return;
  event.preventDefault();
  talkBox.scrollIntoView({block: "nearest"});
});

talkBox.addEventListener("toggle", event => {
  if (event.target !== talkBox) return;
  if (talkBox.open && readUpTo < newestSaid(document)) talkBox.scrollIntoView({block: "nearest"});
});

// The field is empty for the next message at once, and has its words again if they were not taken, in their order: a message may wait for the one before.
const taken = new WeakMap();
let givenBack = "";

document.addEventListener("htmx:config:request", ({target, detail: {ctx}}) => {
  if (target.id !== "talk-form") return;
  taken.set(ctx, target.elements.text.value);
  target.elements.text.value = givenBack = "";
});

document.addEventListener("htmx:finally:request", ({target, detail: {ctx}}) => {
  if (!taken.has(ctx) || ctx.response?.status < 400) return;
  const field = target.elements.text, before = field.value.startsWith(givenBack) ? givenBack : "";
  givenBack = [before, taken.get(ctx)].filter(Boolean).join(" ");
  field.value = [givenBack, field.value.slice(before.length).trimStart()].filter(Boolean).join(" ");
});
