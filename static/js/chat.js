// The chat of a table. The message list is always sent as a whole; text being typed stays. A response to a post is dropped if
// the socket has already delivered newer messages. Lists from the socket are never dropped: a message may have been deleted.

import {isSheet} from "./sheets.js";

const chatBox = () => document.getElementById("chat");
const newestMessage = root => Number(root?.querySelector("#chat-log")?.dataset.newest ?? -1);

// What came while the page was loaded again is unread.
const read = () => `spades.read.${location.pathname}`;
let readUpTo, onScreen;

let isTyping = false;

document.addEventListener("htmx:before:swap", event => {
  const main = event.detail.tasks?.find(task => task.type === "main");
  if (main?.target?.id === "main") return; // the next table, whose chat begins anew
  const coming = newestMessage(main?.fragment);
  if (event.detail.ctx.response && coming >= 0 && coming < newestMessage(document)) event.preventDefault();
  isTyping = chatBox().contains(document.activeElement) && isInView(document.activeElement);
});

document.addEventListener("htmx:after:swap", () => {
  countUnread();
  if (isTyping) document.activeElement.scrollIntoView({block: "nearest"}); // new messages push the field down
});

function isInView(element) {
  const {top, bottom} = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

// Messages count as read when they are visible: an open box may be below the screen.
const observer = new IntersectionObserver(entries => {
  onScreen = entries.at(-1).isIntersecting;
  countUnread();
}, {threshold: .5});

document.addEventListener("next-table", begin);
begin();

function begin() {
  [readUpTo, onScreen] = [Number(sessionStorage.getItem(read()) ?? newestMessage(document)), false];
  const messages = document.getElementById("chat-messages");
  observer.disconnect();
  if (messages) observer.observe(messages);
}

function countUnread() {
  if (onScreen) readUpTo = newestMessage(document);
  sessionStorage.setItem(read(), readUpTo);
  const number = message => Number(message.id.slice("message-".length));
  const unread = [...chatBox().querySelectorAll(".message:not(.mine)")].filter(message => number(message) > readUpTo);
  const badge = document.getElementById("chat-unread");
  if (!badge) return;
  badge.hidden = !unread.length;
  badge.querySelector("b").textContent = unread.length || "";
}

// A click on the unread badge of an open box scrolls to the box instead of closing it.
document.addEventListener("click", event => {
  const box = event.target.closest?.("#chat > summary")?.parentElement;
  if (!box?.open || onScreen || isSheet(box) || document.getElementById("chat-unread").hidden) return;
  event.preventDefault();
  box.scrollIntoView({block: "nearest"});
});

document.addEventListener("toggle", ({target}) => {
  if (target !== chatBox() || isSheet(target)) return;
  if (target.open && readUpTo < newestMessage(document)) target.scrollIntoView({block: "nearest"});
}, true);

document.addEventListener("click", event => {
  const link = event.target.closest?.(".to-chat");
  if (!link) return;
  event.preventDefault();
  link.closest("details").open = false;
  const box = chatBox();
  box.open = true;
  if (!isSheet(box)) box.scrollIntoView();
  box.querySelector("summary").focus({preventScroll: true});
});

// The field is cleared at once for the next message. If a message is refused, its text returns to the field; several refused
// messages return in the order they were sent, because a message may wait for the one before.
const sentTexts = new WeakMap();
let returned = "";

document.addEventListener("htmx:config:request", ({target, detail: {ctx}}) => {
  if (target.id !== "chat-form") return;
  sentTexts.set(ctx, target.elements.text.value);
  target.elements.text.value = returned = "";
});

document.addEventListener("htmx:finally:request", ({target, detail: {ctx}}) => {
  if (!sentTexts.has(ctx) || ctx.response?.status < 400) return;
  const field = target.elements.text, before = field.value.startsWith(returned) ? returned : "";
  returned = [before, sentTexts.get(ctx)].filter(Boolean).join(" ");
  field.value = [returned, field.value.slice(before.length).trimStart()].filter(Boolean).join(" ");
});
