/** Four quiet sounds of our own, made by Web Audio: a card, a turn, a refusal, a win. Off unless the player wants them. */

import { setting, settings } from "./settings.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */

const LOUD = 0.2; // of what the device can do
const TURNS = ["turn", "deal", "recycle", "flip"];
const WIN = [523, 659, 784, 1047]; // Hz

/** @type {AudioContext|null} */
let audio = null;
let touched = false; // browsers let a page sound only after a gesture

/** Let a table be heard. @param {import("./table.js").Table} table */
export function enableSounds(table) {
  let { state } = table.answer;
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { touched = true; }, { capture: true });
  table.addEventListener("shown", (event) => hearEvents(/** @type {CustomEvent} */ (event).detail.events));
  table.addEventListener("refused", () => play(refusal));
  table.addEventListener("answered", (event) => {
    const now = /** @type {CustomEvent} */ (event).detail.answer.state;
    if (now === "won" && state !== "won") play(win);
    state = now;
  });
  settings.addEventListener("change", (event) => /** @type {CustomEvent} */ (event).detail === "sounds" && silence());
}

/** @param {GameEvent[]} events */
function hearEvents(events) {
  if (events.length) play(TURNS.includes(events[0].kind) ? turn : card);
}

/** @param {(audio: AudioContext, out: AudioNode, at: number) => void} sound */
function play(sound) {
  if (!setting("sounds") || !touched || document.hidden) return;
  audio ??= new AudioContext();
  audio.resume();
  const out = new GainNode(audio, { gain: LOUD });
  out.connect(audio.destination);
  sound(audio, out, audio.currentTime);
}

/** Switched off: nothing sounds on, and nothing is kept. */
function silence() {
  if (setting("sounds")) return;
  audio?.close();
  audio = null;
}

/** A card is put down: a short, dull rustle. @type {Parameters<typeof play>[0]} */
function card(context, out, at) {
  rustle(context, out, at, 900, 0.06);
}

/** Cards are turned: a brighter, longer one. @type {Parameters<typeof play>[0]} */
function turn(context, out, at) {
  rustle(context, out, at, 2600, 0.11);
}

/** Not possible: two low, soft notes. @type {Parameters<typeof play>[0]} */
function refusal(context, out, at) {
  note(context, out, at, 196, 0.12);
  note(context, out, at + 0.11, 147, 0.16);
}

/** Won: four notes going up. @type {Parameters<typeof play>[0]} */
function win(context, out, at) {
  WIN.forEach((pitch, order) => note(context, out, at + order * 0.13, pitch, 0.4));
}

/** Noise around a pitch that dies away. @param {AudioContext} context @param {AudioNode} out @param {number} at s @param {number} pitch Hz @param {number} length s */
function rustle(context, out, at, pitch, length) {
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let sample = 0; sample < samples.length; sample += 1) samples[sample] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.8 })).connect(fading(context, out, at, length));
  source.start(at);
}

/** @param {AudioContext} context @param {AudioNode} out @param {number} at s @param {number} pitch Hz @param {number} length s */
function note(context, out, at, pitch, length) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  source.connect(fading(context, out, at, length));
  source.start(at);
  source.stop(at + length);
}

/** @param {AudioContext} context @param {AudioNode} out @param {number} at s @param {number} length s */
function fading(context, out, at, length) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(1, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(out);
  return gain;
}
