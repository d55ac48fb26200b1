// Wood on wood, made by the browser itself. Off at first.

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function knock(pitch: number, loudness: number, after = 0): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime + after;
  const body = context.createOscillator();
  body.frequency.setValueAtTime(pitch * 1.6, now);
  body.frequency.exponentialRampToValueAtTime(pitch, now + 0.03);
  const swell = context.createGain();
  swell.gain.setValueAtTime(loudness, now);
  swell.gain.exponentialRampToValueAtTime(0.001, now + 0.14);
  body.connect(swell).connect(context.destination);
  body.start(now);
  body.stop(now + 0.15);

  const click = context.createBufferSource();
  const samples = Math.floor(context.sampleRate * 0.02);
  const noise = context.createBuffer(1, samples, context.sampleRate);
  const channel = noise.getChannelData(0);
  for (let at = 0; at < samples; at++) channel[at] = (Math.random() * 2 - 1) * (1 - at / samples) ** 2;
  click.buffer = noise;
  const wood = context.createBiquadFilter();
  wood.type = "bandpass";
  wood.frequency.value = pitch * 5;
  const soft = context.createGain();
  soft.gain.value = loudness * 0.7;
  click.connect(wood).connect(soft).connect(context.destination);
  click.start(now);
}

export const sounds = {
  laid: (): void => knock(190, 0.5),
  picked: (): void => knock(420, 0.12),
  drawn: (): void => knock(300, 0.16),
  refused: (): void => knock(110, 0.25),
  counted: (): void => knock(520, 0.1),
  ended: (): void => [262, 330, 392].forEach((pitch, at) => knock(pitch, 0.3, at * 0.14)),
};
