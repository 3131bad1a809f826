// A bot that plays Dummy Hand Spades by the site's API, with a client made from the description of the API.
//
//   npm install openapi-fetch openapi-typescript typescript@5 @types/node
//   export SITE=https://...                                    # the address of the site, without a slash at its end
//   npx openapi-typescript $SITE/api/v1/openapi.json -o spades.d.ts
//   npx tsc --strict --target es2022 --module nodenext --skipLibCheck --noEmitOnError bot.ts
//   TOKEN=dhs_... node bot.js $SITE                            # opens a game with the site's bots, and plays it
//   TOKEN=dhs_... node bot.js $SITE Xy3kQ9dE                   # sits down at a table, and plays there
//
// package.json needs "type": "module". The bot bids its aces and kings, and plays the first card that it may.

import createClient from "openapi-fetch";
import type { components, paths } from "./spades.js";

type Table = components["schemas"]["Table"];
type Move = components["schemas"]["Move"];

const [site, wanted] = process.argv.slice(2);
const api = createClient<paths>({
  baseUrl: `${site}/api/v1`,
  headers: { Authorization: `Bearer ${process.env.TOKEN}` },
});

/** Return a move for the table, or undefined if it does not wait for us. */
function choose(table: Table): Move | undefined {
  const { version, deal, player } = table;
  if (player === null) return undefined;
  if (table.stage === "drawing" || table.stage === "scored") {
    return table.ready.includes(player) ? undefined : { kind: "ready", version };
  }
  if (table.paused_until || !deal?.hand || !deal.waiting.includes(player)) return undefined;
  const { answer, peek, bids, cards } = deal.options;
  if (answer) return { kind: "answer", accept: false, version };
  if (peek) return { kind: "peek", places: [...Array(peek).keys()], version };
  if (bids.length) {
    const { tricks, nils } = bids[0];
    const strong = deal.hand.filter((card) => "AK".includes(card[1])).length;
    return { kind: "bid", tricks: tricks[Math.min(strong, tricks.length - 1)], nils: nils[0], version };
  }
  return { kind: "play", card: cards[0], version };
}

/** Yield each version of the table that its stream sends; it ends every five minutes, and is opened again. */
async function* versions(code: string): AsyncGenerator<Table> {
  for (;;) {
    const { data, error } = await api.GET("/tables/{code}/stream", { params: { path: { code } }, parseAs: "stream" });
    if (!data) throw new Error(error?.detail);
    let text = "";
    for await (const part of data.pipeThrough(new TextDecoderStream())) {
      const lines = (text + part).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines.filter(Boolean)) yield JSON.parse(line);
    }
  }
}

/** Return the table at which we sit: a new one, or the one that is wanted. */
async function sitDown(): Promise<Table> {
  if (!wanted) {
    const { data, error } = await api.POST("/tables", { body: { target: 200 } });
    if (!data) throw new Error(error.detail);
    return data;
  }
  const params = { path: { code: wanted } };
  const { data: table, error } = await api.GET("/tables/{code}", { params });
  if (!table) throw new Error(error.detail);
  if (table.player !== null) return table;
  const free = table.seats.find((seat) => !seat.name)?.player as 0 | 1 | 2;
  const { data, error: refusal } = await api.PUT("/tables/{code}/seat", { params, body: { player: free } });
  if (!data) throw new Error(refusal.detail);
  return data;
}

/** Make each move that the table waits for from us, and return the table after them. */
async function play(table: Table): Promise<Table> {
  for (let move = choose(table); move; move = choose(table)) {
    const { data, error } = await api.POST("/tables/{code}/moves", {
      params: { path: { code: table.code } },
      body: move,
    });
    if (error && error.status !== 409) throw new Error(error.detail);
    if (!data) return table; // it has moved on: the stream sends how it is
    table = data;
  }
  return table;
}

let table = await sitDown();
for await (const sent of versions(table.code)) {
  if (sent.version >= table.version) table = await play(sent); // else the answer to a move was newer
  if (table.stage === "over" || table.stage === "closed") break;
}
console.log("points:", JSON.stringify(table.points));
process.exit();
