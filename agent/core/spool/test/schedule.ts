// One random life of a spool: labels, people, crashes, printers and clocks in any order, and the promises that hold in it.
//
// A schedule is a list of numbers; each picks one of the things that can happen at that moment. The spool is the real
// one; its disk answers only when the schedule says so, and a crash loses what was not answered, or does not.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import fc from 'fast-check'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { UNREAD_AFTER_MS } from '../dispatch/recovery.ts'
import type { Route } from '../rules/route.ts'
import { Spool } from '../spool.ts'
import { MemoryDisk, MemoryStore } from './memory-store.ts'
import { ModelPrinter, type Outcome } from './model-printer.ts'
import { checkAlways, checkAtEnd } from './promises.ts'
import { arrival, CUT_SHORT, WHOLE } from './labels.ts'

export class JumpingClock extends SteppedClock {
  aheadMs = 0

  override wallMs(): number {
    return super.wallMs() + this.aheadMs
  }
}

const MAX_JOBS = 5
const PAPER_OUT = [reason('printer_condition', { condition: 'paper_out' })]
const OUTCOMES: readonly Outcome[] = ['nothing', 'paper', 'late', 'lost']
const STEPS_MS = [1_000, 5_000, 6_000, 60_000, 31 * 60_000]
const ENOUGH = 400
/** Longer than anything waits before it tries again. */
const QUIET_STEPS = 3

export interface Life {
  /** Of the printer: it can be asked. */
  readonly answers: boolean
  readonly isAhead: boolean
  readonly choices: readonly number[]
}

export type Act = readonly [name: string, act: (draw: number) => void]

interface Running {
  readonly store: MemoryStore
  readonly spool: Spool
}

export class World {
  readonly clock = new JumpingClock()
  readonly disk = new MemoryDisk()
  readonly printer: ModelPrinter
  /** Ids of jobs whose sender was told that they are accepted. */
  readonly accepted = new Set<string>()
  /** Jobs of which a person decided something. */
  readonly touched = new Set<string>()
  /** In words, for whoever reads a failure. */
  readonly story: string[] = []
  hasRoute = true
  #running: Running | null = null
  #ids = 0

  readonly #isAhead: boolean

  /** `isAhead`: the disk is told of tries before their turn, as where it is slower than the printer. */
  constructor({ answers, isAhead }: Pick<Life, 'answers' | 'isAhead'>) {
    this.#isAhead = isAhead
    this.printer = new ModelPrinter(answers, () => this.clock.monotonicMs())
  }

  async run({ choices }: Pick<Life, 'choices'>): Promise<void> {
    await this.#do('start', () => this.#start())
    for (const choice of choices) {
      const possible = this.#possible()
      const next = possible[choice % possible.length]
      if (next !== undefined) await this.#do(next[0], () => next[1](Math.floor(choice / possible.length)))
    }
    await this.#rest()
    checkAtEnd(this)
  }

