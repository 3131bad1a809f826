// The games that were played in this browser without a connection: worker.js of the table stores a line for each.

const section = document.getElementById("solo-games");
const date = new Intl.DateTimeFormat(document.documentElement.lang, {dateStyle: "medium", timeStyle: "short"});

const request = indexedDB.open("solo", 1);
request.onupgradeneeded = () => request.transaction.abort(); // nothing was played yet
request.onerror = () => list([]);
request.onsuccess = () => {
  const all = request.result.transaction("records").objectStore("records").getAll();
  all.onsuccess = () => list(all.result.sort((one, two) => two.at - one.at));
};

function list(games) {
  section.querySelector("[data-none]").hidden = games.length > 0;
  section.querySelector("[data-some]").hidden = !games.length;
  section.querySelector("tbody").append(...games.map(line));
}

function line({at, rules, points, result, records}) {
  const row = section.querySelector("template").content.cloneNode(true);
  const words = {at: date.format(at), rules, points, result, deals: records.length};
  for (const cell of row.querySelectorAll("[data-of]")) cell.textContent = words[cell.dataset.of];
  row.querySelector("[name=record]").value = records.join("\n");
  return row;
}
