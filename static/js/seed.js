// The browser's part in fair cards: a field for the player's seed that is empty gets a random one.
let ownSeed = "", given = false;

function fillSeed() {
  const field = document.getElementById("seed");
  if (!field || field.value) return;
  field.value = ownSeed ||= randomDigits();
  if (field.form?.id !== "give-seed" || given) return;
  given = true; // once: what the server refuses is not sent again and again
  field.form.requestSubmit();
}

const randomDigits = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map(byte => byte.toString(16).padStart(2, "0")).join("");

document.addEventListener("input", ({target}) => target.id === "seed" && (ownSeed = target.value));
document.addEventListener("next-table", () => [ownSeed, given] = ["", false]);
document.addEventListener("htmx:after:swap", fillSeed);
fillSeed();