  /** As often as each should come: mostly the disk, the printer and time. */
  #possible(): Act[] {
    if (this.#running === null) return [['start', () => this.#start()]]
    const { store, spool } = this.#running
    const all: Act[] = [
      ...times(3, ['step', (draw) => this.clock.stepMs(STEPS_MS[draw % STEPS_MS.length] ?? 0)]),
      ['jump', (draw) => void (this.clock.aheadMs += draw % 2 === 0 ? 3_600_000 : -3_600_000)],
      ['route', () => this.#turnRoute(spool)],
      ['crash', (draw) => this.#crash(draw)],
    ]
    if (this.#ids < MAX_JOBS) all.push(...times(2, ['arrive', (draw) => this.#arrive(spool, draw % 4 === 0)]))
    if (store.pending() > 0) {
      all.push(...times(12, ['commit', () => store.flush()]))
      all.push(['disk fails', () => this.#failCommit(store)])
    }
    if (this.printer.current !== null) all.push(...this.#printerActs())
    if (this.disk.jobs.length > 0) all.push(['printer', (draw) => this.#turnPrinter(draw)])
    // Only one that can be asked says so.
    if (this.disk.jobs.length > 0 && this.printer.answers) all.push(['stop', () => this.#turnStop(spool)])
    if (this.disk.jobs.length > 0) all.push(...times(2, ['person', (draw) => this.#person(spool, draw)]))
    return all
  }

  /** What happens at it while it serves nobody of ours, too. */
  #turnPrinter(draw: number): void {
    const { printer } = this
    if (draw % 4 === 0) printer.isAway = !printer.isAway
    else if (draw % 4 === 1) printer.isBusy = !printer.isBusy
    else if (draw % 4 === 2) printer.othersPrint()
    else printer.readOn()
  }

  /** It runs out of paper and says so, or has paper again. */
  #turnStop(spool: Spool): void {
    this.printer.isStopped = !this.printer.isStopped
    spool.printerChanged()
  }

  #printerActs(): Act[] {
    const outcome = (draw: number): Outcome => OUTCOMES[draw % OUTCOMES.length] ?? 'nothing'
    return [
      ...times(4, ['prints', () => this.printer.answer('ok', 'paper')]),
      ['takes it', (draw) => this.printer.answer('ok', draw % 2 === 0 ? 'late' : 'lost')],
      ...times(2, ['is off', () => this.printer.answer('off', 'nothing')]),
      ...times(4, ['breaks off', (draw) => this.printer.answer('cut', outcome(draw))]),
      ...times(2, ['stalls', (draw) => this.#stall(draw % 2 === 0 ? 'unread' : outcome(draw))]),
      ['is wrong', () => this.printer.answer('final', 'nothing')],
      ['defect', (draw) => this.printer.answer('defect', outcome(draw))],
      ...times(2, ['crash', (draw) => this.#crash(draw)]),
    ]
  }

  /** A printer is given up only after a while. */
  #stall(outcome: Outcome): void {
    this.clock.stepMs(UNREAD_AFTER_MS)
    this.printer.answer('stall', outcome)
  }

  #person({ actions }: Spool, draw: number): void {
    const job = this.disk.jobs[draw % this.disk.jobs.length]
    if (job === undefined) return
    const ref = job.row.id
    const asks = [
      async () => actions.cancel(ref),
      async () => actions.release(ref),
      async () => actions.cameOut(ref),
      async () => actions.didNotComeOut(ref),
      async () => actions.reprint(ref, 1),
    ]
    this.touched.add(ref)
    asks[Math.floor(draw / this.disk.jobs.length) % asks.length]?.().catch(expected)
  }

  #start(): void {
    const store = new MemoryStore(this.clock, this.disk)
    store.isManual = true
    const isCurrent = (): boolean => this.#running?.store === store
    const spool = new Spool({
      judge: () => WHOLE,
      onRemoteNews: () => undefined,
      store,
      clock: this.clock,
      random: () => 0,
      logger: silentLogger,
      onChange: () => undefined,
      newId: () => `job-${(this.#ids += 1)}`,
      route: () => this.#route(),
      canLook: () => isCurrent() && this.printer.answers,
      lookAt: async () => this.printer.look(),
      pace: { committed: () => undefined, printed: () => undefined, isDiskSlower: () => this.#isAhead },
    })
    this.#running = { store, spool }
    spool.start().catch(expected)
  }

  #route(): Route {
    if (!this.hasRoute) return { kind: 'none', why: reason('no_printer', {}) }
    const stopped = this.printer.isStopped ? PAPER_OUT : []
    return { kind: 'printer', destination: 'P', stopped, write: async (label) => this.printer.take(label) }
  }

  #arrive(spool: Spool, isCut: boolean): void {
    const label = arrival('^XA^FO9,9^FDx^FS^XZ', isCut ? { verdict: CUT_SHORT } : {})
    spool
      .accept(label)
      .then(({ id }) => this.accepted.add(id))
      .catch(expected)
  }

  #turnRoute(spool: Spool): void {
    this.hasRoute = !this.hasRoute
    spool.routeChanged()
  }

  #failCommit(store: MemoryStore): void {
    store.fault = new Error('ENOSPC')
    store.flush()
    store.fault = null
  }

  /** What was asked of the disk may be on it; the printer may have anything of the label that was under way. */
  #crash(draw: number): void {
    if (this.#running === null) return
    this.#running.store.crash(draw % (this.#running.store.pending() + 1))
    this.printer.abandoned(OUTCOMES[Math.floor(draw / 7) % OUTCOMES.length] ?? 'nothing')
    // Of the computer: what was noted and not flushed is not believed.
    if (draw % 5 === 4) this.disk.notes = null
    this.#running = null
  }

  /** Everything works again and nobody does anything: whatever can end, ends. */
  async #rest(): Promise<void> {
    if (this.#running === null) await this.#do('start', () => this.#start())
    const { store, spool } = this.#running ?? {}
    if (store === undefined || spool === undefined) throw new Error('not running')
    this.printer.isAway = false
    this.printer.isBusy = false
    if (this.printer.isStopped) await this.#do('stop', () => this.#turnStop(spool))
    if (!this.hasRoute) await this.#do('route', () => this.#turnRoute(spool))
    for (let turn = 0, quiet = 0; turn < ENOUGH; turn += 1) {
      if (quiet >= QUIET_STEPS && spool.dispatcher.waiting() === 0) return
      quiet += 1
      if (store.pending() === 0 && this.printer.current === null)
        await this.#do('step', () => this.clock.stepMs(31_000))
      else quiet = 0
      if (store.pending() > 0) await this.#do('commit', () => store.flush())
      if (this.printer.current !== null) await this.#do('prints', () => this.printer.answer('ok', 'paper'))
    }
    throw new Error('it does not come to rest')
  }

  async #do(name: string, act: () => void): Promise<void> {
    this.story.push(name)
    act()
    this.printer.catchUp()
    // All that follows from it without time or disk.
    await new Promise((resolve) => setImmediate(resolve))
    checkAlways(this)
  }
}

export function times(count: number, act: Act): Act[] {
  return Array.from({ length: count }, () => act)
}

/** Refusals in words are part of the contract; a defect is not. */
function expected(error: unknown): void {
  const isRefusal = error instanceof ProblemError || (error instanceof Error && error.message === 'ENOSPC')
  if (!isRefusal) throw error
}

/** Any life; shorter ones first when one breaks a promise. */
export const schedule = fc.record({
  answers: fc.boolean(),
  isAhead: fc.boolean(),
  choices: fc.array(fc.nat(0xff_ff_ff), { minLength: 4, maxLength: 90, size: 'max' }),
})
