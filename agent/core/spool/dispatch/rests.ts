// After a try that failed no label begins at its destination for a while, longer with each failure in a row at a printer.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Try } from './try.ts'

type To = Pick<Try['to'], 'kind' | 'destination'>

interface Rest {
  readonly destination: string
  readonly failures: number
  readonly untilMs: number
  /** It broke off within the label. */
  readonly isBreak: boolean
}

export class Rests {
  readonly #clock: Clock
  /** Of the last printer and the last computer. */
  readonly #last = new Map<To['kind'], Rest>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Tries that failed in a row there. */
  failures(to: To): number {
    return this.#of(to)?.failures ?? 0
  }

  /** 0: a label may begin there. */
  leftMs(to: To): number {
    const untilMs = this.#of(to)?.untilMs ?? 0
    return untilMs === 0 ? 0 : Math.max(0, untilMs - this.#clock.monotonicMs())
  }

  /** `isBreak`: bytes of the label had left. */
  ended(to: To, pauseMs: number, isBreak: boolean): void {
    const [failures, untilMs] = [this.failures(to) + 1, this.#clock.monotonicMs() + pauseMs]
    if (pauseMs > 0) this.#last.set(to.kind, { destination: to.destination, failures, untilMs, isBreak })
    else if (to.kind === 'printer') this.#last.delete(to.kind)
  }

  /** A route that was assigned again is no reason to try the printer that just broke off. */
  routeChanged(): void {
    for (const [kind, { isBreak }] of this.#last) if (!isBreak) this.#last.delete(kind)
  }

  /** Somebody knows better than a pause. */
  clear(...kinds: To['kind'][]): void {
    for (const kind of kinds) this.#last.delete(kind)
  }

  #of({ kind, destination }: To): Rest | null {
    const rest = this.#last.get(kind)
    return rest?.destination === destination ? rest : null
  }
}
