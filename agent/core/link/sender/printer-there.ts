// What a Client heard last of the printer at the other end of its links, until no link says it any more; and asks there.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import type { SenderLink } from '../link-parts.ts'

/** What the PrinterComputer said of its printer, and when by the wall clock. */
export interface PrinterTold {
  readonly now: LinkPrinter
  readonly atMs: number
}

/** Of one link. */
interface ToldOnLink {
  readonly told: (now: LinkPrinter) => void
  /** From now on it can be asked over it. */
  readonly up: (link: Pick<SenderLink, 'look' | 'isAlive'>) => void
  readonly ended: () => void
}

/** A link that broke is mostly back within this time; afterwards nobody knows how the printer is. */
export const FORGET_MS = 5_000

interface Last extends PrinterTold {
  /** Of its link, on the monotonic clock. */
  readonly endedMs: number
}

export class PrinterThere {
  readonly #clock: Clock
  /** The newest behind the others, one of a link. */
  readonly #heard = new Map<object, PrinterTold>()
  readonly #links = new Map<object, Pick<SenderLink, 'look' | 'isAlive'>>()
  /** Of the link that ended last. */
  #last: Last | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** For each new link. */
  link(): ToldOnLink {
    const link = {}
    return {
      told: (now) => {
        this.#heard.delete(link)
        this.#heard.set(link, { now, atMs: this.#clock.wallMs() })
      },
      up: (up) => void this.#links.set(link, up),
      ended: () => {
        this.#links.delete(link)
        const told = this.#heard.get(link)
        this.#heard.delete(link)
        if (told !== undefined) this.#last = { ...told, endedMs: this.#clock.monotonicMs() }
      },
    }
  }

  /** Has the printer looked at anew; resolves when that was told, or nobody can be asked. */
  async look(): Promise<void> {
    await [...this.#links.values()].findLast(({ isAlive }) => isAlive)?.look()
  }

  /** Null: it is not known. What was said on a link counts while it lives: every change is told. */
  view(): PrinterTold | null {
    const newest = [...this.#heard.values()].at(-1)
    if (newest !== undefined) return newest
    if (this.#last !== null && this.#clock.monotonicMs() - this.#last.endedMs > FORGET_MS) this.#last = null
    return this.#last
  }
}
