// The spools of a Client and of the PrinterComputer with the ways between them as a test sets them, and a label of which
// nobody knows whether it came out.
import type { PersonAnswer, RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { ArrivingLabel, ComputerRoute, ForwardEnd, RemoteNews } from '../rules/forwarding.ts'
import { MemoryDisk } from './memory-store.ts'
import { arrival, CUT, newRig, SENT, type Rig, type RigOptions } from './spool-rig.ts'

const [ORIGIN, CLIENT, PRINTER] = ['key of the Client', 'COUNTER-1', 'DISPENSARY']

export class AnsweringPair {
  readonly clock = new SteppedClock()
  readonly disks = { client: new MemoryDisk(), printer: new MemoryDisk() }
  client: Rig
  printer: Rig
  /** Questions, answers and news get through. */
  isUp = true
  /** The PrinterComputer is of a version that does not hear answers. */
  isOlder = false
  /** What it answered to questions is lost on its way. */
  losesReplies = false
  /** And what it tells by itself. */
  losesNews = false
  /** Labels that reached the printer, as it read them; the first print is cut off, and on paper all the same. */
  readonly paper: string[] = []
  readonly #news = new Set<Promise<void>>()
  readonly #route: ComputerRoute

  constructor() {
    this.#route = {
      kind: 'computer',
      destination: PRINTER,
      window: 4,
      deliver: async (label) =>
        this.#deliver(
          { ...label, sender: CLIENT, origin: ORIGIN, ttlMs: label.ttlMs ?? 1_800_000 },
          label.onHanded,
        ),
      ask: async (id, answer) => this.#ask(id, answer),
    }
    this.client = this.#newClient()
    this.printer = this.#newPrinter()
  }

  /** One label that is unknown at both. */
  async start(): Promise<this> {
    await this.printer.spool.start()
    await this.client.spool.start()
    await this.client.spool.accept(arrival('^XA^FDone^FS^XZ'))
    await this.client.reach('1 unknown')
    return this
  }

  /** As a new link does: what was not heard first, then what became of everything. */
  async linkUp(): Promise<void> {
    this.isUp = true
    const { forwarded } = this.client.spool
    for (const { id, answer } of await forwarded.pending(PRINTER, 100)) {
      const now = await this.#ask(id, answer)
      if (now !== null) await forwarded.replied(id, now)
    }
    for (const id of await forwarded.unsettled(PRINTER, 100)) {
      const now = await this.#ask(id, null)
      if (now !== null) await forwarded.update(id, now)
    }
    this.client.spool.dispatcher.go()
    await this.quiet()
  }

  /** One of them dies and starts again. */
  async restart(which: 'client' | 'printer'): Promise<void> {
    this[which].store.crash(0)
    // A process that died answers nothing any more.
    this.#news.clear()
    if (which === 'client') this.client = this.#newClient()
    else this.printer = this.#newPrinter()
    await this[which].spool.start()
  }

  /** What was told has been kept. */
  async quiet(): Promise<void> {
    await until('a printer that has nothing to do', () => this.printer.spool.dispatcher.waiting() === 0)
    while (this.#news.size > 0) await Promise.all(this.#news)
    await this.printer.spool.actions.exclusively(async () => undefined)
    await this.client.spool.actions.exclusively(async () => undefined)
  }

  /** How the label stands at both, and how often it came out as reprint. */
  async stands(): Promise<{ readonly client: string; readonly printer: string; readonly reprints: number }> {
    const state = async (rig: Rig) => (await rig.job(1))?.state ?? 'none'
    return {
      client: await state(this.client),
      printer: await state(this.printer),
      reprints: this.paper.length - 1,
    }
  }

  async stop(): Promise<void> {
    await this.client.spool.stop()
    await this.printer.spool.stop()
  }

  #newClient(): Rig {
    return newRig({ clock: this.clock, disk: this.disks.client, route: this.#route })
  }

  #newPrinter(): Rig {
    const write: RigOptions['write'] = (_, text) => {
      this.paper.push(text)
      return this.paper.length === 1 ? CUT : SENT
    }
    const onRemoteNews = (news: RemoteNews): void => this.#tell(news)
    return newRig({ clock: this.clock, disk: this.disks.printer, write, onRemoteNews })
  }

  async #deliver(label: ArrivingLabel, onHanded: () => void): Promise<ForwardEnd> {
    if (!this.isUp) return { kind: 'not_sent' }
    onHanded()
    const arrived = await this.printer.spool.arrivals.accept({
      ...label,
      payload: Uint8Array.from(label.payload),
    })
    if (arrived.outcome === 'conflict') return { kind: 'refused', code: 'conflict', reasons: [] }
    return { kind: 'forwarded', path: 'lan', now: arrived.outcome === 'duplicate' ? arrived.now : null }
  }

  async #ask(id: string, answer: PersonAnswer | null): Promise<RemoteState | null> {
    if (!this.isUp) return null
    const now = await this.printer.spool.arrivals.stateOf(id, ORIGIN, this.isOlder ? null : answer)
    return this.losesReplies ? null : asVersion(now, this.isOlder)
  }

  #tell({ id, now }: RemoteNews): void {
    if (!this.isUp || this.losesNews) return
    const told = this.client.spool.forwarded
      .update(id, asVersion(now, this.isOlder))
      .finally(() => this.#news.delete(told))
    this.#news.add(told)
  }
}

function asVersion(now: RemoteState, isOlder: boolean): RemoteState {
  const { state, reasons, evidence } = now
  return isOlder ? { state, reasons, evidence } : now
}
