// One life of a computer: its power comes, labels flow, its power fails.
import { setTimeout as delay } from 'node:timers/promises'
import type { AgentStatus } from '../../../agent/contract/agent-api.ts'
import { diceOf, type Dice } from '../../kit/dice.ts'
import type { Payloads } from '../../kit/payloads.ts'
import { sendLabels } from '../../kit/sender.ts'
import type { Computer } from './computer.ts'
import type { Cut, Moment } from './plan.ts'
import type { CutResult } from './replay.ts'
import type { SentBefore } from './verdict.ts'
import { worksOff } from './patience.ts'

export interface Life {
  readonly computer: Computer
  readonly cut: Cut
  /** Of the cut, from 1. */
  readonly number: number
  /** Of the life's own dice. */
  readonly name: string
  readonly seed: number
  readonly payloads: Payloads
  /** Of all lives; grows by some numbers a label. */
  readonly sent: SentBefore[]
  /** From the power's return to an open port, the last time. */
  readonly usualStartMs: number
  readonly onAccepted: () => void
  /** Labels that the newest jobs should have and have not; for the progress, as only the end counts. */
  readonly onMissing: (count: number) => void
  /** From now on no end of a connection is the agent's word. */
  isOver: boolean
}

export interface EndedLife extends CutResult {
  readonly from: Moment['from']
  /** From the power's return to an open port; null when the power failed before. */
  readonly recoveryMs: number | null
}

const SENDERS = 3
const PAUSE_MS = { low: 20, high: 250 }
const LABELS_LIMIT_MS = 30 * 60_000
const POLL_MS = 2
/** Of the 1,000 that a spool takes. */
const MAX_WAITING = 200
const WORKED_OFF = 20

/** Throws when the computer does not come back, or takes no labels. */
export async function live(life: Life, dice: Dice): Promise<EndedLife> {
  const { computer, cut, usualStartMs } = life
  const { moment, survivors } = cut
  await computer.printer.set({ powerOff: !cut.isPrinterOn })
  const startedAt = performance.now()
  await computer.powerOn()
  const opens = computer.opens().then((status) => ({ status, recoveryMs: performance.now() - startedAt }))
  const early =
    moment.from === 'starting'
      ? delay(usualStartMs * moment.share, null)
      : new Promise<never>(() => undefined)
  const first = await Promise.race([opens, early])
  if (first === null) {
    opens.catch(() => undefined)
    return { from: moment.from, recoveryMs: null, ...(await computer.cutPower(survivors, dice)) }
  }
  await lookBack(life)
  const end = new AbortController()
  await workOffIfFull(computer, first.status)
  const senders = startSenders(life, end.signal)
  await (moment.from === 'starting' ? early : enoughLabels(life, moment))
  // In one breath: an end that is seen from now on may be that of QEMU's sockets and not the agent's word.
  life.isOver = true
  const cutting = computer.cutPower(survivors, dice)
  end.abort()
  const result = await cutting
  await Promise.all(senders)
  return { from: moment.from, recoveryMs: first.recoveryMs, ...result }
}

/** Whatever the speed of the guest is, a cut has labels to lose. */
async function enoughLabels(
  { name, sent, number }: Life,
  { afterLabels, afterMs }: Extract<Moment, { from: 'working' }>,
): Promise<void> {
  const until = performance.now() + LABELS_LIMIT_MS
  const accepted = (): number => sent.filter((one) => one.cut === number && one.answer === 'accepted').length
  while (accepted() < afterLabels) {
    if (performance.now() > until) throw new Error(`a computer takes no labels any more (${name})`)
    await delay(POLL_MS)
  }
  await delay(afterMs)
}

function startSenders(life: Life, signal: AbortSignal): Promise<void>[] {
  const { computer, seed, name, number, payloads, sent } = life
  const to = { host: '127.0.0.1', port: computer.labelPort }
  return Array.from({ length: SENDERS }, async (_, sender) =>
    sendLabels({
      from: '127.0.0.1',
      to,
      next: () => payloads.next(),
      pauseMs: PAUSE_MS,
      signal,
      dice: diceOf(seed, `sender-${name}-${sender}`),
      onSent: (one) => {
        const answer = life.isOver && one.answer === 'accepted' ? 'broken' : one.answer
        sent.push({ ...one, sender, answer, cut: number })
        if (answer === 'accepted') life.onAccepted()
      },
    }),
  )
}

/** For the progress: of the newest that were accepted, those that are not among the newest jobs. */
async function lookBack({ computer, sent, onMissing }: Life): Promise<void> {
  const jobs = new Set((await computer.newestJobs()).map(({ bytes }) => bytes))
  const looked = sent.filter(({ answer }) => answer === 'accepted').slice(-Math.floor(jobs.size / 2))
  onMissing(looked.filter(({ bytes }) => !jobs.has(bytes)).length)
}

/** Before more waits than a spool takes, most of it goes to the printer. */
async function workOffIfFull({ status, printer }: Computer, { printing }: AgentStatus): Promise<void> {
  if (printing.labels.waiting < MAX_WAITING) return
  await printer.clear()
  await worksOff({ status }, { waiting: WORKED_OFF, restMs: 0 })
}
