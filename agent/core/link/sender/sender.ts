// The sender's end of one link: labels and questions out in the order of the calls, answers and news in.
//
// A label is written whole before the next one begins, and no more is under way than the receiver said it takes. What
// is under way when the link ends is in doubt, not failed: the same id is sent again on the next link.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import {
  FRAME,
  JOB_LINK_VERSION,
  LINK_LIMITS,
  LinkAnswer,
  LinkBye,
  type LinkCancel,
  LinkHello,
  LinkPrinter,
  LinkState,
  type PersonAnswer,
} from '@pharmacy-relay/shared/job-link.ts'
import { noFailpoint, type ReachFailpoint } from '../../failpoints/reach-failpoint.ts'
import { RECEIVER_TAKES } from '../receiver/arriving-job.ts'
import { bodyOf, type Frame } from '../frames/frames.ts'
import { LinkError, type ProvenStream, type SenderLink } from '../link-parts.ts'
import type { LinkSelf } from '../receiver/receiver-link.ts'
import { Session } from '../frames/session.ts'
import { SendingQueue, type SentLabel } from './sending-queue.ts'

/** From close() or the receiver's BYE to the end, for answers that are still to come. */
const LEAVING_MS = 1_000
/**
 * In the local network, while nothing is under way: asked for a sign of life so often, and given so long for it. A computer that
 * hangs is to be known well within 15 s, before a label finds out.
 */
const IDLE_MS = { every: 4_000, patience: 4_000 }

export interface SenderParts {
  readonly proven: ProvenStream
  readonly clock: Clock
  readonly self: LinkSelf
  /** News of a job that was sent, on this link or an earlier one; also before `send` of it has resolved for its caller. */
  readonly onState: (state: LinkState) => void
  /** How the printer of the other computer is; also before the link is given to its caller. Left out, it is not asked. */
  readonly onPrinter?: ((printer: LinkPrinter) => void) | undefined
  /** Left out, nothing is armed. */
  readonly failpoint?: ReachFailpoint | undefined
}

/**
 * Resolves after both HELLOs. Rejects with LinkError: timeout after 5 s, not_welcome when the receiver closed instead, bye,
 * protocol, closed.
 */
export async function openSenderLink(parts: SenderParts): Promise<SenderLink> {
  return new LiveSender(parts).open()
}

class LiveSender implements SenderLink {
  readonly #parts: SenderParts
  readonly #session: Session
  readonly #queue: SendingQueue
  readonly #opened = Promise.withResolvers<SenderLink>()
  readonly #ended = Promise.withResolvers<LinkError>()
  #isUp = false
  /** The other end knows LOOK. */
  #canLook = false
  /** Who waits for the next word of the printer. */
  #looks: (() => void)[] = []
  #leaving: LinkError | null = null
  #cancelTimer: Cancel = () => undefined
  #cancelIdle: Cancel = () => undefined

