// Sounds, for players who have not switched them off: a card, the own turn, a trick of the own side, how a deal or game ended.

import {mine, preferences} from "./site.js";

const SOUNDS = { // notes in Hz, how long each rings in seconds, and how long after the card it begins; where the last one falls to
  card: [[160], .06, 0],
  turn: [[523, 784], .3, 0],
  trick: [[196], .3, .12],
  turnAfterTrick: [[523, 784], .3, .45],
  rise: [[523, 659, 784], .36, .12],
  fall: [[330], .6, .12, 165],
};

let shown = whatIsShown();

function whatIsShown() {
  const wins = document.querySelector("#trick:has(> .part > .swept) .wins");
  return {
    cards: document.querySelectorAll("#trick .played-card").length,
    trick: wins && isOwnSide(wins.dataset.hand) ? wins.id : "",
    isMyTurn: Boolean(mine()),
    ending: document.querySelector("#sheet [data-sounds]")?.dataset.sounds, // "rise" or "fall", as the server says
  };
}

function isOwnSide(hand) {
  const [won, own] = [hand, document.querySelector(".game").dataset.viewer].map(of => document.getElementById(`plate-${of}`));
  return won?.classList.contains("declares") === own?.classList.contains("declares");
}

const isOn = () => "sound" in preferences && document.querySelector(".sound-switch"); // which only players have

function playSounds() {
  const before = shown, isTrick = (shown = whatIsShown()).trick && shown.trick !== before.trick;
  if (!isOn()) return;
  if (shown.cards && shown.cards !== before.cards) play("card");
  if (isTrick) play("trick");
  if (shown.isMyTurn && !before.isMyTurn) play(isTrick ? "turnAfterTrick" : "turn");
  if (shown.ending && !before.ending) play(shown.ending);
}

document.addEventListener("htmx:after:swap", playSounds);

// --- The switch: at once, and back if the site does not store it ---

function setSound(isOn) {
  if (isOn) preferences.sound = "";
  else delete preferences.sound;
}

document.addEventListener("submit", ({target, submitter}) => {
  if (!target.matches(".sound-switch")) return;
  setSound(submitter.value === "on");
  target.querySelector(`button:not([value=${submitter.value}])`).focus(); // the one that was pressed is gone
  letSound()?.then(() => play("turn"));
});

document.addEventListener("htmx:finally:request", ({target, detail: {ctx}}) => {
  const stored = ctx.response?.status ?? 0;
  if (target.matches?.(".sound-switch") && (stored < 200 || stored > 299)) setSound(!("sound" in preferences));
});

// Browsers are silent until the first touch or key. Some want one for each context, so there is only one context.
// It is made at the first touch or sound, not with the page: that takes a phone a quarter of a second.
let audio;

for (const moment of ["pointerup", "keydown"]) addEventListener(moment, letSound);

function letSound() {
  return isOn() ? (audio ??= new AudioContext()).resume() : null;
}

const LATEST = 500; // ms after which a sound no longer belongs to what is shown

async function play(sound) {
  const due = performance.now();
  if (audio?.state !== "running") await letSound();
  if (audio?.state === "running" && performance.now() - due < LATEST) ring(sound);
}

function ring(sound) {
  const [notes, length, after, falls] = SOUNDS[sound], start = audio.currentTime + after, end = start + (notes.length + 1) * length / 2;
  const volume = audio.createGain();
  volume.connect(audio.destination);
  volume.gain.setValueAtTime(.1, start);
  volume.gain.exponentialRampToValueAtTime(.001, end);
  notes.forEach((frequency, index) => {
    const tone = new OscillatorNode(audio, {frequency, type: "triangle"});
    if (falls) {
      tone.frequency.setValueAtTime(frequency, start);
      tone.frequency.exponentialRampToValueAtTime(falls, end);
    }
    tone.connect(volume);
    tone.start(start + index * length / 2);
    tone.stop(end);
  });
}
