// One random life of a Client's spool: links that break, answers that are lost or come twice, crashes, people, and roles
// that change while labels are under way; and the promises that hold in it.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import fc from 'fast-check'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { Route } from '../rules/route.ts'
import { Spool } from '../spool.ts'
import { arrival, WHOLE } from './labels.ts'
import { MemoryDisk, MemoryStore } from './memory-store.ts'
import { ModelComputer, type UnderWay } from './model-computer.ts'
import { JumpingClock, times, type Act } from './schedule.ts'

const MAX_JOBS = 5
const STEPS_MS = [1_000, 5_000, 60_000, 31 * 60_000]
const NEWS: readonly RemoteState[] = [
  {
    state: 'waiting_for_printer',
    reasons: [reason('printer_condition', { condition: 'paper_out' })],
    evidence: null,
  },
  { state: 'sent_to_printer', reasons: [], evidence: 'L1' },
  { state: 'printed', reasons: [], evidence: 'L3' },
  { state: 'unknown', reasons: [reason('connection_reset', {})], evidence: null },
  { state: 'failed', reasons: [reason('address_not_usable', {})], evidence: null },
  { state: 'not_known', reasons: [], evidence: null },
]
const ENDS = ['sent_to_printer', 'printed', 'unknown', 'failed', 'cancelled', 'expired', 'held', 'forwarded']

interface Running {
  readonly store: MemoryStore
  readonly spool: Spool
}

export class ForwardWorld {
  readonly clock = new JumpingClock()
  readonly disk = new MemoryDisk()
  readonly host = new ModelComputer(this.clock)
  /** Ids that came out of the printer of this computer. */
  readonly printedHere: string[] = []
  readonly accepted = new Set<string>()
  readonly story: string[] = []
  #route: Route = this.host.route()
  #running: Running | null = null
  #ids = 0
  #life = 0

  async run(choices: readonly number[]): Promise<void> {
    await this.#do('start', () => this.#start())
    for (const choice of choices) {
      const possible = this.#possible()
      const next = possible[choice % possible.length]
      if (next !== undefined) await this.#do(next[0], () => next[1](Math.floor(choice / possible.length)))
    }
    await this.#rest()
    for (const { row } of this.disk.jobs)
      promise(`R2: label ${row.n} has an end, not ${row.state}`, ENDS.includes(row.state))
  }

