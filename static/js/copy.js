// Links and lines on a page: copied or shared.

document.addEventListener("click", event => {
  const {copy, send, share} = event.target.dataset;
  if (send) sendLines(document.getElementById(send), event.target);
  if (copy) copyLink(document.getElementById(copy), event.target);
  if (share) navigator.share({title: event.target.dataset.title, url: document.getElementById(share).textContent}).catch(() => {});
});

// By whatever the device has for it, otherwise to the clipboard.
function sendLines(lines, button) {
  if (navigator.share) navigator.share({text: lines.textContent}).then(() => leadOn(button), () => {});
  else copyLink(lines, button).then(() => showCopied(leadOn(button)));
}

async function copyLink(link, button) {
  getSelection().selectAllChildren(link);
  if (navigator.clipboard) await navigator.clipboard.writeText(link.textContent);
  else document.execCommand("copy");
  button.textContent = button.dataset.done;
}

// Once a result is sent, the first way behind "More" comes next: it changes places with the button.
function leadOn(button) {
  const more = button.parentElement.querySelector(":scope > .more"), next = more?.querySelector(".panel > *");
  if (!next) return null;
  next.before(button);
  more.before(next);
  button.classList.remove("primary");
  const primary = next.querySelector(".btn") ?? next;
  primary.classList.add("primary");
  primary.focus();
  return button;
}

// The button that said so is behind "More" now.
function showCopied(button) {
  const sentence = button && document.getElementById("copied");
  if (!sentence) return;
  sentence.textContent = button.textContent;
  sentence.classList.add("hand-message");
  setTimeout(() => sentence.classList.remove("hand-message"), 5000);
}
