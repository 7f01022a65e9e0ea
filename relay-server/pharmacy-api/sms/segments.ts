// How many messages a phone receives a text as, which is what providers charge.
import { SegmentedMessage } from 'sms-segments-calculator'

/** GSM-7: 160, or 153 each of several; with one letter beyond it (ç ş ğ ı İ) UCS-2: 70, or 67 each. */
export function segmentsOf(text: string): number {
  return new SegmentedMessage(text).segmentsCount
}
