// Links on a page: copied or shared.

document.addEventListener("click", event => {
  const {copy, share} = event.target.dataset;
  if (copy) copyLink(document.getElementById(copy), event.target);
  if (share) navigator.share({title: event.target.dataset.title, url: document.getElementById(share).textContent}).catch(() => {});
});

async function copyLink(link, button) {
  getSelection().selectAllChildren(link);
  if (navigator.clipboard) await navigator.clipboard.writeText(link.textContent);
  else document.execCommand("copy");
  button.textContent = button.dataset.done;
}
