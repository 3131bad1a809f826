// Links and lines on a page: copied or shared.

for (const button of document.querySelectorAll("[data-share-text]")) button.hidden = !navigator.share;

document.addEventListener("click", event => {
  const {copy, share, shareText} = event.target.dataset;
  if (copy) copyLink(document.getElementById(copy), event.target);
  if (shareText) navigator.share({text: document.getElementById(shareText).textContent}).catch(() => {});
  if (share) navigator.share({title: event.target.dataset.title, url: document.getElementById(share).textContent}).catch(() => {});
});

async function copyLink(link, button) {
  getSelection().selectAllChildren(link);
  if (navigator.clipboard) await navigator.clipboard.writeText(link.textContent);
  else document.execCommand("copy");
  button.textContent = button.dataset.done;
}
