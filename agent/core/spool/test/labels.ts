// Labels as they arrive at a spool.
import type { Arrival } from '../arrival.ts'

export const WHOLE = { language: 'zpl', isComplete: true, reason: 'complete' } as const
export const CUT_SHORT = { ...WHOLE, isComplete: false, reason: 'ends inside a label: ^XZ is missing' }

export const arrival = (text: string, over: Partial<Arrival> = {}): Arrival => ({
  ...{ payload: Buffer.from(text), sender: '127.0.0.1', endedBy: 'fin', verdict: WHOLE },
  ...over,
})
