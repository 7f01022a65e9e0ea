// What a sender has on one link: labels and questions that wait for their turn, and those that wait for their answer.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import {
  FRAME,
  LINK_LIMITS,
  type LinkAnswer,
  type LinkCancel,
  type LinkQuery,
  type LinkState,
  type PersonAnswer,
} from '@pharmacy-relay/shared/job-link.ts'
import { sentNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { ReachFailpoint } from '../../failpoints/reach-failpoint.ts'
import { frameHeader } from '../frames/frames.ts'
import { refusal } from '../frames/link-answers.ts'
import { LinkError, type SenderLink } from '../link-parts.ts'
import type { Session } from '../frames/session.ts'

/** In the local network an answer takes milliseconds; beyond this a PrinterComputer may have got another address. */
export const QUIET_MS = 1_500
/** Of a slow Wi-Fi (4 Mbit/s): a sign of life waits behind bytes that are still on their way. */
const SLOWEST_BYTES_PER_MS = 512

export type SentLabel = Parameters<SenderLink['send']>[0]

interface LabelToSend {
  readonly kind: 'label'
  readonly label: SentLabel
  /** What is left of its life is less when its turn comes. */
  readonly askedAtMs: number
  readonly onFirstByte: () => void
  readonly result: PromiseWithResolvers<LinkAnswer>
}

interface Question {
  readonly kind: 'question'
  readonly id: string
  /** What a person here says of it; null: nobody does. */
  readonly answer: PersonAnswer | null
  /** Why it is to be cancelled; null: it is not. */
  readonly cancel: LinkCancel | null
  readonly result: PromiseWithResolvers<LinkState>
}

/** On the link, by its stream. */
type UnderWay = (LabelToSend | Question) & {
  cancelTimer: Cancel
  cancelProbe: Cancel
  /** All its bytes are with the stream: the payload is not needed any more. */
  isHanded: boolean
  /** Came before the last byte. */
  early: LinkAnswer | null
  isSettled: boolean
}

export interface SendingQueueParts {
  readonly session: Session
  readonly clock: Clock
  /** Whether silence for seconds means that the other end has gone; through a hub it may mean many things. */
  readonly isQuick: boolean
  readonly failpoint: ReachFailpoint
  /** One more is settled. */
  readonly onSettled: () => void
}

export class SendingQueue {
  readonly #parts: SendingQueueParts
  #waiting: (LabelToSend | Question)[] = []
  readonly #underWay = new Map<number, UnderWay>()
  #takes: { readonly streams: number; readonly jobBytes: number } = { streams: 0, jobBytes: 0 }
  #lastStream = 0
  #bytesUnderWay = 0
  #isWriting = false
  /** Why nothing is begun any more. */
  #closed: LinkError | null = null

  constructor(parts: SendingQueueParts) {
    this.#parts = parts
  }

  get isSettled(): boolean {
    return this.#underWay.size === 0
  }

  /** What the receiver said that it takes. */
  open(takes: { readonly streams: number; readonly jobBytes: number }): void {
    this.#takes = takes
    void this.#write()
  }

  async send(label: SentLabel, onFirstByte: () => void): Promise<LinkAnswer> {
    if (label.payload.length > this.#takes.jobBytes || label.payload.length === 0)
      return refusal(label.id, 'size')
    const result = Promise.withResolvers<LinkAnswer>()
    this.#add({ kind: 'label', label, askedAtMs: this.#parts.clock.monotonicMs(), onFirstByte, result })
    return result.promise
  }

  async query(question: Pick<Question, 'id' | 'answer' | 'cancel'>): Promise<LinkState> {
    const result = Promise.withResolvers<LinkState>()
    this.#add({ kind: 'question', ...question, result })
    return result.promise
  }

  /** Throws LinkError protocol. */
  answered(stream: number, answer: LinkAnswer): void {
    const job = this.#underWay.get(stream)
    if (job?.kind !== 'label' || job.label.id !== answer.id || job.early !== null)
      throw new LinkError('protocol', 'an answer to nothing that was sent')
    // It is asked for by its id, as after a link that broke.
    if (answer.outcome === 'other')
      throw new LinkError('protocol', 'an answer that this version does not know')
    if (job.isHanded) return this.#settle(stream, job, answer)
    if (answer.outcome === 'accepted')
      throw new LinkError('protocol', 'a label was accepted before its last byte')
    // The rest is still written, or the next label would not begin where the receiver expects it.
    job.early = answer
  }

  /** Throws LinkError protocol. */
  stated(stream: number, state: LinkState): void {
    const question = this.#underWay.get(stream)
    if (question?.kind !== 'question' || question.id !== state.id)
      throw new LinkError('protocol', 'an answer to nothing that was asked')
    this.#remove(stream, question)
    question.result.resolve(state)
    this.#next()
  }

  /** What has not begun is rejected; what is under way goes on. */
  beginNoMore(why: LinkError): void {
    this.#closed ??= why
    for (const { result } of this.#waiting) result.reject(why)
    this.#waiting = []
  }

  end(why: LinkError): void {
    this.beginNoMore(why)
    for (const [stream, job] of this.#underWay) {
      this.#remove(stream, job)
      if (job.kind === 'label' && job.early !== null) job.result.resolve(job.early)
      else job.result.reject(why)
    }
  }

  #add(job: LabelToSend | Question): void {
    if (this.#closed !== null) return job.result.reject(this.#closed)
    this.#waiting.push(job)
    void this.#write()
  }

  /** One at a time, so that a large label and the next one do not mix. */
  async #write(): Promise<void> {
    if (this.#isWriting) return
    this.#isWriting = true
    for (let job = this.#nextThatFits(); job !== null; job = this.#nextThatFits()) {
      const stream = this.#freeStream()
      const begun: UnderWay = {
        ...job,
        cancelTimer: () => undefined,
        cancelProbe: () => undefined,
        isHanded: false,
        early: null,
        isSettled: false,
      }
      this.#underWay.set(stream, begun)
      this.#restartTimer(begun)
      await this.#begin(stream, begun)
    }
    this.#isWriting = false
  }

  /** Never rejects: a caller that throws where it may not ends the link. */
  async #begin(stream: number, begun: UnderWay): Promise<void> {
    try {
      if (begun.kind === 'label') await this.#writeLabel(stream, begun)
      else this.#parts.session.send(FRAME.QUERY, stream, queryOf(begun))
    } catch (error) {
      this.#parts.session.end(new LinkError('closed', 'a label could not be written', error))
    }
  }

  /** Null while the receiver has as much as it takes. A label of any length goes alone. */
  #nextThatFits(): LabelToSend | Question | null {
    const [next] = this.#waiting
    if (next === undefined || this.#underWay.size >= this.#takes.streams) return null
    const isFitting = this.#bytesUnderWay + bytesOf(next) <= LINK_LIMITS.linkBytes
    if (!isFitting) return null
    this.#waiting.shift()
    this.#bytesUnderWay += bytesOf(next)
    return next
  }

  async #writeLabel(stream: number, job: UnderWay & LabelToSend): Promise<void> {
    const { session, clock } = this.#parts
    const { id, payload, sha256, reprint, number } = job.label
    const waitedMs = clock.monotonicMs() - job.askedAtMs
    const ttlMs = Math.max(0, Math.floor(job.label.ttlMs - waitedMs))
    this.#parts.failpoint('FP3')
    job.onFirstByte()
    const head = { id, length: payload.length, sha256, ttlMs, reprint, number: sentNumber(number) }
    for (let at = 0; at < payload.length; at += LINK_LIMITS.dataBytes) {
      const piece = payload.subarray(at, at + LINK_LIMITS.dataBytes)
      const isLast = at + piece.length === payload.length
      if (at === 0) session.send(FRAME.JOB, stream, head)
      session.write(frameHeader(FRAME.DATA, stream, piece.length))
      session.write(piece, () => this.#onWritten(job, isLast))
      // Before the wait for room: a tunnel may say that there is some only after the answer has come.
      job.isHanded = isLast
      await session.room()
      if (session.isOver) return
    }
    if (job.early !== null) this.#settle(stream, job, job.early)
  }

  /** The time for an answer runs from the last byte that went. */
  #onWritten(job: UnderWay, isLast: boolean): void {
    if (isLast) this.#parts.failpoint('FP4')
    if (!job.isSettled) this.#restartTimer(job)
  }

  /** When a label is not answered the whole link is given up: ids make it safe to send all that is under way again. */
  #restartTimer(job: UnderWay): void {
    const { clock, session, isQuick } = this.#parts
    job.cancelTimer()
    job.cancelTimer = clock.after(LINK_LIMITS.answerMs, () =>
      session.end(new LinkError('timeout', 'the other computer did not answer')),
    )
    job.cancelProbe()
    if (!isQuick) return
    const patienceMs = QUIET_MS + this.#bytesUnderWay / SLOWEST_BYTES_PER_MS
    job.cancelProbe = clock.after(patienceMs, () => session.probe(patienceMs))
  }

  #settle(stream: number, job: UnderWay & LabelToSend, answer: LinkAnswer): void {
    this.#remove(stream, job)
    job.result.resolve(answer)
    this.#next()
  }

  #remove(stream: number, job: UnderWay): void {
    job.cancelTimer()
    job.cancelProbe()
    job.isSettled = true
    this.#underWay.delete(stream)
    this.#bytesUnderWay -= bytesOf(job)
  }

  #next(): void {
    this.#parts.onSettled()
    void this.#write()
  }

  #freeStream(): number {
    do this.#lastStream = (this.#lastStream % 65_535) + 1
    while (this.#underWay.has(this.#lastStream))
    return this.#lastStream
  }
}

function queryOf({ id, answer, cancel }: Question): LinkQuery {
  return { id, ...(answer === null ? {} : { answer }), ...(cancel === null ? {} : { cancel }) }
}

function bytesOf(job: LabelToSend | Question): number {
  return job.kind === 'label' ? job.label.payload.length : 0
}
