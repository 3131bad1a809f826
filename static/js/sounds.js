// Sounds, for players who have switched them on: a card, the own turn, a trick of the own side, a deal's end.

import {mine, preferences} from "./site.js";

const SOUNDS = { // notes in Hz, how long each rings in seconds, and how long after the card it begins
  card: [[160], .06, 0],
  turn: [[523, 784], .3, 0],
  trick: [[659, 880], .18, .12],
  turnAfterTrick: [[523, 784], .3, .45],
  end: [[523, 659, 784, 1047], .36, .12],
};

let shown = whatIsShown();

function whatIsShown() {
  const wins = document.querySelector("#trick.swept .wins");
  return {
    cards: document.querySelectorAll("#trick .played-card").length,
    trick: wins && isOwnSide(wins.dataset.hand) ? wins.id : "",
    isMyTurn: Boolean(mine()),
    isEnd: Boolean(document.querySelector(".game:is(.is-scored, .is-over)")),
  };
}

function isOwnSide(hand) {
  const [won, own] = [hand, document.querySelector(".game").dataset.viewer].map(of => document.getElementById(`plate-${of}`));
  return won?.classList.contains("declares") === own?.classList.contains("declares");
}

function playSounds() {
  const before = shown, isTrick = (shown = whatIsShown()).trick && shown.trick !== before.trick;
  if (!("sound" in preferences)) return;
  if (shown.cards && shown.cards !== before.cards) play("card");
  if (isTrick) play("trick");
  if (shown.isMyTurn && !before.isMyTurn) play(isTrick ? "turnAfterTrick" : "turn");
  if (shown.isEnd && !before.isEnd) play("end");
}

document.addEventListener("htmx:after:swap", playSounds);

// Browsers are silent until the first touch or key. Some want one for each context, so there is only one context.
let audio;

for (const moment of ["pageshow", "pointerup", "keydown"]) addEventListener(moment, letSound);

function letSound() {
  if ("sound" in preferences) (audio ??= new AudioContext()).resume();
}

function play(sound) {
  if (audio?.state !== "running") return;
  const [notes, length, after] = SOUNDS[sound], start = audio.currentTime + after, end = start + (notes.length + 1) * length / 2;
  const volume = audio.createGain();
  volume.connect(audio.destination);
  volume.gain.setValueAtTime(.1, start);
  volume.gain.exponentialRampToValueAtTime(.001, end);
  notes.forEach((frequency, index) => {
    const tone = new OscillatorNode(audio, {frequency, type: "triangle"});
    tone.connect(volume);
    tone.start(start + index * length / 2);
    tone.stop(end);
  });
}
