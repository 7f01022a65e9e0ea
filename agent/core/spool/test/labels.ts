// Labels as they arrive at a spool.
import type { Arrival } from '../rules/arrival.ts'

export const WHOLE = { language: 'zpl', isComplete: true, reason: null } as const
export const CUT_SHORT = { ...WHOLE, isComplete: false, reason: 'cut_label' } as const

export const arrival = (text: string, over: Partial<Arrival> = {}): Arrival => ({
  payload: Buffer.from(text),
  sender: '127.0.0.1',
  endedBy: 'fin',
  verdict: WHOLE,
  ...over,
})
