// The campaign: pharmacies beside each other in which labels flow while everything in them is killed, and the account.
import { setTimeout as delay } from 'node:timers/promises'
import { ownAgent } from './own-agent.ts'
import { liveOn, type Death, type LivingAgent } from './agent-lives.ts'
import { diceOf } from './dice.ts'
import { Payloads } from './payloads.ts'
import { jobsOf, openPharmacy, waitingAt, type Pharmacy } from './pharmacy.ts'
import { plansOf, type AgentName, type Plan, type PlanOptions } from './plan.ts'
import { troublePrinter, type PrinterFault } from './printer.ts'
import type { CampaignResult } from './report.ts'
import { sendLabels, type Sent } from './sender.ts'
import { judge, type Verdict } from './verdict.ts'

export interface CampaignOptions extends PlanOptions {
  readonly pharmacies: number
  readonly without: string | null
  readonly keepFolders: boolean
}

/** Everything that happened, in all pharmacies; grows by a few bytes a label until the end of the campaign. */
interface Events {
  readonly deaths: Death[]
  readonly printerFaults: PrinterFault[]
  sent: number
}

const SENDERS = 3
const PAUSE_MS = { low: 100, high: 900 }
/** Longer than an agent's longest wait before it tries a printer again. */
const SETTLE_LIMIT_MS = 120_000
/** A label that a printer is asked about waits for 5 s between two questions. */
const RESTS_FOR_MS = 7_500
const PROGRESS_MS = 5_000

export async function runCampaign(
  options: CampaignOptions,
  say: (words: string) => void,
): Promise<CampaignResult> {
  const { seed, pharmacies, without } = options
  const startedAt = performance.now()
  const agent = await ownAgent()
  const events: Events = { deaths: [], printerFaults: [], sent: 0 }
  const progress = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    say(
      `fault campaign: ${seconds} s, ${events.deaths.length} of ${options.kills} kills, ${events.sent} labels sent`,
    )
  }, PROGRESS_MS)
  try {
    const runs = plansOf(options, pharmacies).map(async (plan, index) => {
      const pharmacy = await openPharmacy(index, { file: agent.file, without, say })
      try {
        return await runPharmacy(pharmacy, { plan, index, seed, events })
      } finally {
        if (options.keepFolders) say(`fault campaign: what is left of pharmacy ${index}: ${pharmacy.folder}`)
        await pharmacy.stop(options.keepFolders)
      }
    })
    const ended = await allOrFirstFault(runs)
    const verdicts = ended.map(({ verdict }) => verdict)
    const isSettled = ended.every((one) => one.isSettled)
    const seconds = (performance.now() - startedAt) / 1_000
    const { deaths, printerFaults } = events
    return { seed, pharmacies, without, seconds, deaths, printerFaults, isSettled, verdicts }
  } finally {
    clearInterval(progress)
    agent.remove()
  }
}

/** Waits for all, so that every process is stopped before a fault is thrown. */
async function allOrFirstFault<T>(runs: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(runs)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

interface Run {
  readonly plan: Plan
  readonly index: number
  readonly seed: number
  readonly events: Events
}

async function runPharmacy(
  pharmacy: Pharmacy,
  { plan, index, seed, events }: Run,
): Promise<{ readonly verdict: Verdict; readonly isSettled: boolean }> {
  await firstStart(pharmacy)
  const sent: Sent[] = []
  const trouble = new AbortController()
  const troubles = [
    ...senders(pharmacy, {
      index,
      seed,
      signal: trouble.signal,
      onSent: (one) => sent.push(one) && (events.sent += 1),
    }),
    troublePrinter(pharmacy.printer, {
      ...{ dice: diceOf(seed, `printer-${index}`), signal: trouble.signal },
      onFault: (fault) => events.printerFaults.push(fault),
    }),
  ]
  const fatal = { plan, onDeath: (death: Death) => void events.deaths.push(death) }
  const lives = [living(pharmacy, 'printer', fatal), living(pharmacy, 'client', fatal)]
  await Promise.allSettled(lives)
  trouble.abort()
  await Promise.all(troubles)
  const agents = await allOrFirstFault(lives)
  try {
    const isSettled = await settles(pharmacy)
    const serials = new Map(sent.map(({ payload }) => [payload.sha256, payload.serial]))
    const { client, printer } = pharmacy.computers
    const roll = await pharmacy.printer.roll((sha256) => serials.get(sha256))
    const books = { sent, roll, client: await jobsOf(client), printer: await jobsOf(printer) }
    return { verdict: judge(books), isSettled }
  } finally {
    await Promise.all(agents.map(async (agent) => agent.stop()))
  }
}

/** What the hub assigns is on both disks before anything is killed. */
async function firstStart(pharmacy: Pharmacy): Promise<void> {
  const none = { plan: { printer: [], client: [] }, onDeath: () => undefined }
  const started = (['printer', 'client'] as const).map(async (agent) => living(pharmacy, agent, none))
  const agents = await allOrFirstFault(started)
  await pharmacy.assigned()
  await Promise.all(agents.map(async (agent) => agent.stop()))
}

async function living(
  pharmacy: Pharmacy,
  agent: AgentName,
  { plan, onDeath }: { readonly plan: Plan; readonly onDeath: (death: Death) => void },
): Promise<LivingAgent> {
  const { name, address, start } = pharmacy.computers[agent]
  return liveOn({
    ...{ agent, name, start, fates: plan[agent], from: pharmacy.address(9) },
    door: { host: address, port: pharmacy.port },
    onDeath,
  })
}

function senders(
  pharmacy: Pharmacy,
  parts: {
    readonly index: number
    readonly seed: number
    readonly signal: AbortSignal
    readonly onSent: (sent: Sent) => void
  },
): Promise<void>[] {
  const { index, seed, signal, onSent } = parts
  const payloads = new Payloads(diceOf(seed, `labels-${index}`), index % 2 === 0 ? 'zpl' : 'mixed')
  const { client } = pharmacy.computers
  return Array.from({ length: SENDERS }, async (_, n) =>
    sendLabels({
      ...{ from: pharmacy.address(20 + n), to: { host: client.address, port: pharmacy.port } },
      ...{
        next: () => payloads.next(),
        dice: diceOf(seed, `sender-${index}-${n}`),
        pauseMs: PAUSE_MS,
        signal,
        onSent,
      },
    }),
  )
}

/** False when labels still wait after the limit. */
async function settles({ computers, printer }: Pharmacy): Promise<boolean> {
  await printer.clear()
  const until = performance.now() + SETTLE_LIMIT_MS
  let restsSince = performance.now()
  while (performance.now() < until) {
    const waiting = (await waitingAt(computers.client)) + (await waitingAt(computers.printer))
    if (waiting > 0) restsSince = performance.now()
    if (performance.now() - restsSince > RESTS_FOR_MS) return true
    await delay(200)
  }
  return false
}
