// What goes wrong with the printer at a byte, how long it lasts, and what nobody can know then.
import type { FaultChange } from '../../../agent/test-printer/faults.ts'

export interface Trouble {
  readonly name: string
  /** The faults that stand before the label is sent. */
  readonly faults: (byte: number) => FaultChange
  /** From the byte until all is well again, in ms on the clock of the sweep; null: until the label has come to an end. */
  readonly lastsMs: number | null
  /** It ends as people end it: by the switch. */
  readonly endsBySwitch: boolean
  /** From when on the agent cannot know what came out. */
  readonly isAmbiguousFrom: 'its byte' | 'the start' | 'never'
}

/** Longer than an agent waits before its second try, shorter than it waits for a printer that does not read. */
const WHILE_MS = 10_000

export const TROUBLES: readonly Trouble[] = [
  trouble('reset', { faults: (byte) => ({ resetAtByte: byte }), lastsMs: 1_000 }),
  trouble('power off', { faults: (byte) => ({ powerOffAtByte: byte }), lastsMs: WHILE_MS }),
  // All that it has read waits in its memory and is lost.
  trouble('power off, paused', {
    faults: (byte) => ({ paused: true, powerOffAtByte: byte }),
    lastsMs: WHILE_MS,
    isAmbiguousFrom: 'the start',
  }),
  trouble('stall for a while', {
    faults: (byte) => ({ stallAtByte: byte }),
    lastsMs: WHILE_MS,
    isAmbiguousFrom: 'never',
  }),
  // It reads on when the agent has given the label up.
  trouble('stall for long', { faults: (byte) => ({ stallAtByte: byte }) }),
  trouble('stall for ever', { faults: (byte) => ({ stallAtByte: byte }), endsBySwitch: true }),
]

function trouble(
  name: string,
  facts: Pick<Trouble, 'faults'> & Partial<Omit<Trouble, 'name' | 'faults'>>,
): Trouble {
  return { name, lastsMs: null, endsBySwitch: false, isAmbiguousFrom: 'its byte', ...facts }
}
