// The question whether this browser may show notifications, asked only at a tap on a button for them. Needs subscription.js.
// `data-pushes` on the page's root says how it stands: off, on or, after a tap, denied; without it there is nothing to ask.

const {key: pushKey, address: subscribeAddress} = document.currentScript.dataset;
const root = document.documentElement;

if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) root.dataset.pushes = "off";

document.addEventListener("click", ({target}) => {
  if (target.closest(".push-button button")) askForPushes();
});

// What the form says is stored whatever the browser answers: the player may be notified in another browser, or by mail.
document.addEventListener("submit", async event => {
  if (!event.target.matches("[data-asks-push]") || root.dataset.pushes !== "off") return;
  event.preventDefault();
  await askForPushes();
  event.target.submit();
});

async function askForPushes() {
  try {
    const {pushManager} = await navigator.serviceWorker.ready;
    const subscription = await subscribeAnew(pushManager, pushKey); // first: the browser asks only right after a tap
    const answer = await postSubscription(subscribeAddress, () => subscription);
    if (!answer.ok) throw new Error(`not taken: ${answer.status}`);
    root.dataset.pushes = "on";
  } catch {
    root.dataset.pushes = "denied";
  }
}
