// Notifications in this browser, switched on and off under /you/.

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
  await (await (await pushes()).getSubscription())?.unsubscribe(); // it may be another player's, or for an older key
  const subscription = await (await pushes()).subscribe({userVisibleOnly: true, applicationServerKey: browser.dataset.key});
  const {endpoint, keys} = subscription.toJSON();
  for (const [name, value] of Object.entries({endpoint, ...keys})) browser.elements[name].value = value;
}

async function switchOff(action) {
  const subscription = await (await pushes()).getSubscription();
  browser.elements.endpoint.value = subscription.endpoint;
  await subscription.unsubscribe();
  browser.action = action;
}
