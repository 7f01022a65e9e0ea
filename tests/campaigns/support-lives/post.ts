// Everything that is under way in a life: what was sent over one lane arrives in its order, when the dice say so, or never, once the
// lane broke.
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Dice } from '../../kit/dice.ts'

interface UnderWay {
  readonly arrive: () => void
  readonly lost: () => void
}

/** One direction of a connection. */
export class Lane {
  #waiting: UnderWay[] = []
  #isOpen = true

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  send(arrive: () => void, lost: () => void = () => undefined): void {
    if (this.#isOpen) this.#waiting.push({ arrive, lost })
    else lost()
  }

  deliver(): void {
    this.#waiting.shift()?.arrive()
  }

  break(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    const lost = this.#waiting
    this.#waiting = []
    for (const one of lost) one.lost()
  }
}

export class Post {
  readonly #lanes = new Set<Lane>()
  readonly #dice: Dice

  constructor(dice: Dice) {
    this.#dice = dice
  }

  lane(): Lane {
    const lane = new Lane()
    this.#lanes.add(lane)
    return lane
  }

  /** False: nothing is under way. */
  deliverOne(): boolean {
    const full: Lane[] = []
    for (const lane of this.#lanes) {
      if (!lane.isEmpty) full.push(lane)
      else if (!lane.isOpen) this.#lanes.delete(lane)
    }
    full[this.#dice.int(full.length)]?.deliver()
    return full.length > 0
  }
}

/** A request and its answer. Rejects with HubError TIMEOUT where a lane breaks: it may have been carried out. */
export async function carried<R>(
  { there, back }: { readonly there: Lane; readonly back: Lane },
  work: () => Promise<R>,
): Promise<R> {
  return new Promise((resolve, reject) => {
    const lost = (): void => reject(new HubError('TIMEOUT', 'The connection ended before the answer'))
    const refuse = (error: unknown): void => reject(error instanceof Error ? error : new Error(String(error)))
    there.send(() => {
      void work().then(
        (answer) => back.send(() => resolve(answer), lost),
        (error: unknown) => back.send(() => refuse(error), lost),
      )
    }, lost)
  })
}
