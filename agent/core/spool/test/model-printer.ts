// A printer that can do anything a printer does to a label, and that knows what is on its paper.
import { writeFailure } from '../../printers/write-outcome.ts'
import { LOOKS_APART_MS } from '../rules/doubt-rule.ts'
import type { Delivery, Label } from '../rules/route.ts'

/** What becomes of the bytes of one try, whatever the agent hears of it. */
export type Outcome = 'nothing' | 'paper' | 'late' | 'lost' | 'unread'

export interface Try {
  readonly title: string
  readonly label: Label
  readonly end: (delivery: Delivery) => void
  readonly fail: (error: Error) => void
}

export interface Sent {
  readonly title: string
  /** Counts the processes of the agent. */
  readonly life: number
  outcome: Outcome | null
}

interface OnItsWay {
  readonly title: string
  readonly arrivesMs: number
}

export class ModelPrinter {
  /** Titles of the labels that came out. */
  readonly paper: string[] = []
  /** Every try that reached it, in order. */
  readonly sent: Sent[] = []
  counter = 100
  /** It can be asked, and counts. */
  answers: boolean
  /** Nobody reaches it. */
  isAway = false
  /** Somebody else's label is in it, or it is paused. */
  isBusy = false
  /** It says that it has no paper; what it holds comes out all the same, as nobody knows when. */
  isStopped = false
  /** At most one: the agent holds one connection. */
  current: Try | null = null
  #life = 1
  #onItsWay: OnItsWay[] = []
  /** Titles of what it has taken and not read, although it answers. */
  #unread: string[] = []
  readonly #nowMs: () => number

  constructor(answers: boolean, nowMs: () => number) {
    this.answers = answers
    this.#nowMs = nowMs
  }

  async take(label: Label): Promise<Delivery> {
    if (this.current !== null) throw new Error('two connections at once')
    this.sent.push({ title: label.title, life: this.#life, outcome: null })
    return new Promise((end, fail) => {
      this.current = { title: label.title, label, end, fail }
    })
  }

  /** Ends the try that is under way as the agent hears it; `outcome` is what really happened. */
  answer(kind: 'ok' | 'off' | 'cut' | 'stall' | 'final' | 'defect', outcome: Outcome): void {
    const trying = this.#settle(kind === 'off' || kind === 'final' ? 'nothing' : outcome)
    if (trying === null) return
    if (kind === 'defect') return trying.fail(new Error('a defect'))
    if (kind === 'off') return trying.end(writeFailure('printer_unreachable', false, ''))
    if (kind === 'final') return trying.end(writeFailure('address_not_usable', false, ''))
    if (kind === 'stall') return trying.end(writeFailure('close_not_seen', true, ''))
    if (kind === 'cut') return trying.end(writeFailure('connection_reset', true, ''))
    const isProved = this.answers && outcome === 'paper' && trying.label.odometer === this.counter - 1
    trying.end({ ok: true, evidence: isProved ? 'L3' : 'L1', odometer: isProved ? this.counter : null })
  }

  /** The agent dies in the middle. */
  abandoned(outcome: Outcome): void {
    this.#life += 1
    this.#settle(outcome)
  }

  /** What arrived late comes out; called whenever time has passed. */
  catchUp(): void {
    for (const { title, arrivesMs } of this.#onItsWay) if (arrivesMs <= this.#nowMs()) this.#print(title)
    this.#onItsWay = this.#onItsWay.filter(({ arrivesMs }) => arrivesMs > this.#nowMs())
  }

  /** As any printer that was stopped may, whenever it likes. */
  readOn(): void {
    for (const title of this.#unread) this.#print(title)
    // Where it would pass for the next label, nobody can tell them apart: not what these lives are for.
    if (this.#unread.length > 0) this.othersPrint()
    this.#unread = []
  }

  /** Two, so that they do not pass for one of ours. */
  othersPrint(): void {
    this.counter += 2
  }

  look(): { readonly odometer: number; readonly isIdle: boolean; readonly isJobFinished: false } | null {
    this.catchUp()
    const isHeard = this.answers && !this.isAway
    return isHeard
      ? { odometer: this.counter, isIdle: !this.isBusy && !this.isStopped, isJobFinished: false }
      : null
  }

  /** Whether anything of a label came out or still may. */
  hasOrMayPrint(title: string): boolean {
    const isInside = this.#unread.includes(title)
    return isInside || this.paper.includes(title) || this.#onItsWay.some((late) => late.title === title)
  }

  #settle(outcome: Outcome): Try | null {
    const trying = this.current
    this.current = null
    const sent = this.sent.at(-1)
    if (trying === null || sent === undefined) return null
    sent.outcome = outcome
    if (outcome === 'paper') this.#print(trying.title)
    if (outcome === 'unread') this.#unread.push(trying.title)
    // As long as bytes of a dead connection can be under way; nobody sees them before.
    if (outcome === 'late') {
      this.#onItsWay.push({ title: trying.title, arrivesMs: this.#nowMs() + LOOKS_APART_MS })
    }
    return trying
  }

  #print(title: string): void {
    this.paper.push(title)
    this.counter += 1
  }
}
