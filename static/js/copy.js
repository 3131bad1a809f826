// Links and lines on a page: copied or shared.

document.addEventListener("click", event => {
  const {copy, send, share} = event.target.dataset;
  if (send) sendLines(document.getElementById(send), event.target);
  if (copy) copyLink(document.getElementById(copy), event.target);
  if (share) navigator.share({title: event.target.dataset.title, url: document.getElementById(share).textContent}).catch(() => {});
});

// By whatever the device has for it, otherwise to the clipboard.
function sendLines(lines, button) {
  if (navigator.share) navigator.share({text: lines.textContent}).then(() => announceSent(button), () => {});
  else copyLink(lines, button).then(() => announceSent(button));
}

async function copyLink(link, button) {
  getSelection().selectAllChildren(link);
  if (navigator.clipboard) await navigator.clipboard.writeText(link.textContent);
  else document.execCommand("copy");
  button.textContent = button.dataset.done;
}

const announceSent = button => button.dispatchEvent(new Event("sent", {bubbles: true}));
