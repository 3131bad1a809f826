// Dummy Hand Spades for boardgame.io, as small as the same game can be: bids (without nils), 52 cards, scores, next deal.
// The game says itself whose turn it is, since the dummy's cards are the declarer's to play. That, and doing without
// boardgame.io's undo, is also what costs boardgame.io least.

const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");

const DUMMY = 3;
const RANKS = "23456789TJQKA";
const PACK = [..."SHDC"].flatMap(suit => [...RANKS].map(rank => suit + rank));
const suit = card => card[0];
const rank = card => RANKS.indexOf(card[1]);
const orderOfPlay = declarer => [declarer, (declarer + 1) % 3, DUMMY, (declarer + 2) % 3];

function deal(random, dealer, points, bags) {
  const pack = random.Shuffle(PACK);
  return {
    dealer, points, bags,
    hands: [0, 13, 26, 39].map(start => pack.slice(start, start + 13)),
    bids: [null, null, null], declarer: null, leader: null,
    trick: [], taken: [0, 0, 0, 0], tricks: 0, broken: false, ready: [false, false, false],
  };
}

function handToPlay(G) {
  if (G.declarer === null || G.tricks === 13) return null;
  const order = orderOfPlay(G.declarer);
  return order[(order.indexOf(G.leader) + G.trick.length) % 4];
}

function mayPlay(G, hand, card) {
  const cards = G.hands[hand];
  if (!cards.includes(card)) return false;
  if (G.trick.length) return suit(card) === suit(G.trick[0].card) || !cards.some(c => suit(c) === suit(G.trick[0].card));
  return suit(card) !== "S" || G.broken || cards.every(c => suit(c) === "S");
}

function winnerOf(trick) {
  const strength = ({ card }) => suit(card) === "S" ? 100 + rank(card) : suit(card) === suit(trick[0].card) ? rank(card) : -1;
  return trick.reduce((best, played) => strength(played) > strength(best) ? played : best).hand;
}

function score(G) {
  const order = orderOfPlay(G.declarer);
  for (const player of [0, 1, 2]) {
    const partner = order[(order.indexOf(player) + 2) % 4];
    const over = G.taken[player] + G.taken[partner] - G.bids[player];
    G.points[player] += over < 0 ? -10 * G.bids[player] : 10 * G.bids[player] + over;
    G.bags[player] += Math.max(0, over);
    if (G.bags[player] >= 10) {
      G.points[player] -= 100;
      G.bags[player] -= 10;
    }
  }
}

function bid({ G, playerID }, tricks) {
  const player = Number(playerID), made = G.bids.filter(given => given !== null).length;
  if (made === 3 || player !== (G.dealer + 1 + made) % 3 || !(tricks >= 0 && tricks <= 13)) return INVALID_MOVE;
  G.bids[player] = tricks;
  if (made < 2) return;
  const inOrder = [1, 2, 3].map(step => (G.dealer + step) % 3);
  G.declarer = inOrder.find(bidder => G.bids[bidder] === Math.max(...G.bids));
  G.leader = inOrder[0];
}

function play({ G, playerID }, card) {
  const hand = handToPlay(G);
  if (hand === null || Number(playerID) !== (hand === DUMMY ? G.declarer : hand)) return INVALID_MOVE;
  if (!mayPlay(G, hand, card)) return INVALID_MOVE;
  G.hands[hand] = G.hands[hand].filter(held => held !== card);
  G.trick.push({ hand, card });
  G.broken ||= suit(card) === "S";
  if (G.trick.length < 4) return;
  G.leader = winnerOf(G.trick);
  G.taken[G.leader] += 1;
  G.tricks += 1;
  G.trick = [];
  if (G.tricks === 13) score(G);
}

function ready({ G, playerID, random }) {
  if (G.tricks < 13) return INVALID_MOVE;
  const allReady = G.ready.every((isReady, player) => isReady || player === Number(playerID));
  if (allReady) return deal(random, (G.dealer + 1) % 3, G.points, G.bags);
  G.ready[playerID] = true;
}

function playerView({ G, playerID }) {
  const exposed = G.trick.length > 0 || G.tricks > 0;
  const sees = hand => hand === Number(playerID) || (hand === DUMMY && exposed);
  return { ...G, hands: G.hands.map((cards, hand) => sees(hand) ? cards : cards.length) };
}

module.exports = {
  name: "spades",
  setup: ({ random }) => deal(random, 2, [0, 0, 0], [0, 0, 0]),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { bid, play, ready },
  playerView,
  disableUndo: true,
  minPlayers: 3,
  maxPlayers: 3,
};
