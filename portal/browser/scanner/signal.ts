// How an answer sounds and feels: one high tone and a short buzz for taken, two low tones and a long buzz for all else.

const TONES = {
  taken: [{ hz: 1_320, fromS: 0, forS: 0.12 }],
  refused: [
    { hz: 220, fromS: 0, forS: 0.2 },
    { hz: 220, fromS: 0.3, forS: 0.3 },
  ],
} as const
const BUZZES_MS = { taken: [60], refused: [200, 100, 300] } as const
const VOLUME = 0.3

let audio: AudioContext | null = null

/** A browser that has neither stays silent: the words stand there all the same. */
export function signal(kind: keyof typeof TONES): void {
  if ('vibrate' in navigator) navigator.vibrate([...BUZZES_MS[kind]])
  audio ??= new AudioContext()
  // Browsers hold sound back until somebody has touched the page.
  if (audio.state !== 'running') void audio.resume()
  for (const { hz, fromS, forS } of TONES[kind]) sound(audio, { hz, at: audio.currentTime + fromS, forS })
}

function sound(
  context: AudioContext,
  { hz, at, forS }: { readonly hz: number; readonly at: number; readonly forS: number },
): void {
  const [tone, volume] = [new OscillatorNode(context, { frequency: hz }), new GainNode(context)]
  volume.gain.value = VOLUME
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + forS)
}
