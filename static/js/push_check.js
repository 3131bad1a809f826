// On each page of a player who gets notifications in this browser: has the browser still the subscription that the site
// knows? Browsers lose and replace them. A lost one is renewed, or the page says that it is lost. Needs subscription.js.

checkSubscription(document.currentScript.dataset);

async function checkSubscription({mark, key, renew}) {
  const {pushManager} = await navigator.serviceWorker.ready;
  if (await markOf(await pushManager.getSubscription()) === mark) return;
  const permission = await pushManager.permissionState({userVisibleOnly: true, applicationServerKey: key});
  if (permission !== "granted") return sayLost(renew); // to subscribe would ask the player now
  try {
    await postSubscription(renew, () => subscribeAnew(pushManager, key));
  } catch ({name}) {
    if (name === "NotAllowedError") await sayLost(renew); // otherwise, as without a connection, the next page tries again
  }
}

// As `mark_of` in accounts/notifications/services.py.
async function markOf(subscription) {
  if (!subscription) return null;
  const key = btoa(String.fromCharCode(...new Uint8Array(subscription.options.applicationServerKey)));
  const text = `${subscription.endpoint} ${key.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...digest].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

// It is said once: then this browser gets no notifications any more.
async function sayLost(address) {
  document.getElementById("push-lost").hidden = false;
  await postSubscription(address);
}
