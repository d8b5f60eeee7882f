/** Small sounds, made here from tones and noise; no files. */
export type Sound = "turn" | "move" | "capture" | "exit" | "roll" | "call" | "end";

let context: AudioContext | null = null;

/** Browsers allow sound only after the visitor has touched the page. */
function awake(): AudioContext | null {
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

export function play(sound: Sound): void {
  const audio = awake();
  if (!audio) return;
  const at = audio.currentTime + 0.01;
  SCORES[sound](audio, at);
}

type Score = (audio: AudioContext, at: number) => void;

const SCORES: Record<Sound, Score> = {
  turn: (audio, at) => {
    noise(audio, at, 0.07, 2600, 0.25);
    noise(audio, at + 0.09, 0.05, 900, 0.35);
  },
  move: (audio, at) => noise(audio, at + 0.18, 0.06, 500, 0.5),
  capture: (audio, at) => {
    noise(audio, at + 0.16, 0.09, 380, 0.7);
    tone(audio, at + 0.18, 196, 0.16, 0.12);
  },
  exit: (audio, at) => [392, 494, 587].forEach((pitch, step) => tone(audio, at + step * 0.11, pitch, 0.18, 0.1)),
  roll: (audio, at) => [0, 0.07, 0.16, 0.22, 0.33].forEach((wait) => noise(audio, at + wait, 0.04, 1500, 0.35)),
  call: (audio, at) => [523, 659].forEach((pitch, step) => tone(audio, at + step * 0.12, pitch, 0.22, 0.08)),
  end: (audio, at) => [392, 494, 587, 784].forEach((pitch, step) => tone(audio, at + step * 0.14, pitch, 0.4, 0.09)),
};

function tone(audio: AudioContext, at: number, pitch: number, length: number, volume: number): void {
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  source.connect(fading(audio, at, length, volume));
  source.start(at);
  source.stop(at + length);
}

function noise(audio: AudioContext, at: number, length: number, pitch: number, volume: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(audio, at, length, volume));
  source.start(at);
}

function fading(audio: AudioContext, at: number, length: number, volume: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(audio.destination);
  return gain;
}
