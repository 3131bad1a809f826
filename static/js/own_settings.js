// Each control of the settings saves itself. "Saved" is shown for two seconds; what is refused goes back to what it was, with the reason.
import {preferences as root} from "./site.js";

const SHOWN_FOR = 2000;
const form = document.getElementById("own-settings"), saved = document.getElementById("saved");
let queue = Promise.resolve(), hiding;

form.addEventListener("change", ({target}) => {
  const part = target.closest("[data-look]");
  if (part) showLook(part);
  queue = queue.then(() => save(target)); // one after another: the last choice stays
});

async function save({name}) {
  const fields = controls(name);
  if (fields.every(isAsSaved)) return;
  const chosen = new FormData(form).getAll(name), body = new URLSearchParams({only: name});
  chosen.forEach(value => body.append(name, value));
  const refusal = await post(body).catch(() => form.dataset.unreachable);
  if (isAnotherBy(fields, chosen)) return; // meanwhile something else is chosen, which is saved next
  if (refusal) return springBack(fields, refusal);
  fields.forEach(keep);
  say(form.dataset.saved);
  if (fields[0].closest("[data-reloads]")) location.reload(); // in another language
}

// Returns why nothing is saved, "" if it is. Who is signed out or suspended by now gets the page that says so.
async function post(body) {
  const headers = {"X-CSRFToken": form.elements.csrfmiddlewaretoken.value};
  const answer = await fetch(location.pathname, {method: "POST", body, headers, redirect: "manual"});
  if (answer.ok) return "";
  if (answer.type === "opaqueredirect" || answer.status === 403) location.reload();
  return answer.headers.get("Content-Type")?.startsWith("text/plain") ? answer.text() : form.dataset.failed;
}

const controls = name => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
const isAnotherBy = (fields, chosen) => String(new FormData(form).getAll(fields[0].name)) !== String(chosen);
const isAsSaved = field => field.options
  ? [...field.options].every(option => option.selected === option.defaultSelected) : field.checked === field.defaultChecked;

function keep(field) {
  if (field.options) for (const option of field.options) option.defaultSelected = option.selected;
  else field.defaultChecked = field.checked;
  partOf(field).querySelector(".refused")?.remove();
}

function springBack(fields, reason) {
  for (const field of fields)
    if (field.options) for (const option of field.options) option.selected = option.defaultSelected;
    else field.checked = field.defaultChecked;
  const part = partOf(fields[0]), look = fields[0].closest("[data-look]");
  if (look) showLook(look);
  part.querySelector(".refused")?.remove();
  part.append(Object.assign(document.createElement("p"), {className: "refused bad", role: "alert", textContent: reason}));
}

const partOf = field => field.closest("fieldset, .switch, .field");

function say(words) {
  saved.textContent = words;
  clearTimeout(hiding);
  hiding = setTimeout(() => saved.textContent = "", SHOWN_FOR);
}

// The page looks as chosen at once (templates/_preferences.html).
function showLook(part) {
  const {look, on} = part.dataset, input = part.querySelector(":checked");
  const value = input && (on ?? input.value);
  if (value) root[look] = value;
  else delete root[look];
  if (look === "theme") document.querySelector('meta[name="color-scheme"]').content = {light: "only light", dark: "dark"}[value] ?? "light dark";
}
