// How many labels a payload makes.
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { printLines } from './print-lines.ts'
import { readZpl, type ZplPayload } from './zpl-formats.ts'

const MAX_COPIES = 100_000_000

/**
 * Labels that come out: ^PQ of each ZPL format, EPL P, TSPL PRINT, from 1 to 100,000,000. Payloads whose language does
 * not say so, and those that only set something up, count as 1.
 */
export function copiesOf(payload: Uint8Array, language: PrintJob['language']): number {
  return total(countsOf(payload, language))
}

/** The same, of ZPL that was read. */
export function copiesIn({ formats }: ZplPayload): number {
  return total(formats.map(({ labels }) => labels))
}

function total(counts: readonly number[]): number {
  const sum = counts.reduce((before, labels) => before + labels, 0)
  return Math.min(MAX_COPIES, Math.max(1, sum))
}

function countsOf(payload: Uint8Array, language: PrintJob['language']): readonly number[] {
  if (language === 'zpl') return [copiesIn(readZpl(payload))]
  if (language !== 'epl' && language !== 'tspl') return []
  return (printLines(payload, language) ?? []).map(({ labels }) => labels)
}
