// Asks a printer behind a label, on the label's own connection, whether it has stopped, in languages that tell nothing of the label itself.
//
// One answer that names nothing ends it: what it proves of the label is as much as without it. While the printer says that it has
// stopped, our FIN is held back, so that the label is decided when it goes on.
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { statusAdapters } from './adapters.ts'
import {
  MAX_ANSWER_BYTES,
  stopsIn,
  type ParsedAnswer,
  type PrinterReading,
  type StatusLanguage,
} from './printer-reading.ts'
import { EVERY_MS, StopHold } from './stop-hold.ts'
import type { TailTalk } from './tail-talk.ts'

type AskedLanguage = Extract<StatusLanguage, 'tspl' | 'epl'>

/** Silent for so long, it is not going to answer; the FIN need not wait. */
const SILENT_ROUNDS = 3
const LIMIT_MS = 5_000

/**
 * `asked`: what mayAsk said. Null where nothing may be asked behind this label: in ESC/POS nothing tells whether a label is whole, and
 * in one that is not the question would be data; Brother's must not stand in a job.
 */
export function stopTalkOf(
  label: { readonly language: PrintJob['language']; readonly isComplete: boolean | null },
  asked: StatusLanguage | null,
  onAnswer: (reading: Omit<PrinterReading, 'atMs'>) => void,
): StopTalk | null {
  if (asked !== label.language || label.isComplete !== true) return null
  return asked === 'tspl' || asked === 'epl' ? new StopTalk(asked, onAnswer) : null
}

export class StopTalk implements TailTalk {
  readonly everyMs = EVERY_MS
  readonly limitMs = LIMIT_MS
  readonly language: AskedLanguage
  readonly #onAnswer: (reading: Omit<PrinterReading, 'atMs'>) => void
  readonly hold = new StopHold()
  #round = Buffer.alloc(0)
  #newest: Omit<PrinterReading, 'atMs'> | null = null
  #isAsked = false
  #silentRounds = 0

  constructor(language: AskedLanguage, onAnswer: (reading: Omit<PrinterReading, 'atMs'>) => void) {
    this.language = language
    this.#onAnswer = onAnswer
  }

  next(): Uint8Array | 'wait' | 'end' {
    const isAnswered = this.#answer() !== null
    if (this.hold.isHeld()) {
      const step = this.hold.next(isAnswered)
      return step === 'ask' ? this.#question() : step
    }
    if (!this.#isAsked) return this.#question()
    this.#silentRounds += 1
    return this.#silentRounds >= SILENT_ROUNDS ? 'end' : 'wait'
  }

  hear(chunk: Uint8Array): 'more' | 'end' {
    this.#round = Buffer.concat([this.#round, chunk.subarray(0, MAX_ANSWER_BYTES - this.#round.length)])
    const answer = this.#answer()
    if (answer === null) return 'more'
    const { isWhole: _, ...told } = answer
    this.#newest = { language: this.language, ...told }
    this.hold.heard(stopsIn(this.#newest))
    this.#onAnswer(this.#newest)
    return this.hold.stops().length === 0 ? 'end' : 'more'
  }

  /** What the printer said last; null when it did not answer. */
  reading(atMs: number): PrinterReading | null {
    return this.#newest === null ? null : { ...this.#newest, atMs }
  }

  /** Its answers overtake the label, or tell nothing of it. */
  evidence(): null {
    return null
  }

  odometerAfter(): null {
    return null
  }

  #answer(): ParsedAnswer | null {
    return statusAdapters[this.language].parse(this.#round)
  }

  #question(): Uint8Array {
    this.#isAsked = true
    this.#round = Buffer.alloc(0)
    this.hold.asked()
    return statusAdapters[this.language].question
  }
}
