// The run: labels flow while addresses change, half of the time with the hub and half without; then the account.
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { askAgent } from '../../agent/cli/control-client.ts'
import { accountOf, type Account, type Change, type Printed } from './account.ts'
import { startCounter, type Counter } from './counter.ts'
import { COMPUTERS, makeNetworks, type ComputerName, type Networks } from './networks.ts'
import type { RoamingOptions } from './options.ts'
import { openPharmacy, type RoamingPharmacy } from './pharmacy.ts'

export interface RoamingResult {
  readonly options: RoamingOptions
  readonly changes: readonly Change[]
  readonly account: Account
  /** How many labels took which way. */
  readonly carriers: Readonly<Record<'lan' | 'hub', number>>
  readonly isSettled: boolean
}

/** Longer than a Client's longest wait before it looks for the PrinterComputer again. */
const SETTLE_LIMIT_MS = 90_000
const SETTLE_POLL_MS = 200
/** Every so many changes with the hub, the line to the hub gets another address as well. */
const HUB_LINE_EVERY = 4
const ASKED_AT_ONCE = 8
const Roll = z.array(z.object({ n: z.int(), sha256: z.string(), at: z.string() }))

export interface RoamingParts {
  readonly say: (words: string) => void
  /** Ends the run early: everything is stopped and taken away, and it rejects with the signal's reason. */
  readonly signal: AbortSignal
  /** For a caller that cannot wait for that. */
  readonly onNetworks: (networks: Networks) => void
}

export async function roam(options: RoamingOptions, parts: RoamingParts): Promise<RoamingResult> {
  const networks = makeNetworks()
  parts.onNetworks(networks)
  try {
    const pharmacy = await openPharmacy(networks, parts.say)
    try {
      return await roamIn(pharmacy, { ...parts, options, networks })
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
}

async function roamIn(pharmacy: RoamingPharmacy, run: Run): Promise<RoamingResult> {
  const { options, networks, say } = run
  const counter = startCounter(networks.within('client'), pharmacy.labelPort, options.seed)
  const changes: Change[] = []
  const halfMs = options.minutes * 30_000
  try {
    await changing(halfMs, { run, counter, changes, part: 'with the hub' })
    say('roaming: the hub goes away')
    await pharmacy.stopHub()
    await changing(halfMs, { run, counter, changes, part: 'without the hub' })
  } finally {
    await counter.stop()
  }
  const isSettled = await settles(pharmacy)
  const printed = await rollOf(pharmacy)
  const carriers = await carriersOf(pharmacy)
  return {
    options,
    changes,
    carriers,
    isSettled,
    account: accountOf({ sent: counter.sent, printed, changes }),
  }
}

async function changing(
  forMs: number,
  parts: {
    readonly run: Run
    readonly counter: Counter
    readonly changes: Change[]
    readonly part: Change['part']
  },
): Promise<void> {
  const { run, counter, changes, part } = parts
  const { networks, options, say, signal } = run
  const untilMs = performance.now() + forMs
  for (let n = 0; performance.now() + options.every * 1_000 <= untilMs; n += 1) {
    await delay(options.every * 1_000, undefined, { signal })
    const computer: ComputerName = n % COMPUTERS.length === 0 ? 'printer' : 'client'
    const alsoHubLine = part === 'with the hub' && n % HUB_LINE_EVERY === HUB_LINE_EVERY - 1
    const atMs = Date.now()
    const address = networks.moveLan(computer)
    if (alsoHubLine) networks.moveHubLine(computer)
    const what = `${computer} is ${address}${alsoHubLine ? ', and its line to the hub is new' : ''}`
    changes.push({ atMs, what, part })
    say(`roaming: ${counter.sent.length} labels sent; ${what}`)
  }
  await delay(Math.max(0, untilMs - performance.now()), undefined, { signal })
}

/** False when labels still wait after all that time. */
async function settles({ controlSockets }: RoamingPharmacy): Promise<boolean> {
  const untilMs = performance.now() + SETTLE_LIMIT_MS
  while (performance.now() < untilMs) {
    const statuses = COMPUTERS.map(async (name) => askAgent(controlSockets[name], 'status', null))
    const waiting = (await Promise.all(statuses)).map(({ printing }) => printing.labels.waiting)
    if (waiting.every((count) => count === 0)) return true
    await delay(SETTLE_POLL_MS)
  }
  return false
}

async function rollOf({ printerUrl }: RoamingPharmacy): Promise<Printed[]> {
  const reply = await fetch(`${printerUrl}/labels`, { signal: AbortSignal.timeout(30_000) })
  const entries = Roll.parse(await reply.json())
  if ((entries[0]?.n ?? 1) !== 1) throw new Error('the roll of the test printer forgot its first labels')
  return entries.map(({ sha256, at }) => ({ sha256, atMs: Date.parse(at) }))
}

/** As the Client's own history says. */
async function carriersOf({ controlSockets }: RoamingPharmacy): Promise<RoamingResult['carriers']> {
  const carriers = { lan: 0, hub: 0 }
  const [newest] = await askAgent(controlSockets.client, 'jobs', null)
  let n = newest?.n ?? 0
  const worker = async (): Promise<void> => {
    while (n > 0) {
      const { steps } = await askAgent(controlSockets.client, 'job', { job: String(n--) })
      const forwarded = steps.find(({ state }) => state === 'forwarded')
      if (forwarded !== undefined) carriers[forwarded.words.includes('hub') ? 'hub' : 'lan'] += 1
    }
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, worker))
  return carriers
}
