// One computer through all its power cuts, while labels flow, and its books at the end.
import { setTimeout as delay } from 'node:timers/promises'
import type { AgentStatus } from '@pharmacy-relay/shared/agent-api.ts'
import { diceOf, type Dice } from '../fault-campaign/dice.ts'
import { Payloads } from '../fault-campaign/payloads.ts'
import { sendLabels } from '../fault-campaign/sender.ts'
import type { Computer } from './computer.ts'
import type { CutResult } from './disk.ts'
import type { Cut } from './plan.ts'
import type { Books, SentBefore } from './verdict.ts'

export interface LivesParts {
  readonly computer: Computer
  readonly cuts: readonly Cut[]
  readonly index: number
  readonly seed: number
  readonly assigned: () => Promise<void>
  readonly onCut: (cut: EndedLife) => void
  readonly onAccepted: () => void
  /** Labels that the newest jobs of a spool should have and have not; for the progress only, the end is what counts. */
  readonly onMissing: (count: number) => void
}

export interface EndedLife extends CutResult {
  readonly from: Cut['from']
  /** From the power's return to an open port; null when the power failed before. */
  readonly recoveryMs: number | null
}

const SENDERS = 3
const PAUSE_MS = { low: 20, high: 250 }
const LABELS_LIMIT_MS = 300_000
const POLL_MS = 2
/** Of the 1,000 that a spool takes. */
const MAX_WAITING = 200
const WORKED_OFF = 20
const WORK_OFF_LIMIT_MS = 600_000
/** A label of which it is not known whether it came out is asked about for some seconds. */
const RESTS_FOR_MS = 8_000

export async function liveThrough(parts: LivesParts): Promise<Books> {
  const { computer, cuts, index, seed } = parts
  const dice = diceOf(seed, `disk-${index}`)
  const sent: SentBefore[] = []
  const payloads = new Payloads(diceOf(seed, `labels-${index}`), 'zpl')
  await firstLife(parts, dice)
  for (const [n, cut] of cuts.entries()) {
    const life: Life = { ...{ parts, cut, payloads, sent }, number: n + 1, isOver: false }
    parts.onCut(await live(life, dice))
  }
  computer.powerOn()
  await computer.opens()
  await computer.printer.clear()
  await worksOff(computer, { waiting: 0, restMs: RESTS_FOR_MS })
  const serials = new Map(sent.map(({ payload }) => [payload.sha256, payload.serial]))
  const roll = await computer.printer.roll((sha256) => serials.get(sha256))
  return { sent, jobs: await computer.jobs(), roll }
}

/** What the hub assigns is on the disk before labels come; the power fails then too. */
async function firstLife({ computer, assigned }: LivesParts, dice: Dice): Promise<void> {
  computer.powerOn()
  await Promise.all([computer.opens(), assigned()])
  await computer.cutPower(0, dice)
}

interface Life {
  readonly parts: LivesParts
  readonly cut: Cut
  readonly number: number
  readonly payloads: Payloads
  readonly sent: SentBefore[]
  isOver: boolean
}

async function live(life: Life, dice: Dice): Promise<EndedLife> {
  const { parts, cut } = life
  const { computer } = parts
  await computer.printer.set({ powerOff: !cut.isPrinterOn })
  const startedAt = performance.now()
  computer.powerOn()
  const opens = computer.opens().then((status) => ({ status, recoveryMs: performance.now() - startedAt }))
  const early = cut.from === 'starting' ? delay(cut.afterMs, null) : new Promise<never>(() => undefined)
  const first = await Promise.race([opens, early])
  if (first === null) {
    opens.catch(() => undefined)
    return { from: cut.from, recoveryMs: null, ...(await computer.cutPower(cut.survivors, dice)) }
  }
  await lookBack(life)
  const end = new AbortController()
  await workOffIfFull(computer, first.status)
  const senders = startSenders(life, end.signal)
  await (cut.from === 'starting' ? early : enoughLabels(life))
  // In one breath: an end that is seen from now on may be that of QEMU's sockets and not the agent's word.
  life.isOver = true
  const cutting = computer.cutPower(cut.survivors, dice)
  end.abort()
  const result = await cutting
  await Promise.all(senders)
  return { from: cut.from, recoveryMs: first.recoveryMs, ...result }
}

/** Whatever the speed of the guest is, a cut has labels to lose. */
async function enoughLabels({ cut, parts, sent, number }: Life): Promise<void> {
  const until = performance.now() + LABELS_LIMIT_MS
  const accepted = (): number => sent.filter((one) => one.cut === number && one.answer === 'accepted').length
  while (accepted() < cut.afterLabels) {
    if (performance.now() > until) throw new Error(`computer ${parts.index} takes no labels any more`)
    await delay(POLL_MS)
  }
  await delay(cut.afterMs)
}

function startSenders(life: Life, signal: AbortSignal): Promise<void>[] {
  const { parts, number, payloads, sent } = life
  const to = { host: '127.0.0.1', port: parts.computer.labelPort }
  return Array.from({ length: SENDERS }, async (_, n) =>
    sendLabels({
      ...{ from: '127.0.0.1', to, next: () => payloads.next(), pauseMs: PAUSE_MS, signal },
      dice: diceOf(parts.seed, `sender-${parts.index}-${number}-${n}`),
      onSent: (one) => {
        const answer = life.isOver && one.answer === 'accepted' ? 'broken' : one.answer
        sent.push({ ...one, answer, cut: number })
        if (answer === 'accepted') parts.onAccepted()
      },
    }),
  )
}

/** For the progress: of the newest that were accepted, those that are not among the newest jobs. */
async function lookBack({ parts, sent }: Life): Promise<void> {
  const jobs = new Set((await parts.computer.newestJobs()).map(({ bytes }) => bytes))
  const looked = sent.filter(({ answer }) => answer === 'accepted').slice(-Math.floor(jobs.size / 2))
  parts.onMissing(looked.filter(({ bytes }) => !jobs.has(bytes)).length)
}

/** Before more waits than a spool takes, most of it goes to the printer. */
async function workOffIfFull({ status, printer }: Computer, { printing }: AgentStatus): Promise<void> {
  if (printing.labels.waiting < MAX_WAITING) return
  await printer.clear()
  await worksOff({ status }, { waiting: WORKED_OFF, restMs: 0 })
}

/** Until no more than so many have waited for so long. Throws when they still do after the limit. */
async function worksOff(
  { status }: Pick<Computer, 'status'>,
  { waiting, restMs }: { readonly waiting: number; readonly restMs: number },
): Promise<void> {
  const until = performance.now() + WORK_OFF_LIMIT_MS
  let since = performance.now()
  while (performance.now() < until) {
    const { printing } = await status()
    if (printing.labels.waiting > waiting) since = performance.now()
    else if (performance.now() - since >= restMs) return
    await delay(500)
  }
  throw new Error('labels still wait at the end, and their printer is ready')
}
