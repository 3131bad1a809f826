// node server.js PORT [DIRECTORY]: boardgame.io's server, in memory or with its FlatFile store in DIRECTORY.

const { FlatFile, Server } = require("boardgame.io/server");
const game = require("./game");

const [port, dir] = process.argv.slice(2);
Server({ games: [game], origins: [], db: dir ? new FlatFile({ dir }) : undefined }).run(Number(port));