  #possible(): Act[] {
    if (this.#running === null) return [['start', () => this.#start()], ...this.#wireActs()]
    const { store, spool } = this.#running
    const all: Act[] = [
      ...times(3, ['step', (draw) => this.clock.stepMs(STEPS_MS[draw % STEPS_MS.length] ?? 0)]),
      ['jump', (draw) => void (this.clock.aheadMs += draw % 2 === 0 ? 3_600_000 : -3_600_000)],
      ['route', (draw) => this.#turnRoute(spool, draw)],
      ['host', () => void (this.host.isThere = !this.host.isThere)],
      ...times(2, ['crash', (draw) => this.#crash(draw)]),
      ...this.#wireActs(),
    ]
    if (this.#ids < MAX_JOBS) all.push(...times(3, ['arrive', () => this.#arrive(spool)]))
    if (store.pending() > 0) {
      all.push(...times(10, ['commit', () => store.flush()]))
      all.push(['disk fails', () => this.#failCommit(store)])
    }
    for (const one of this.host.underWay) all.push(...this.#linkActs(one))
    if (this.host.stateById.size > 0) all.push(...times(3, ['news', (draw) => this.#news(spool, draw)]))
    if (this.disk.jobs.length > 0) all.push(...times(2, ['person', (draw) => this.#person(spool, draw)]))
    return all
  }

  #linkActs(one: UnderWay): Act[] {
    const { host } = this
    if (!one.mayLeave) return times(2, ['ask', () => void host.ask(one)])
    const { id } = one.label
    const isNowhere = !host.stateById.has(id) && !host.onTheWire.includes(id)
    return [
      ...times(3, ['take', () => host.take(one)]),
      ...times(2, ['hand', () => host.hand(one)]),
      ['lose', (draw) => host.lose(one, reason('tried_before', { times: draw % 3 }))],
      ...(isNowhere ? ([['refuse', () => host.refuse(one)]] satisfies Act[]) : []),
    ]
  }

  #wireActs(): Act[] {
    const [first] = this.host.onTheWire
    return first === undefined ? [] : times(2, ['comes late', () => this.host.arrive(first)])
  }

  #start(): void {
    const store = new MemoryStore(this.clock, this.disk)
    store.isManual = true
    this.#life += 1
    const life = this.#life
    const spool = new Spool({
      store,
      clock: this.clock,
      random: () => 0,
      logger: silentLogger,
      onChange: () => undefined,
      newId: () => `job-${(this.#ids += 1)}`,
      judge: () => WHOLE,
      onRemoteNews: () => undefined,
      canLook: () => false,
      lookAt: async () => null,
      // A process that died hears of no route any more.
      route: () => (life === this.#life ? this.#route : { kind: 'none', why: reason('no_printer', {}) }),
    })
    this.#running = { store, spool }
    spool.start().catch(expected)
  }

  #arrive(spool: Spool): void {
    spool
      .accept(arrival('^XA^FO9,9^FDx^FS^XZ'))
      .then(({ id }) => this.accepted.add(id))
      .catch(expected)
  }

  #turnRoute(spool: Spool, draw: number): void {
    const here: Route = {
      kind: 'printer',
      destination: 'P',
      write: async ({ title }) => {
        this.printedHere.push(title.replace('label ', ''))
        return { ok: true }
      },
    }
    const none: Route = { kind: 'none', why: reason('no_part', {}) }
    this.#route = [here, none, this.host.route(), this.host.route()][draw % 4] ?? none
    spool.routeChanged()
  }

  #news(spool: Spool, draw: number): void {
    const ids = [...this.host.stateById.keys()]
    const id = ids[draw % ids.length] ?? ''
    const now = NEWS[Math.floor(draw / ids.length) % NEWS.length]
    if (now === undefined) return
    if (now.state !== 'not_known') this.host.stateById.set(id, now)
    spool.forwarded.update(id, now).catch(expected)
  }

  #person({ actions }: Spool, draw: number): void {
    const { row } = this.disk.jobs[draw % this.disk.jobs.length] ?? {}
    if (row === undefined) return
    const ref = row.id
    const asks = [
      async () => actions.cancel(ref),
      async () => actions.release(ref),
      async () => actions.cameOut(ref),
      async () => actions.didNotComeOut(ref),
      async () => actions.reprint(ref, 1),
    ]
    asks[Math.floor(draw / this.disk.jobs.length) % asks.length]?.().catch(expected)
  }

  #failCommit(store: MemoryStore): void {
    store.fault = new Error('ENOSPC')
    store.flush()
    store.fault = null
  }

  #crash(draw: number): void {
    if (this.#running === null) return
    this.#running.store.crash(draw % (this.#running.store.pending() + 1))
    this.host.abandoned()
    this.#life += 1
    this.#running = null
  }

  /** The computer is there, every way works, and nobody does anything. */
  async #rest(): Promise<void> {
    if (this.#running === null) await this.#do('start', () => this.#start())
    const { store, spool } = this.#running ?? {}
    if (store === undefined || spool === undefined) throw new Error('not running')
    this.host.isThere = true
    this.#route = this.host.route()
    await this.#do('route', () => spool.routeChanged())
    for (let turn = 0, quiet = 0; turn < 200; turn += 1) {
      if (quiet >= 3 && spool.dispatcher.waiting() === 0) return
      quiet += 1
      if (store.pending() > 0 || this.host.underWay.length > 0) quiet = 0
      else await this.#do('step', () => this.clock.stepMs(31_000))
      await this.#do('ask', () => void this.host.underWay.map(async (one) => this.host.ask(one)))
      await this.#do('commit', () => store.flush())
      for (const one of this.host.underWay)
        if (one.mayLeave) await this.#do('take', () => this.host.take(one))
    }
    throw new Error('it does not come to rest')
  }

  async #do(name: string, act: () => void): Promise<void> {
    this.story.push(name)
    act()
    await new Promise((resolve) => setImmediate(resolve))
    this.#check()
  }

  #check(): void {
    const { host, disk } = this
    const ids = disk.jobs.map(({ row }) => row.id)
    promise(
      'R1: what was accepted is on the disk',
      [...this.accepted].every((id) => ids.includes(id)),
    )
    promise('R4: an id is one job', new Set(ids).size === ids.length)
    const out = [...host.taken, ...this.printedHere]
    promise(`R3: no label comes out twice: ${out.join()}`, new Set(out).size === out.length)
    for (const { row, steps } of disk.jobs) {
      const isOut = out.includes(row.id) || host.onTheWire.includes(row.id)
      const isByNews = steps.at(-1)?.reasons[0]?.params['computer'] === host.name
      const isUnprinted = row.state === 'cancelled' || row.state === 'expired'
      if (isUnprinted && !isByNews) promise(`label ${row.n} came out although ${row.state}`, !isOut)
      if (row.state === 'forwarded') promise(`label ${row.n} is not there`, host.stateById.has(row.id))
      const isSaid = row.state === 'sent_to_printer' || row.state === 'failed'
      if (row.isAnswered) promise(`label ${row.n} was answered and is ${row.state}`, isSaid)
    }
  }
}

function expected(error: unknown): void {
  const isRefusal = error instanceof ProblemError || (error instanceof Error && error.message === 'ENOSPC')
  if (!isRefusal) throw error
}

function promise(text: string, isKept: boolean): void {
  if (!isKept) throw new Error(`broken: ${text}`)
}

export const forwardSchedule = fc.array(fc.nat(0xff_ff_ff), { minLength: 4, maxLength: 90, size: 'max' })
