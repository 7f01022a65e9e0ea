// The paper runs out again and again while labels flow from a Client and at the PrinterComputer.
import { setTimeout as delay } from 'node:timers/promises'
import { askAgent } from '../../../../agent/contract/socket-client.ts'
import { startProgram, type ChildProgram } from '../../../../scripts/start/child-program.ts'
import { judge, type Verdict } from '../../../kit/account.ts'
import type { HandedIn } from '../../../kit/books.ts'
import { diceOf, type Dice } from '../../../kit/dice.ts'
import { booksOf, settles } from '../../../kit/labels.ts'
import { ownAgent } from '../../../kit/own-agent.ts'
import { firstAssigned } from '../../../kit/pairing.ts'
import { Payloads, type Payload } from '../../../kit/payloads.ts'
import { openPharmacy, type AgentName, type Pharmacy } from '../../../kit/pharmacy.ts'
import type { RollLabel } from '../../../kit/printer.ts'
import { sendLabels } from '../../../kit/sender.ts'
import { lastOutMs, waitingOf, type PaperOut } from './outs.ts'

export interface PaperOptions {
  /** How often the paper runs out. */
  readonly times: number
  /** So many of them last longer than the agent would wait for a printer that says nothing. */
  readonly long: number
  readonly seed: number
  /** So long a label may take to say why it waits, in ms. */
  readonly toldWithinMs: number
  readonly keep: boolean
  /** Of its network: nobody else has it at the same time. */
  readonly index: number
}

export interface PaperResult {
  readonly outs: readonly PaperOut[]
  /** From each new roll to the last label that had waited for it, in ms. */
  readonly lastOutsMs: readonly number[]
  readonly verdict: Verdict
  readonly isSettled: boolean
  readonly seconds: number
}

type Taken = HandedIn & { readonly takenMs: number }

const SENDERS: readonly AgentName[] = ['client', 'client', 'printer']
const LABEL_PAUSE_MS = { low: 400, high: 1_400 }
const WITH_PAPER_MS = [500, 1_500] as const
const WITHOUT_PAPER_MS = [4_000, 9_000] as const
/** The agent gives a printer that says nothing 5 s for its answers and 90 s to close. */
const LONG_MS = 105_000
/** So many labels on paper: its language is known, and its counter. */
const KNOWN_AFTER = 6
const LIMIT_MS = 120_000
/** Of the test printer, with room for the question. */
const BUFFER_BYTES = 60_000
const STOP_LIMIT_MS = 3_000

export async function runPaper(options: PaperOptions, say: (text: string) => void): Promise<PaperResult> {
  const agent = await ownAgent()
  const { seed, index } = options
  try {
    const pharmacy = await openPharmacy(index, { file: agent.file, seed, without: null, say })
    const programs: ChildProgram[] = []
    try {
      return await runIn(pharmacy, { ...options, say }, programs)
    } finally {
      await Promise.all(programs.map(async (one) => one.stop(STOP_LIMIT_MS)))
      if (options.keep) say(`paper: what is left of the pharmacy: ${pharmacy.folder}`)
      await pharmacy.stop(options.keep)
    }
  } finally {
    agent.remove()
  }
}

async function runIn(
  pharmacy: Pharmacy,
  options: PaperOptions & { readonly say: (text: string) => void },
  programs: ChildProgram[],
): Promise<PaperResult> {
  const startedAt = performance.now()
  const { printer, client } = pharmacy.computers
  for (const { name, start } of [printer, client]) programs.push(startProgram({ ...start, name }))
  await firstAssigned(pharmacy, () => {
    programs.push(startProgram({ ...pharmacy.hub.start, name: pharmacy.hub.name }))
  })
  const sent: Taken[] = []
  const sending = new AbortController()
  const labels = flow(pharmacy, { ...options, signal: sending.signal }, sent)
  await paperOf(pharmacy, sent, KNOWN_AFTER)
  const outs = await runsOut(pharmacy, options, options.say)
  sending.abort()
  await Promise.all(labels)
  const isSettled = await settles(pharmacy, LIMIT_MS)
  const books = await booksOf(pharmacy, sent)
  const roll: readonly RollLabel[] = books.roll
  const paperAt = new Map(roll.map(({ serial, atMs }) => [serial, atMs]))
  const ways = sent.map(({ payload, takenMs }) => ({ takenMs, paperMs: paperAt.get(payload.serial) ?? null }))
  const lastOutsMs = outs.map((out) => lastOutMs(out, ways)).filter((ms) => ms !== null)
  const seconds = (performance.now() - startedAt) / 1_000
  return { outs, lastOutsMs, verdict: judge(books), isSettled, seconds }
}

