// The run: labels flow while addresses change, half of the time with the hub and half without; then the account.
import { setTimeout as delay } from 'node:timers/promises'
import { judge, type Verdict } from '../../../kit/account.ts'
import type { HandedIn } from '../../../kit/books.ts'
import { diceOf } from '../../../kit/dice.ts'
import { booksOf, settles } from '../../../kit/labels.ts'
import { Payloads } from '../../../kit/payloads.ts'
import { sendLabels } from '../../../kit/sender.ts'
import { COMPUTERS, makeNetworks, type ComputerName, type Networks } from './networks.ts'
import { openPharmacy, type RoamingPharmacy } from './pharmacy.ts'
import { spansOf, type Change, type Spans } from './spans.ts'

export interface RoamingOptions {
  /** Half of them with the hub, half without. */
  readonly minutes: number
  /** Seconds between two changes of an address. */
  readonly every: number
  readonly seed: number
  readonly keep: boolean
}

export interface RoamingResult {
  readonly changes: readonly Change[]
  readonly verdict: Verdict
  readonly spans: Spans
  readonly isSettled: boolean
}

/** Longer than a Client's longest wait before it looks for the PrinterComputer again. */
const SETTLE_LIMIT_MS = 300_000
/** Every so many changes with the hub, the line to the hub gets another address as well. */
const HUB_LINE_EVERY = 4
const PROGRAMS = 3
const PAUSE_MS = { low: 100, high: 500 }

export interface RoamingParts {
  readonly say: (text: string) => void
  /** Ends the run early: everything is stopped and taken away, and it rejects with the signal's reason. */
  readonly signal: AbortSignal
  /** For a caller that cannot wait for that. */
  readonly onNetworks: (networks: Networks) => void
}

/** With when its sender had its answer; by the wall clock, in ms. */
type SentLabel = HandedIn & { readonly atMs: number }

export async function roam(options: RoamingOptions, parts: RoamingParts): Promise<RoamingResult> {
  const networks = makeNetworks()
  parts.onNetworks(networks)
  try {
    const pharmacy = await openPharmacy(networks, parts.say)
    try {
      return await roamIn({
        say: parts.say,
        signal: parts.signal,
        options,
        networks,
        pharmacy,
        sent: [],
        changes: [],
      })
    } finally {
      if (options.keep) parts.say(`roaming: logs and spools are in ${pharmacy.folder}`)
      await pharmacy.stop(options.keep)
    }
  } finally {
    networks.remove()
  }
}

interface Run extends Pick<RoamingParts, 'say' | 'signal'> {
  readonly options: RoamingOptions
  readonly networks: Networks
  readonly pharmacy: RoamingPharmacy
  readonly sent: SentLabel[]
  readonly changes: Change[]
}

async function roamIn(run: Run): Promise<RoamingResult> {
  const { pharmacy, changes, sent } = run
  const sending = new AbortController()
  const programs = labelPrograms(run, sending.signal)
  try {
    await changing(run, 'with the hub')
    run.say('roaming: the hub goes away')
    await pharmacy.stopHub()
    await changing(run, 'without the hub')
  } finally {
    sending.abort()
    await Promise.all(programs)
  }
  const isSettled = await settles(pharmacy, SETTLE_LIMIT_MS)
  const books = await booksOf(pharmacy, sent)
  return { changes, isSettled, verdict: judge(books), spans: spansOf({ sent, roll: books.roll, changes }) }
}

function labelPrograms({ options, networks, pharmacy, sent }: Run, signal: AbortSignal): Promise<void>[] {
  const dice = diceOf(options.seed, 'roaming')
  const payloads = new Payloads(dice, 'zpl')
  return Array.from({ length: PROGRAMS }, async (_, sender) =>
    sendLabels({
      from: networks.ownFixedAddress('client'),
      to: pharmacy.counter,
      next: () => payloads.next(),
      dice,
      pauseMs: PAUSE_MS,
      signal,
      onSent: (one) => void sent.push({ ...one, sender, at: 'client', atMs: Date.now() }),
    }),
  )
}

async function changing(run: Run, part: Change['part']): Promise<void> {
  const { networks, options, say, signal, changes, sent } = run
  const untilMs = performance.now() + options.minutes * 30_000
  for (let n = 0; performance.now() + options.every * 1_000 <= untilMs; n += 1) {
    await delay(options.every * 1_000, undefined, { signal })
    const computer: ComputerName = n % COMPUTERS.length === 0 ? 'printer' : 'client'
    const alsoHubLine = part === 'with the hub' && n % HUB_LINE_EVERY === HUB_LINE_EVERY - 1
    const atMs = Date.now()
    const address = networks.moveLan(computer)
    if (alsoHubLine) networks.moveHubLine(computer)
    const what = `${computer} is ${address}${alsoHubLine ? ', and its line to the hub is new' : ''}`
    changes.push({ atMs, what, part })
    say(`roaming: ${sent.length} labels sent; ${what}`)
  }
  await delay(Math.max(0, untilMs - performance.now()), undefined, { signal })
}
