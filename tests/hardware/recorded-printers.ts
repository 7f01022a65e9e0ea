// The agent's printers with a record of every conversation: what was asked and what came back, byte for byte.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Printers } from '../../agent/core/printers/printers.ts'
import { askStatus } from '../../agent/core/printers/status-query.ts'
import { writeFailure } from '../../agent/core/printers/write-outcome.ts'
import type { TailTalk } from '../../agent/core/status/tail-talk.ts'
import type { RawTalk } from './run-record.ts'

export interface RecordedPrinters {
  readonly printers: Printers
  /** The conversations since the last call that had a question, at most 20. */
  taken(): readonly RawTalk[]
}

export interface RecordedPrintersParts {
  readonly printers: Printers
  readonly clock: Clock
  /** Called when a connection for a label or a question is over, with the bytes that went into it. */
  readonly onOver: (bytes: number) => Promise<void>
}

/** More than a question with a close that does not come. */
const QUESTION_MS = 4_000
const MAX_BYTES = 1_024
const MAX_TALKS = 20

/**
 * A question goes the way of a label without bytes, which is what the back ends make of one themselves; so its answer can
 * be kept as it came. While a label is under way nothing is asked, as in the back ends.
 */
export function recordPrinters({ printers, clock, onOver }: RecordedPrintersParts): RecordedPrinters {
  const talks: Recorder[] = []
  let labelsUnderWay = 0
  const recorded = (tail: TailTalk): Recorder => {
    const recorder = new Recorder(tail)
    talks.push(recorder)
    if (talks.length > MAX_TALKS) talks.shift()
    return recorder
  }
  const ask: Printers['read'] = async (id, language) => {
    if (printers.way(id) !== 'two_way') return printers.read(id, language)
    if (labelsUnderWay > 0) return { kind: 'busy' }
    return askStatus(language, { clock, signal: new AbortController().signal }, async (talk) => {
      const payload = new Uint8Array()
      const tail = recorded(talk)
      const signal = AbortSignal.timeout(QUESTION_MS)
      const outcome = await printers.print(id, { payload, title: 'question', signal, tail })
      await onOver(tail.askedBytes())
      // Ours: the printer did not close in time.
      return !outcome.ok && outcome.code === 'stopped' ? writeFailure('close_not_seen', true) : outcome
    })
  }
  return {
    taken: () => talks.splice(0).flatMap((talk) => (talk.hasAsked() ? [talk.raw()] : [])),
    printers: {
      ...printers,
      read: ask,
      print: async (id, request) => {
        labelsUnderWay += 1
        const { payload, tail: talk } = request
        const tail = talk === undefined || talk === null ? null : recorded(talk)
        const outcome = await printers.print(id, { ...request, tail }).finally(() => (labelsUnderWay -= 1))
        await onOver(payload.length + (tail?.askedBytes() ?? 0))
        return outcome
      },
    },
  }
}

class Recorder implements TailTalk {
  readonly everyMs: number
  readonly limitMs: number
  readonly hold?: NonNullable<TailTalk['hold']>
  readonly #talk: TailTalk
  #asked = Buffer.alloc(0)
  #askedBytes = 0
  #answered = Buffer.alloc(0)

  constructor(talk: TailTalk) {
    this.#talk = talk
    this.everyMs = talk.everyMs
    this.limitMs = talk.limitMs
    if (talk.hold !== undefined) this.hold = talk.hold
  }

  next(): ReturnType<TailTalk['next']> {
    const step = this.#talk.next()
    if (typeof step !== 'string') {
      this.#asked = grown(this.#asked, step)
      this.#askedBytes += step.length
    }
    return step
  }

  hear(chunk: Uint8Array): ReturnType<TailTalk['hear']> {
    this.#answered = grown(this.#answered, chunk)
    return this.#talk.hear(chunk)
  }

  /** Also those that are not kept. */
  askedBytes(): number {
    return this.#askedBytes
  }

  hasAsked(): boolean {
    return this.#asked.length > 0
  }

  raw(): RawTalk {
    return { asked: this.#asked.toString('hex'), answered: this.#answered.toString('hex') }
  }
}

function grown(kept: Buffer<ArrayBuffer>, more: Uint8Array): Buffer<ArrayBuffer> {
  return Buffer.concat([kept, more.subarray(0, Math.max(0, MAX_BYTES - kept.length))])
}