function flow(
  pharmacy: Pharmacy,
  { seed, index, signal }: PaperOptions & { readonly signal: AbortSignal },
  sent: Taken[],
): Promise<void>[] {
  const payloads = new Payloads(diceOf(seed, `labels-${index}`), 'zpl')
  return SENDERS.map(async (at, n) =>
    sendLabels({
      from: pharmacy.address(20 + n),
      to: pharmacy.computers[at].listener,
      next: () => nextSmall(payloads),
      dice: diceOf(seed, `sender-${index}-${n}`),
      pauseMs: LABEL_PAUSE_MS,
      signal,
      onSent: (one) => sent.push({ ...one, at, sender: n, takenMs: Date.now() }),
    }),
  )
}

/** A stopped printer whose buffer is full reads no question any more, and says nothing. */
function nextSmall(payloads: Payloads): Payload {
  for (;;) {
    const payload = payloads.next()
    if (payload.bytes.length < BUFFER_BYTES) return payload
  }
}

async function runsOut(
  pharmacy: Pharmacy,
  { times, long, seed, toldWithinMs }: PaperOptions,
  say: (text: string) => void,
): Promise<PaperOut[]> {
  const dice = diceOf(seed, 'paper')
  const outs: PaperOut[] = []
  // The long ones come last, so that a fault of the others is seen soon.
  for (let n = 0; n < times; n += 1) {
    const ms = n >= times - long ? LONG_MS : dice.between(...WITHOUT_PAPER_MS)
    const out = await runOut(pharmacy, { ms, toldWithinMs, dice })
    outs.push(out)
    const silent = out.silent === 0 ? '' : `; ${out.silent} of ${out.waited} waited and did not say why`
    say(`paper: ran out ${outs.length} of ${times} times${silent}`)
  }
  return outs
}

interface OneOut {
  readonly ms: number
  readonly toldWithinMs: number
  readonly dice: Dice
}

async function runOut(
  { printer, computers }: Pharmacy,
  { ms, toldWithinMs, dice }: OneOut,
): Promise<PaperOut> {
  await delay(dice.between(...WITH_PAPER_MS))
  const fromMs = Date.now()
  await printer.set({ paperOut: true })
  await delay(ms)
  const asked = Object.values(computers).map(async ({ controlSocket }) =>
    askAgent(controlSocket, 'jobs', { count: 200 }),
  )
  const seen = waitingOf((await Promise.all(asked)).flat(), Date.now() - toldWithinMs)
  const rolledMs = Date.now()
  await printer.set({ paperOut: false })
  await emptied(computers)
  return { fromMs, rolledMs, ...seen }
}

/** The labels that waited are out; others flow on. */
async function emptied(computers: Pharmacy['computers']): Promise<void> {
  const endMs = performance.now() + LIMIT_MS
  while (performance.now() < endMs) {
    const { printing } = await askAgent(computers.printer.controlSocket, 'status', null)
    if (printing.labels.waiting <= 1) return
    await delay(100)
  }
}

async function paperOf(pharmacy: Pharmacy, sent: readonly Taken[], count: number): Promise<void> {
  const endMs = performance.now() + LIMIT_MS
  for (;;) {
    const { roll } = await booksOf(pharmacy, sent)
    if (roll.length >= count) return
    if (performance.now() > endMs) throw new Error(`no ${count} labels on paper in ${LIMIT_MS / 1_000} s`)
    await delay(200)
  }
}
