// Works out the cards of deals again (docs/fairness.md), with the browser's own hash functions and without the server.
const pack = ["S", "H", "D", "C"].flatMap(suit => [..."AKQJT98765432"].map(rank => suit + rank));
const hex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = digits => Uint8Array.from(digits.match(/../g), pair => parseInt(pair, 16));

async function hashed(secret, times) {
  for (let done = 0; done < times; done++) secret = new Uint8Array(await crypto.subtle.digest("SHA-256", secret));
  return secret;
}

async function hmac(key, text) {
  const imported = await crypto.subtle.importKey("raw", key, {name: "HMAC", hash: "SHA-256"}, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text)));
}

const keyOf = (secret, proof, number) => hmac(secret, [proof.game, number, ...proof.seeds].join("\n"));

async function shuffled(items, key, purpose) {
  const order = [...items];
  let numbers = [], counter = 0;
  for (let last = order.length - 1; last > 0; last--) {
    const count = BigInt(last + 1), fair = 2n ** 64n - 2n ** 64n % count;
    let number = fair;
    while (number >= fair) {
      if (!numbers.length) {
        const block = new DataView((await hmac(key, `${purpose}:${counter++}`)).buffer);
        numbers = [0, 8, 16, 24].map(at => block.getBigUint64(at));
      }
      number = numbers.shift();
    }
    const pick = Number(number % count);
    [order[last], order[pick]] = [order[pick], order[last]];
  }
  return order;
}

// --- Each step returns what was worked out, and whether the record has the same ---

async function steps(record) {
  const {proof} = record, secret = bytesOf(proof.secret), {number} = proof;
  const board = proof.duplicate ? (number - 1) % 3 + 1 : number, ofDraw = await hashed(secret, number);
  const commitment = hex(await hashed(secret, number + 1));
  const key = await keyOf(await hashed(secret, number - board), proof, board);
  const arrangement = proof.duplicate ? await arrangementOf(proof, ofDraw, board) : ordinary(record);
  return {
    commitment: [commitment, commitment === proof.commitment],
    key: [hex(key), true],
    hands: await handsOf(record, key, arrangement),
    draw: await drawOf(record, ofDraw),
    plan: planOf(record, arrangement),
    peeks: await peeksOf(record, key, arrangement),
  };
}

// Where the hands of a board are in one deal of a duplicate game: whose they are, and what the suits are called.
async function arrangementOf(proof, secret, board) {
  const key = await keyOf(secret, proof, 0), turn = Math.floor((proof.number - 1) / 3);
  const suits = await shuffled(["H", "D", "C"], key, `suits${board}`);
  const dealer = (await shuffled([0, 1, 2], key, `dealers${board}`))[turn];
  const names = ["S", ...suits.slice(turn), ...suits.slice(0, turn)];
  return {dealer, names, positions: [0, 1, 2].map(player => (player - dealer + 2) % 3)};
}

const ordinary = ({dealer}) => ({dealer, names: [..."SHDC"], positions: [0, 1, 2]});

function planOf({proof, dealer}, {dealer: planned, names}) {
  if (!proof.duplicate) return ["", true];
  return [`${planned}\nHDC → ${names.slice(1).join("")}`, dealer === planned && proof.number <= 9 && !proof.draw];
}

const sameCards = (one, other, inOrder) =>
  inOrder ? `${one}` === `${other}` : `${[...one].sort()}` === `${[...other].sort()}`;

async function handsOf({hands}, key, {names, positions}) {
  const order = (await shuffled(pack, key, "deal")).map(card => names["SHDC".indexOf(card[0])] + card[1]);
  const dealt = [...positions, 3].map(position => order.filter((_, place) => place % 4 === position));
  const same = ["0", "1", "2", "dummy"].map((name, seat) => sameCards(dealt[seat], hands[name], name === "dummy"));
  return [dealt.map(hand => hand.join(" ")).join("\n"), same.every(Boolean)];
}

async function drawOf({proof, dealer}, secret) {
  if (!proof.draw) return ["", true];
  const drawn = (await shuffled(pack, await keyOf(secret, proof, 0), "draw")).slice(0, 3);
  const worth = card => "AKQJT98765432".indexOf(card[1]) * 4 + "SHDC".indexOf(card[0]); // the least is the highest card
  const first = [0, 1, 2].reduce((best, player) => worth(drawn[player]) < worth(drawn[best]) ? player : best);
  return [drawn.join(" "), sameCards(drawn, proof.draw, true) && dealer === (first + proof.number - 1) % 3];
}

async function peeksOf({proof, peeks, rules}, key, {positions}) {
  const turnedUp = new Set(), looked = [];
  let same = true;
  for (const {player, places} of peeks) {
    if (proof.seeds[player] === "bot") {
      const all = await shuffled([...Array(13).keys()], key, `peek${positions[player]}`);
      const order = all.filter(place => !turnedUp.has(place));
      const chosen = order.slice(0, places.length).sort((one, other) => one - other);
      same &&= `${chosen}` === `${[...places].sort((one, other) => one - other)}`;
      looked.push(`${player}: ${chosen.join(" ")}`);
    }
    if (rules.peek.startsWith("flip")) places.forEach(place => turnedUp.add(place));
  }
  return [looked.join("\n") || "–", same];
}

// --- The page ---

const answer = document.getElementById("verified"), form = document.getElementById("verify");

async function verify(text) {
  if (!crypto.subtle) return answer.replaceChildren(answer.dataset.noHash);
  try {
    const results = await Promise.all(provedIn(text).map(async record => shown(record, await steps(record))));
    answer.replaceChildren(...results.length ? results : [answer.dataset.noRecord]);
  } catch {
    answer.replaceChildren(answer.dataset.noRecord);
  }
}

// One record, which may stand on several lines, or a record on each line.
function provedIn(text) {
  let records;
  try {
    records = [JSON.parse(text)];
  } catch {
    records = text.trim().split("\n").map(line => JSON.parse(line));
  }
  return records.filter(({proof}) => proof?.number <= 1000);
}

function shown(record, results) {
  const section = document.getElementById("verified-deal").content.cloneNode(true).firstElementChild;
  const say = holds => holds ? `✓ ${section.dataset.holds}` : `✗ ${section.dataset.fails}`;
  section.querySelector("[data-number]").textContent = record.proof.number;
  section.querySelector("[data-result]").textContent = say(Object.values(results).every(([, holds]) => holds));
  section.querySelector("[data-rematch]").hidden = Boolean(record.proof.draw || record.proof.duplicate);
  for (const shownForPlan of section.querySelectorAll("[data-plan]")) shownForPlan.hidden = !record.proof.duplicate;
  for (const [name, [value, holds]] of Object.entries(results)) {
    section.querySelector(`[data-value=${name}]`).textContent = value;
    const says = section.querySelector(`[data-says=${name}]`);
    if (says) says.textContent = say(holds);
  }
  return section;
}

form.addEventListener("submit", event => {
  event.preventDefault();
  verify(form.record.value);
});
form.file.addEventListener("change", async () => {
  if (form.file.files[0]) verify(form.record.value = await form.file.files[0].text());
});
if (form.record.value) verify(form.record.value);
