// What guest and host both know: one line of the guest's console for each thing that was looked at.
import { z } from 'zod'

/** One thing that was looked at: whether it is as promised, and what was seen. */
export const Looked = z.object({
  /** `labels over /dev/usb/lp0`. */
  part: z.string().min(1).max(80),
  /** Such as the name of a label. */
  what: z.string().min(1).max(160),
  isGood: z.boolean(),
  /** In words; an empty text when there is nothing to add. */
  seen: z.string().max(500),
  /** How long it took, in ms of the guest's clock; null where nobody asks. */
  tookMs: z.number().min(0).nullable(),
})
export type Looked = z.infer<typeof Looked>

export const LOOKED = 'usb-check: '
export const DONE = 'usb-check done'

/** The promise about printers that come and go. */
export const NOTICED_MS = 2_000
export const PARTS = {
  plug: 'plugged in and out is noticed within 2 s',
  usb: 'labels over /dev/usb/lp0, byte for byte',
  asked: 'asked over /dev/usb/lp0',
  cut: 'unplugged in the middle of a label, /dev/usb/lp0',
  once: 'listed once beside its queue',
  cups: 'labels over CUPS usb://, byte for byte',
  away: 'a label while it is unplugged, CUPS usb://',
  cupsCut: 'unplugged in the middle of a label, CUPS usb://',
} as const

/** Null of a line that is none of the check's. */
export function lookedIn(line: string): Looked | null {
  if (!line.startsWith(LOOKED)) return null
  return Looked.parse(JSON.parse(line.slice(LOOKED.length)))
}
