// The labels of a pharmacy under trouble: who sends them, when they have come to rest, and the books at the end.
import { setTimeout as delay } from 'node:timers/promises'
import { jobsOf, waitingAt } from './agent-jobs.ts'
import { diceOf } from './dice.ts'
import { Payloads } from './payloads.ts'
import type { AgentName, Computer, Pharmacy } from './pharmacy.ts'
import type { Printer, RollLabel } from './printer.ts'

import { sendLabels } from './sender.ts'
import type { Books, HandedIn } from './books.ts'

/** Where each sender hands its labels in. */
const SENDERS: readonly AgentName[] = ['client', 'client', 'client', 'printer']
const PAUSE_MS = { low: 100, high: 900 }
/** Through a serial line or a print queue less comes out: what waits in the end would not come to rest in time. */
const SLOW_PAUSE_MS = { low: 400, high: 3_600 }
/** A label that a printer is asked about waits for 5 s between two questions. */
const RESTS_FOR_MS = 7_500

/** Where labels are handed in. */
export interface PlaceOfLabels extends Pick<Pharmacy, 'address'> {
  readonly printer: Pick<Printer, 'queued' | 'cable'>
  readonly computers: Readonly<Record<AgentName, Pick<Computer, 'listener' | 'front'>>>
}

/** What is asked for its labels in the end. */
export interface LabelledPharmacy {
  readonly printer: Printer
  readonly computers: Readonly<Record<AgentName, Pick<Computer, 'controlSocket'>>>
}

/** Until the signal. */
export function senders(
  pharmacy: PlaceOfLabels,
  parts: {
    readonly index: number
    readonly seed: number
    readonly signal: AbortSignal
    readonly onSent: (sent: HandedIn) => void
    /** Between two labels of one sender; left out: as fast as a campaign of faults wants them. */
    readonly pauseMs?: { readonly low: number; readonly high: number }
  },
): Promise<void>[] {
  const { index, seed, signal, onSent } = parts
  const isSlow = pharmacy.printer.queued !== undefined
  const kind = pharmacy.printer.cable === null ? (index % 2 === 0 ? 'zpl' : 'mixed') : 'line'
  const payloads = new Payloads(diceOf(seed, `labels-${index}`), kind)
  return SENDERS.map(async (at, n) =>
    sendLabels({
      from: pharmacy.address(20 + n),
      to: pharmacy.computers[at].front ?? pharmacy.computers[at].listener,
      next: () => payloads.next(),
      dice: diceOf(seed, `sender-${index}-${n}`),
      pauseMs: parts.pauseMs ?? (isSlow ? SLOW_PAUSE_MS : PAUSE_MS),
      signal,
      onSent: (sent) => onSent({ ...sent, at, sender: n }),
    }),
  )
}

/** False when labels still wait after the limit. */
export async function settles({ computers, printer }: LabelledPharmacy, limitMs: number): Promise<boolean> {
  await printer.clear()
  const until = performance.now() + limitMs
  let restsSince = performance.now()
  while (performance.now() < until) {
    const waiting =
      (await waitingAt(computers.client)) +
      (await waitingAt(computers.printer)) +
      ((await printer.queued?.()) ?? 0)
    if (waiting > 0) restsSince = performance.now()
    if (performance.now() - restsSince > RESTS_FOR_MS) return true
    await delay(200)
  }
  return false
}

export async function booksOf(
  { computers: { client, printer }, printer: paper }: LabelledPharmacy,
  sent: readonly HandedIn[],
): Promise<Books & { readonly roll: readonly RollLabel[] }> {
  const serials = new Map(sent.map(({ payload }) => [payload.sha256, payload.serial]))
  const roll = await paper.roll((sha256) => serials.get(sha256))
  return { sent, roll, client: await jobsOf(client), printer: await jobsOf(printer) }
}
