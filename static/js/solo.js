// The files with which this browser plays without a connection: fetched on request, kept whole or not at all, and removed.

const part = document.getElementById("solo");
const KEPT = "/solo/kept.json", SHELF = "solo"; // the service worker looks there for the version that is complete
const addressOf = path => new URL(`files/${path}`, new URL(part.dataset.play, location).href.replace(/play[/]$/, "")).pathname;
const storeOf = path => `${SHELF} ${path.split("/")[0]}`; // one cache for each folder

const show = name => part.querySelectorAll("[data-shown]").forEach(element => element.hidden = element.dataset.shown !== name);
const kept = async () => (await caches.match(KEPT))?.json();
const latest = async () => (await fetch(part.dataset.listing)).json();

async function showState() {
  const here = await kept();
  show(here ? "kept" : "none");
  if (!here) return;
  const newest = await latest().catch(() => here); // without a connection
  if (newest.folders.join() !== here.folders.join()) part.querySelector("[data-shown=outdated]").hidden = false;
}

// Nothing takes the place of the version before until everything has come.
async function keep() {
  show("loading");
  try {
    await navigator.serviceWorker.ready;
    const listing = await latest(), bar = part.querySelector("progress");
    bar.max = listing.files.reduce((sum, {transfer}) => sum + transfer, 0);
    bar.value = 0;
    for (const {path, transfer} of listing.files) {
      await keepFile(path);
      bar.value += transfer;
    }
    await (await caches.open(SHELF)).put(KEPT, Response.json(listing));
    await removeStores(name => listing.folders.some(folder => name === `${SHELF} ${folder}`));
    navigator.storage.persist?.();
    await showState();
  } catch {
    show("failed");
  }
}

async function keepFile(path) {
  const store = await caches.open(storeOf(path)), address = addressOf(path);
  if (await store.match(address)) return;
  const response = await fetch(address);
  if (!response.ok) throw new Error(path);
  await store.put(address, response);
}

async function removeStores(isWanted = () => false) {
  for (const name of await caches.keys()) if (name.startsWith(`${SHELF} `) && !isWanted(name)) await caches.delete(name);
}

async function remove() {
  await caches.delete(SHELF);
  await removeStores();
  await showState();
}

part.addEventListener("click", ({target}) => {
  if (target.closest("[data-keep]")) keep();
  if (target.closest("[data-remove]")) remove();
});

if ("caches" in window && navigator.serviceWorker) showState();
else show("impossible");
