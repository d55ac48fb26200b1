// Wood on wood, made by the browser itself. Off at first.

import { settings } from "./settings.svelte";
import { lengthOf, recipes, type Laid, type Voice } from "./sound-recipes";

/** More at once would be noise. */
const MOST_AT_ONCE = 5;
/** The shortest pause in seconds before the same sound is played again: a deal is not a drum roll. */
const SAME_AGAIN = 0.05;
/** No two pieces sound quite alike. */
const DETUNE = 0.03;

let output: { context: AudioContext; into: AudioNode } | null = null;
/** What is being played: its name, and when it begins and ends. */
let playing: { name: string; begins: number; ends: number }[] = [];

/** The speakers; null before the reader has touched the page, because browsers keep it silent until then. */
function speakers(): typeof output {
  if (output === null) {
    if (navigator.userActivation?.hasBeenActive === false) return null;
    const context = new AudioContext();
    output = { context, into: limited(context) };
  }
  if (output.context.state !== "running") void output.context.resume();
  return output;
}

/** Keeps several sounds at once from clipping. */
function limited(context: BaseAudioContext): AudioNode {
  const limiter = context.createDynamicsCompressor();
  limiter.threshold.value = -9;
  limiter.knee.value = 6;
  limiter.ratio.value = 12;
  limiter.attack.value = 0.002;
  limiter.release.value = 0.12;
  limiter.connect(context.destination);
  return limiter;
}

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

/** Half a second of noise, the same for every sound. */
function noiseOf(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context);
  if (known) return known;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate / 2), context.sampleRate);
  const channel = buffer.getChannelData(0);
  for (let at = 0; at < channel.length; at++) channel[at] = Math.random() * 2 - 1;
  noises.set(context, buffer);
  return buffer;
}

/** Plays voices into a node, from `when` on. `pitch` makes all of them higher or lower. */
export function render(
  context: BaseAudioContext,
  into: AudioNode,
  voices: readonly Voice[],
  when = 0,
  pitch = 1,
): void {
  for (const { kind, at, frequency, to = frequency, gain, attack, decay } of voices) {
    const [begin, end] = [when + at, when + at + attack + decay];
    const swell = context.createGain();
    swell.gain.setValueAtTime(0, begin);
    swell.gain.linearRampToValueAtTime(gain, begin + attack);
    swell.gain.exponentialRampToValueAtTime(0.0005, end);
    swell.connect(into);
    const glide = (parameter: AudioParam): void => {
      parameter.setValueAtTime(frequency * pitch, begin);
      if (to !== frequency) parameter.exponentialRampToValueAtTime(to * pitch, begin + (attack + decay) * 0.3);
    };
    if (kind === "tone") {
      const tone = context.createOscillator();
      glide(tone.frequency);
      tone.connect(swell);
      tone.start(begin);
      tone.stop(end);
    } else {
      const noise = context.createBufferSource();
      noise.buffer = noiseOf(context);
      const band = context.createBiquadFilter();
      band.type = "bandpass";
      band.Q.value = 0.8;
      glide(band.frequency);
      noise.connect(band).connect(swell);
      noise.start(begin);
      noise.stop(end);
    }
  }
}

/** Whether a sound may begin now beside what is being played. */
export function mayPlay(
  name: string,
  now: number,
  others: readonly { name: string; begins: number; ends: number }[],
): boolean {
  const heard = others.filter(({ ends }) => ends > now);
  if (heard.some((other) => other.name === name && now - other.begins < SAME_AGAIN)) return false;
  return heard.length < MOST_AT_ONCE;
}

function play(name: string, voices: readonly Voice[], pitch = 1): void {
  if (!settings.sound) return;
  const there = speakers();
  if (!there) return;
  const now = there.context.currentTime;
  playing = playing.filter(({ ends }) => ends > now);
  if (!mayPlay(name, now, playing)) return;
  playing.push({ name, begins: now, ends: now + lengthOf(voices) });
  render(there.context, there.into, voices, now, pitch);
}

const nearly = (): number => 1 + (Math.random() * 2 - 1) * DETUNE;

export const sounds = {
  /** A piece lands: what it is made of, and how high it lies. */
  laid: (how: Laid = { material: "bare wood", height: 0 }): void => play("laid", recipes.laid(how), nearly()),
  picked: (): void => play("picked", recipes.picked(), nearly()),
  /** A piece is drawn from a pile. */
  drawn: (): void => play("drawn", recipes.drawn(), nearly()),
  refused: (): void => play("refused", recipes.refused()),
  /** It is the reader's turn. */
  turn: (): void => play("turn", recipes.turn()),
  /** Points were made, or lost. */
  points: (won = true): void => play("points", recipes.points(won)),
  announce: (): void => play("announce", recipes.announced()),
  /** A line of the final count. */
  counted: (): void => play("counted", recipes.counted()),
  /** The game is over. Someone at this screen has won, or nobody here has. */
  ended: (won = true): void => play("ended", won ? recipes.won() : recipes.lost()),
};