  constructor(parts: SenderParts) {
    this.#parts = parts
    const { proven, clock } = parts
    this.#session = new Session({
      stream: proven.stream,
      clock,
      readsOnlyWhenRead: false,
      onFrame: (frame) => this.#take(frame),
      onTick: () => undefined,
      onEnded: (why) => this.#onEnded(why),
    })
    this.#queue = new SendingQueue({
      session: this.#session,
      clock,
      isQuick: proven.carrier === 'lan',
      failpoint: parts.failpoint ?? noFailpoint,
      onSettled: () => this.#endWhenSettled(),
    })
  }

  async open(): Promise<SenderLink> {
    this.#session.start()
    this.#cancelTimer = this.#parts.clock.after(LINK_LIMITS.helloMs, () =>
      this.#session.end(new LinkError('timeout', 'the other computer did not introduce itself')),
    )
    return this.#opened.promise
  }

  get isAlive(): boolean {
    return this.#isUp && this.#leaving === null && !this.#session.isOver
  }

  get ended(): Promise<LinkError> {
    return this.#ended.promise
  }

  async send(label: SentLabel, onFirstByte: () => void): Promise<LinkAnswer> {
    return this.#queue.send(label, onFirstByte)
  }

  async query(
    id: string,
    answer: PersonAnswer | null = null,
    cancel: LinkCancel | null = null,
  ): Promise<LinkState> {
    return this.#queue.query({ id, answer, cancel })
  }

  async look(): Promise<void> {
    if (!this.#canLook || !this.isAlive) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#looks.push(resolve)
    if (this.#looks.length === 1) this.#session.send(FRAME.LOOK, 0)
    await promise
  }

  close(): void {
    this.#leave(new LinkError('closed', 'this computer closed the link'))
  }

  #take(frame: Frame): void {
    const { type, stream } = frame
    if (type === FRAME.HELLO) return this.#greet(bodyOf(LinkHello, frame))
    if (type === FRAME.BYE) return this.#hearBye(bodyOf(LinkBye, frame))
    if (!this.#isUp) throw new LinkError('protocol', 'the other computer did not introduce itself first')
    if (type === FRAME.ANSWER) this.#queue.answered(stream, bodyOf(LinkAnswer, frame))
    else if (type === FRAME.STATE) this.#hearState(stream, bodyOf(LinkState, frame))
    else if (type === FRAME.PRINTER) this.#hearPrinter(bodyOf(LinkPrinter, frame))
    else throw new LinkError('protocol', `a message of type ${type} from the wrong end`)
  }

  #greet({ version, streams, jobBytes, takesPrinter = false }: LinkHello): void {
    if (this.#isUp) throw new LinkError('protocol', 'the other computer introduced itself twice')
    if (version !== JOB_LINK_VERSION)
      throw new LinkError(
        'protocol',
        `the other computer speaks version ${version} of the link and this one version ${JOB_LINK_VERSION}: update the older agent`,
      )
    this.#cancelTimer()
    this.#isUp = true
    const { self, onPrinter } = this.#parts
    const hello = { version: JOB_LINK_VERSION, ...RECEIVER_TAKES, ...self }
    this.#canLook = takesPrinter && onPrinter !== undefined
    this.#session.send(FRAME.HELLO, 0, { ...hello, takesPrinter: onPrinter !== undefined })
    this.#queue.open({ streams, jobBytes })
    if (this.#parts.proven.carrier === 'lan') this.#watchIdle()
    this.#opened.resolve(this)
  }

  /** While labels are under way their answers tell, and what travels before them may take longer. */
  #watchIdle(): void {
    this.#cancelIdle = this.#parts.clock.after(IDLE_MS.every, () => {
      if (this.#queue.isSettled) this.#session.probe(IDLE_MS.patience)
      this.#watchIdle()
    })
  }

  #hearState(stream: number, state: LinkState): void {
    if (stream === 0) this.#parts.onState(state)
    else this.#queue.stated(stream, state)
  }

  #hearPrinter(printer: LinkPrinter): void {
    this.#parts.onPrinter?.(printer)
    this.#lookedAt()
  }

  #lookedAt(): void {
    for (const resolve of this.#looks.splice(0)) resolve()
  }

  #hearBye({ reason, afterMs }: LinkBye): void {
    const why = new LinkError('bye', `the other computer ended the link (${reason})`)
    why.afterMs = afterMs
    this.#leave(why)
  }

  #leave(why: LinkError): void {
    if (this.#leaving !== null || this.#session.isOver) return
    this.#leaving = why
    this.#queue.beginNoMore(why)
    this.#cancelTimer()
    this.#cancelTimer = this.#parts.clock.after(LEAVING_MS, () => this.#endNow(why))
    this.#endWhenSettled()
  }

  #endWhenSettled(): void {
    if (this.#leaving !== null && this.#queue.isSettled) this.#endNow(this.#leaving)
  }

  #endNow(why: LinkError): void {
    this.#session.send(FRAME.BYE, 0, { reason: 'stopping', afterMs: null } satisfies LinkBye)
    this.#session.close(why)
  }

  #onEnded(why: LinkError): void {
    this.#cancelTimer()
    this.#cancelIdle()
    const told = this.#isUp || this.#leaving !== null ? why : notWelcome(why)
    this.#queue.end(told)
    this.#lookedAt()
    this.#opened.reject(told)
    this.#ended.resolve(told)
  }
}

/** A clean end in place of HELLO is all that a receiver says to a certificate that it does not trust. */
function notWelcome(why: LinkError): LinkError {
  if (why.code !== 'closed' || why.cause !== undefined) return why
  const text =
    'the other computer closed the link before it said anything: it does not take labels from this one (yet)'
  return new LinkError('not_welcome', text)
}
