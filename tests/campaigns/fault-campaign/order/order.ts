// Order: one label program hands in label after label at the Client, while ways, printer and programs fail.
import { agentOnDisk } from '../../../kit/disk/agent-on-disk.ts'
import { judge, type Verdict } from '../../../kit/account.ts'
import type { HandedIn } from '../../../kit/books.ts'
import { diceOf } from '../../../kit/dice.ts'
import type { RelayFault } from '../../../kit/hostile-relay.ts'
import { booksOf, settles } from '../../../kit/labels.ts'
import { ownAgent } from '../../../kit/own-agent.ts'
import { Payloads } from '../../../kit/payloads.ts'
import { openPharmacy, type Pharmacy } from '../../../kit/pharmacy.ts'
import { sendLabels } from '../../../kit/sender.ts'
import type { CarrierFault } from '../kills/carrier-faults.ts'
import { allOrFirstFault, troublesOf } from '../kills/kills.ts'
import type { Death } from '../kills/lives.ts'
import { firstStart, living } from '../kills/pharmacy-lives.ts'
import { PROCESSES, type Plan, type PlannedKill, type ProcessName } from '../kills/plan.ts'
import type { PrinterFault } from '../kills/printer-faults.ts'

export interface OrderOptions {
  /** At least so many are accepted: labels go on until every kill has happened, and kills may wait for labels. */
  readonly labels: number
  /** Of agents and hub together, in turn, each at any moment. */
  readonly kills: number
  readonly seed: number
  readonly isDiskSlow: boolean
  readonly keep: boolean
  /** Of its network: nobody else has it at the same time. */
  readonly index: number
}

export interface OrderResult {
  readonly verdict: Verdict
  readonly deaths: readonly Death[]
  readonly printerFaults: readonly PrinterFault[]
  readonly carrierFaults: readonly (CarrierFault | RelayFault)[]
  readonly isSettled: boolean
  readonly seconds: number
}

/** About as many a second as come out in the time without faults: a queue that is full takes none. */
const PAUSE_MS = { low: 5, high: 45 }
/** Twenty lives of each program are over in about the time that 10,000 labels take. */
const KILL_AFTER_MS = { low: 1_000, high: 40_000 }
const SETTLE_LIMIT_MS = 600_000
const PROGRESS_MS = 5_000

export async function runOrder(options: OrderOptions, say: (text: string) => void): Promise<OrderResult> {
  const { seed, index, keep, isDiskSlow } = options
  const agent = await (isDiskSlow ? agentOnDisk('slow') : ownAgent())
  try {
    const pharmacy = await openPharmacy(index, { file: agent.file, seed, without: null, say })
    try {
      return await runIn(pharmacy, options, say)
    } finally {
      if (keep) say(`order: what is left of the pharmacy: ${pharmacy.folder}`)
      await pharmacy.stop(keep)
    }
  } finally {
    agent.remove()
  }
}

/** What has happened so far; grows by a few bytes a label until the end. */
interface Events {
  readonly sent: HandedIn[]
  readonly deaths: Death[]
  readonly printerFaults: PrinterFault[]
  readonly carrierFaults: (CarrierFault | RelayFault)[]
  accepted: number
}

async function runIn(
  pharmacy: Pharmacy,
  options: OrderOptions,
  say: (text: string) => void,
): Promise<OrderResult> {
  const startedAt = performance.now()
  const events: Events = { sent: [], deaths: [], printerFaults: [], carrierFaults: [], accepted: 0 }
  const secondsSoFar = (): number => Math.round((performance.now() - startedAt) / 1_000)
  const progress = setInterval(() => {
    const { length: kills } = events.deaths
    say(`order: ${secondsSoFar()} s, ${events.accepted} of ${options.labels} labels accepted, ${kills} kills`)
  }, PROGRESS_MS)
  try {
    await firstStart(pharmacy)
    const programs = await labelsThroughTrouble(pharmacy, options, events)
    try {
      const isSettled = await settles(pharmacy, SETTLE_LIMIT_MS)
      const verdict = judge(await booksOf(pharmacy, events.sent))
      const { deaths, printerFaults, carrierFaults } = events
      return { verdict, deaths, printerFaults, carrierFaults, isSettled, seconds: secondsSoFar() }
    } finally {
      await Promise.all(programs.map(async (one) => one.stop()))
    }
  } finally {
    clearInterval(progress)
  }
}

/** Until all labels are taken and every program has died as planned; all of them live then. */
async function labelsThroughTrouble(pharmacy: Pharmacy, options: OrderOptions, events: Events) {
  const trouble = new AbortController()
  const parts = { index: 0, connection: 'tcp', isDoubtful: false } as const
  const troubles = troublesOf(pharmacy, { ...parts, seed: options.seed, signal: trouble.signal, events })
  const fatal = { plan: killsOf(options), onDeath: (death: Death) => void events.deaths.push(death) }
  const lives = PROCESSES.map(async (process) => living(pharmacy, process, fatal))
  const dead = Promise.allSettled(lives)
  await labelsOf(pharmacy, options, { events, dead })
  trouble.abort()
  await Promise.all(troubles)
  return allOrFirstFault(lives)
}

/** No named points, which wait for a label: what is asked here is what comes out, and not what dies where. */
function killsOf({ kills, seed }: OrderOptions): Plan {
  const dice = diceOf(seed, 'kills')
  const plan: Record<ProcessName, PlannedKill[]> = { printer: [], client: [], hub: [] }
  for (let n = 0; n < kills; n += 1) {
    const process = PROCESSES[n % PROCESSES.length] ?? 'printer'
    plan[process].push({ how: 'kill', afterMs: dice.between(KILL_AFTER_MS.low, KILL_AFTER_MS.high) })
  }
  return plan
}

async function labelsOf(
  pharmacy: Pharmacy,
  { labels, seed }: OrderOptions,
  { events, dead }: { readonly events: Events; readonly dead: Promise<unknown> },
): Promise<void> {
  const stop = new AbortController()
  const enough = Promise.withResolvers<void>()
  void Promise.all([dead, enough.promise]).then(() => stop.abort())
  const payloads = new Payloads(diceOf(seed, 'labels'), 'zpl')
  await sendLabels({
    from: pharmacy.address(20),
    to: pharmacy.computers.client.listener,
    next: () => payloads.next(),
    dice: diceOf(seed, 'sender'),
    pauseMs: PAUSE_MS,
    signal: stop.signal,
    onSent: (one) => {
      events.sent.push({ ...one, at: 'client', sender: 0 })
      if (one.answer === 'accepted') events.accepted += 1
      if (events.accepted >= labels) enough.resolve()
    },
  })
}
