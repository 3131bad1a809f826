// This browser's subscription for pushes, in pages and in the service worker.

const subscribeTo = (manager, key) => manager.subscribe({userVisibleOnly: true, applicationServerKey: key});

async function subscribeAnew(manager, key) {
  await (await manager.getSubscription())?.unsubscribe(); // it may be another player's, or for an older key
  return subscribeTo(manager, key);
}

function fieldsOf(subscription) {
  const {endpoint, keys} = subscription.toJSON();
  return {endpoint, ...keys};
}

// What the site sends goes to the subscription that `subscribe` returns from now on; without one, nothing does. The token comes
// first: as long as the site is out of reach, the browser keeps the subscription that it has.
async function postSubscription(address, subscribe = () => null) {
  const answer = await fetch("/token/"), csrfmiddlewaretoken = await answer.text();
  if (!answer.ok) throw new Error(`no token: ${answer.status}`);
  const subscription = await subscribe(), fields = subscription ? fieldsOf(subscription) : {};
  return fetch(address, {method: "POST", body: new URLSearchParams({...fields, csrfmiddlewaretoken})});
}
