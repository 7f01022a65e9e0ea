// The campaign: pharmacies beside each other in which labels flow while everything in them is killed, and the account.
import { setTimeout as delay } from 'node:timers/promises'
import { agentOnDisk } from '../../../kit/disk/agent-on-disk.ts'
import { ownAgent } from '../../../kit/own-agent.ts'
import { troubleCarriers, type CarrierFault } from './carrier-faults.ts'
import { diceOf } from '../../../kit/dice.ts'
import type { RelayFault } from '../../../kit/hostile-relay.ts'
import type { Death, LivingProcess } from './lives.ts'
import { firstStart, living } from './pharmacy-lives.ts'
import { booksOf, senders, settles } from '../../../kit/labels.ts'
import { openPharmacy, type Pharmacy } from '../../../kit/pharmacy.ts'
import type { Connection } from '../../../kit/printer-place.ts'
import { plansOf, PROCESSES, type Plan, type PlanOptions } from './plan.ts'
import { troublePrinter, type PrinterFault } from './printer-faults.ts'
import { allHeard, people, type PeopleParts } from './people.ts'
import type { CampaignResult } from './report.ts'
import { windowsBundle } from '../../../windows/windows-computer.ts'
import { judge, type Verdict } from '../../../kit/account.ts'
import type { HandedIn } from '../../../kit/books.ts'
import { judgeAnswers, type AnswersVerdict } from '../../../kit/answered.ts'
import { judgeAsked, type AskedVerdict, type PersonSaid, type Told } from '../../../kit/asked.ts'

export interface CampaignOptions extends PlanOptions {
  readonly pharmacies: number
  readonly without: string | null
  /** TCP: printers break labels off all the time, so that people have much to say. */
  readonly isDoubtful: boolean
  /** A flush of a spool takes longer (tests/kit/disk/spool-slow-worker.ts), so that labels share flushes. */
  readonly isDiskSlow: boolean
  readonly keepFolders: boolean
}

/** Everything that happened, in all pharmacies; grows by a few bytes a label until the end of the campaign. */
interface Events {
  readonly deaths: Death[]
  readonly printerFaults: PrinterFault[]
  readonly carrierFaults: (CarrierFault | RelayFault)[]
  readonly answers: Record<Told, number>
  sent: number
}

/** Longer than an agent's longest wait before it tries a printer again. */
const SETTLE_LIMIT_MS = 300_000
/** Of labels behind a line or a queue: on a busy computer some two a second come out, and hundreds wait in the end. */
const SLOW_SETTLE_LIMIT_MS = 1_500_000
/** Without a commit a label may wait for ever. */
const SETTLE_LIMIT_WITHOUT_MS = 30_000
/**
 * Labels that are sent at the end, when nothing dies any more: first while the hub stays away, then while the LAN does. Without a
 * commit none: what that does shows in the kills, and a pharmacy has sent more labels in that time than in all before.
 */
const ONE_WAY_MS = 5_000
/** Of an answer that was kept just as the last link came up: it is told again every 10 s. */
const HEARD_LIMIT_MS = 60_000
const PROGRESS_MS = 5_000

export async function runCampaign(
  options: CampaignOptions,
  say: (text: string) => void,
): Promise<CampaignResult> {
  const { seed, pharmacies, without, connection, isDoubtful, isDiskSlow } = options
  const startedAt = performance.now()
  const agent = await (isDiskSlow ? agentOnDisk('slow') : ownAgent())
  const windows = connection === 'winspool' ? await windowsBundle() : null
  const usualMs = connection === 'tcp' ? SETTLE_LIMIT_MS : SLOW_SETTLE_LIMIT_MS
  const limitMs = without === null ? usualMs : SETTLE_LIMIT_WITHOUT_MS
  const oneWayMs = without === null ? ONE_WAY_MS : 0
  const events: Events = { deaths: [], printerFaults: [], carrierFaults: [], answers: newAnswers(), sent: 0 }
  const progress = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    say(
      `fault campaign: ${seconds} s, ${events.deaths.length} of ${options.kills} kills, ${events.sent} labels sent`,
    )
  }, PROGRESS_MS)
  try {
    const runs = plansOf(options, pharmacies).map(async (plan, index) => {
      const pharmacy = await openPharmacy(index, {
        file: agent.file,
        seed,
        without,
        connection,
        say,
        windowsBundle: windows?.folder ?? null,
      })
      let isKept = true
      try {
        const end = await runPharmacy(pharmacy, {
          plan,
          index,
          seed,
          connection,
          isDoubtful,
          events,
          limitMs,
          oneWayMs,
        })
        isKept = options.keepFolders || isFaulty(end)
        return end
      } finally {
        if (isKept) say(`fault campaign: what is left of pharmacy ${index}: ${pharmacy.folder}`)
        await pharmacy.stop(isKept)
      }
    })
    const ended = await allOrFirstFault(runs)
    const verdicts = ended.map(({ verdict }) => verdict)
    const isSettled = ended.every((one) => one.isSettled)
    const seconds = (performance.now() - startedAt) / 1_000
    const answersOf = ended.map(({ answers }) => answers)
    const askedOf = ended.map(({ asked }) => asked)
    const { deaths, printerFaults, carrierFaults, answers } = events
    const happened = { deaths, printerFaults, carrierFaults, answers }
    return {
      seed,
      pharmacies,
      connection,
      isDiskSlow,
      without,
      seconds,
      ...happened,
      isSettled,
      verdicts,
      answersOf,
      askedOf,
    }
  } finally {
    clearInterval(progress)
    agent.remove()
    windows?.remove()
  }
}

