{% load i18n static %}{% get_current_language as LANGUAGE_CODE %}// Out of reach of the server there is a page that says so. Kept besides: static files whose names change with what
// is in them. No other page ever is: what a table shows is for one viewer and one moment.

importScripts("{% static 'js/subscription.js' %}");

const PAGE = "{% url 'games:offline' %}";
const STYLE = "{% static 'css/site.css' %}";
const ICON = "{% static 'icons/icon-192.png' %}";
const KEY = "{{ push_key }}";
const KEPT = `{{ LANGUAGE_CODE }} ${STYLE}`;
const SOLO = "{% url 'games:solo_play' %}", SOLO_FILES = "{% url 'games:solo' %}files/";
const IMMUTABLE = new RegExp("^{% get_static_prefix %}.+[.][0-9a-f]{12}[.][a-z0-9]+$");

addEventListener("install", event => event.waitUntil(keepPage()));
addEventListener("activate", event => event.waitUntil(dropOlder()));
addEventListener("fetch", event => {
  const {request} = event;
  if (request.method !== "GET") return;
  const {pathname} = new URL(request.url);
  if (pathname === SOLO) event.respondWith(toSoloTable(request));
  else if (pathname.startsWith(SOLO_FILES)) event.respondWith(keptForSolo(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(unreachable));
  else if (isImmutable(new URL(request.url))) event.respondWith(kept(request).then(stored => stored ?? fetchAndKeep(request)));
});
addEventListener("push", event => event.waitUntil(show(contentOf(event.data))));
addEventListener("pushsubscriptionchange", event => event.waitUntil(renew(event.newSubscription)));
addEventListener("notificationclick", event => event.waitUntil(open(event.notification)));

const isImmutable = url => url.origin === location.origin && IMMUTABLE.test(url.pathname);
const kept = async request => (await caches.open(KEPT)).match(request);

async function keepPage() {
  const cache = await caches.open(KEPT);
  await cache.addAll([PAGE, STYLE].map(address => new Request(address, {cache: "reload"})));
  await skipWaiting();
}

async function dropOlder() {
  for (const name of await caches.keys()) if (name !== KEPT && !isForSolo(name)) await caches.delete(name);
}

async function fetchAndKeep(request) {
  const response = await fetch(request);
  if (response.ok) (await caches.open(KEPT)).put(request, response.clone());
  return response;
}

// --- What a browser plays without a connection is in caches of its own, which solo.js fills and removes ---

const isForSolo = name => /^solo\b/.test(name);
const soloVersion = async () => (await caches.match("/solo/kept.json"))?.json();
const keptForSolo = async request => await caches.match(new URL(request.url).pathname, {ignoreVary: true}) ?? fetch(request);

// The table of the version that is kept whole, in the language of the page before, where one chooses the rules of a new
// game, or the first lesson; without any version, the site answers with its offer.
async function toSoloTable(request) {
  const version = await soloVersion();
  const asked = new URL(request.url).searchParams;
  const pages = version?.[asked.has("new") ? "choice" : asked.has("lesson") ? "lesson" : "start"] ?? version?.start;
  return version ? Response.redirect(SOLO_FILES + (pages[asked.get("in")] ?? pages["{{ LANGUAGE_CODE }}"])) : fetch(request).catch(unreachable);
}

// The page that says so, with the way to that table if there is one.
async function unreachable() {
  const page = await kept(PAGE), version = page && await soloVersion();
  return version ? new Response((await page.text()).replace(" data-solo hidden", ""), {headers: page.headers}) : page;
}

const windows = () => clients.matchAll({type: "window", includeUncontrolled: true});
const at = path => client => new URL(client.url).pathname === path;

// Every push is shown, or Safari would end the subscription at the third that is not; without a sound to who looks at the page.
async function show({title, body, path, tag}) {
  const silent = (await windows()).filter(at(path)).some(client => client.visibilityState === "visible");
  await registration.showNotification(title, {body, tag, silent, icon: ICON, data: {path}});
}

function contentOf(data) {
  const unreadable = {title: "Dummy Hand Spades", body: "", path: "/", tag: "unreadable"};
  try {
    return {...unreadable, ...data.json()};
  } catch {
    return unreadable;
  }
}

// The browser has replaced the subscription, or lost it. If this fails, the next page tries again (push_check.js).
async function renew(newSubscription) {
  await postSubscription("{% url 'renew_browser' %}", () => newSubscription ?? subscribeTo(registration.pushManager, KEY));
}

async function open(notification) {
  notification.close();
  const {path} = notification.data, shown = (await windows()).find(at(path));
  await (shown ? shown.focus() : clients.openWindow(path));
}
