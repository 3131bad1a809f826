// Notifications in this browser, switched on and off in the settings. Needs subscription.js.

const browser = document.getElementById("this-browser");
const show = which => browser.querySelectorAll("[data-when]").forEach(part => part.hidden = part.dataset.when !== which);
const pushes = async () => (await navigator.serviceWorker.ready).pushManager;

if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) begin();

async function begin() {
  show("off"); // whatever happens next, the button is there
  if ("on" in browser.dataset && await (await pushes()).getSubscription()) show("on");
}

browser.addEventListener("submit", async event => {
  event.preventDefault();
  const isOff = event.submitter?.formAction.endsWith("/remove/");
  try {
    await (isOff ? switchOff(event.submitter.formAction) : switchOn());
    browser.submit();
  } catch {
    show("denied");
    browser.querySelector("[data-when=off]").hidden = false;
  }
});

async function switchOn() {
  const subscription = await subscribeAnew(await pushes(), browser.dataset.key);
  for (const [name, value] of Object.entries(fieldsOf(subscription))) browser.elements[name].value = value;
}

async function switchOff(action) {
  await (await (await pushes()).getSubscription())?.unsubscribe();
  browser.action = action;
}