/** Waits for all, so that every process is stopped before a fault is thrown. */
export async function allOrFirstFault<T>(runs: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(runs)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

interface Run {
  readonly plan: Plan
  readonly index: number
  readonly seed: number
  readonly connection: Connection
  readonly isDoubtful: boolean
  readonly events: Events
  /** For labels to come to rest in the end. */
  readonly limitMs: number
  /** For each of the two ways alone. */
  readonly oneWayMs: number
}

interface RunEnd {
  readonly verdict: Verdict
  readonly answers: AnswersVerdict
  readonly asked: AskedVerdict
  readonly isSettled: boolean
}

/** A label of it is not where it has to be: its spools and logs say how that came. */
function isFaulty({ verdict: { lost, doubled, overtaking } }: RunEnd): boolean {
  return lost.length + doubled.length + overtaking.length > 0
}

async function runPharmacy(pharmacy: Pharmacy, run: Run): Promise<RunEnd> {
  await firstStart(pharmacy)
  const { sent, said, processes } = await labelsThroughTrouble(pharmacy, run)
  run.events.carrierFaults.push(...pharmacy.relayFaults())
  try {
    const isHeard = await allHeard(pharmacy, HEARD_LIMIT_MS)
    const isSettled = (await settles(pharmacy, run.limitMs)) && isHeard
    const books = await booksOf(pharmacy, sent)
    return { verdict: judge(books), answers: judgeAnswers(books), asked: judgeAsked(books, said), isSettled }
  } finally {
    await Promise.all(processes.map(async (process) => process.stop()))
  }
}

interface Handed {
  readonly sent: readonly HandedIn[]
  readonly said: readonly PersonSaid[]
  readonly processes: readonly LivingProcess[]
}

/** Labels flow until every process has died as planned, and then over one way alone; every process lives in the end. */
async function labelsThroughTrouble(
  pharmacy: Pharmacy,
  { plan, index, seed, connection, isDoubtful, events, oneWayMs }: Run,
): Promise<Handed> {
  const sent: HandedIn[] = []
  const said: PersonSaid[] = []
  const sending = new AbortController()
  const labels = senders(pharmacy, {
    index,
    seed,
    signal: sending.signal,
    onSent: (one) => sent.push(one) && (events.sent += 1),
  })
  const trouble = new AbortController()
  const answering = peopleOf(pharmacy, {
    index,
    seed,
    signal: trouble.signal,
    onAnswer: (one) => said.push(one) && (events.answers[one.told] += 1),
  })
  const troubles = troublesOf(pharmacy, {
    index,
    seed,
    connection,
    isDoubtful,
    events,
    signal: trouble.signal,
  })
  const fatal = { plan, onDeath: (death: Death) => void events.deaths.push(death) }
  const lives = PROCESSES.map(async (process) => living(pharmacy, process, fatal))
  await Promise.allSettled(lives)
  trouble.abort()
  await Promise.all(troubles)
  await Promise.all(answering)
  if (oneWayMs > 0) await overOneWay(pharmacy, oneWayMs)
  sending.abort()
  await Promise.all(labels)
  return { sent, said, processes: await allOrFirstFault(lives) }
}

/** In the end the LAN is away: labels that still wait go through the hub. */
async function overOneWay({ carriers }: Pharmacy, ms: number): Promise<void> {
  carriers.hub.set('refusing')
  await delay(ms)
  carriers.hub.set('open')
  carriers.lan.set('refusing')
  await delay(ms)
}

/** Until the signal: what goes wrong with the printer and on the ways to it. */
export function troublesOf(
  { printer, carriers }: Pharmacy,
  {
    index,
    seed,
    connection,
    isDoubtful,
    events,
    signal,
  }: Pick<Run, 'index' | 'seed' | 'connection' | 'isDoubtful'> & {
    readonly events: Pick<Events, 'printerFaults' | 'carrierFaults'>
    readonly signal: AbortSignal
  },
): Promise<void>[] {
  return [
    troublePrinter(printer, {
      connection,
      isDoubtful,
      dice: diceOf(seed, `printer-${index}`),
      signal,
      onFault: (fault) => events.printerFaults.push(fault),
    }),
    troubleCarriers(carriers, {
      dice: diceOf(seed, `carriers-${index}`),
      signal,
      onFault: (fault) => events.carrierFaults.push(fault),
    }),
  ]
}

function newAnswers(): Events['answers'] {
  return { taken: 0, refused: 0, 'not heard': 0 }
}

function peopleOf(
  pharmacy: Pharmacy,
  { index, seed, signal, onAnswer }: Pick<Run, 'index' | 'seed'> & Pick<PeopleParts, 'signal' | 'onAnswer'>,
): Promise<void>[] {
  return people(pharmacy, {
    client: { signal, onAnswer, dice: diceOf(seed, `person-client-${index}`) },
    printer: { signal, onAnswer, dice: diceOf(seed, `person-printer-${index}`) },
  })
}
