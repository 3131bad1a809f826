// Times: what is left counts down, and moments are shown in the reader's time zone. Pages for strangers have this script
// only if they have times.

// --- What is left counts down from the seconds that were sent, so a wrong clock of the device does not matter ---

const arrived = new WeakMap();

// How many seconds ago this element got these figures.
export function secondsSince(element, figures) {
  if (arrived.get(element)?.figures !== figures) arrived.set(element, {figures, at: performance.now()});
  return (performance.now() - arrived.get(element).at) / 1000;
}

function countDown() {
  for (const element of document.querySelectorAll("[data-seconds]")) {
    const {seconds, words} = element.dataset, left = Math.max(0, seconds - secondsSince(element, seconds));
    const box = element.closest("[data-within]");
    if (box) box.hidden = left > box.dataset.within;
    const shown = words ? daysAndHours(left, words.split("|")) : minutesAndSeconds(left);
    if (element.textContent === shown) continue;
    element.textContent = shown;
    if (!left) element.dispatchEvent(new CustomEvent("time-up", {bubbles: true})); // the page may have to be asked for again
  }
}

export function minutesAndSeconds(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function daysAndHours(seconds, [ofDays, ofHours, ofMinutes]) {
  const all = Math.max(Math.floor(seconds / 60), seconds > 0), units = {days: Math.floor(all / 1440), hours: Math.floor(all / 60) % 24, minutes: all % 60};
  const words = units.days ? ofDays : units.hours ? ofHours : ofMinutes;
  return words.replace(/%\((\w+)\)d/g, (_, unit) => units[unit]);
}

setInterval(countDown, 250);

// --- Moments: in the zone that the account has chosen, else in the browser's, which a cookie sends to the site ---

const hasChosenZone = "zoneChosen" in document.body.dataset;
const zone = hasChosenZone ? document.body.dataset.zone : Intl.DateTimeFormat().resolvedOptions().timeZone;
const writtenAs = momentFormats(document.documentElement.lang);

// By kind, as in accounts/base/time_zones.py; none if this browser does not know the zone.
function momentFormats(language) {
  const day = {day: "numeric", month: "short"}, hour = {hour: "2-digit", minute: "2-digit", hourCycle: "h23"};
  const full = {day: language === "es" ? "2-digit" : "numeric", month: language === "es" ? "2-digit" : "short", year: "numeric"};
  const format = parts => new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {...parts, timeZone: zone});
  try {
    return {day: format(day), deadline: format({...day, ...hour}), full: format({...full, ...hour})};
  } catch {
    return null;
  }
}

function showMoments() {
  if (!zone || !writtenAs) return;
  for (const time of document.querySelectorAll("time[data-moment]")) {
    const shown = writtenAs[time.dataset.moment].format(new Date(time.dateTime));
    if (time.textContent !== shown) time.textContent = shown;
  }
  for (const name of document.querySelectorAll("[data-zone-name]")) name.textContent = zone.replaceAll("_", " ");
}

function tellZone() {
  if (!zone || hasChosenZone || document.cookie.split("; ").includes(`timezone=${zone}`)) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `timezone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
}

function showTimes() {
  countDown();
  showMoments();
}

document.addEventListener("htmx:after:swap", showTimes);
tellZone();
showTimes();
