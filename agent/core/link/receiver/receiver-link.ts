// The receiver's end of one link: HELLO first, then jobs and questions in, answers and news out.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import {
  FRAME,
  JOB_LINK_VERSION,
  LINK_LIMITS,
  LinkBye,
  LinkHello,
  LinkJob,
  type LinkPrinter,
  LinkQuery,
  type LinkState,
} from '@pharmacy-relay/shared/job-link.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ArrivalService } from '../../spool/rules/forwarding.ts'
import { RECEIVER_TAKES } from './arriving-job.ts'
import { ArrivingJobs } from './arriving-jobs.ts'
import { bodyOf, type Frame } from '../frames/frames.ts'
import type { LinkBudget } from './link-budget.ts'
import { LinkError, type ProvenStream } from '../link-parts.ts'
import { Session } from '../frames/session.ts'

/** Of one link at once: its jobs and some questions. More wait in the network. */
const MAX_ARRIVAL_CALLS = LINK_LIMITS.streams + 8
/** From our BYE to the end, for what the spool has not decided yet and for what was on its way to us. */
const LEAVING_MS = 1_000
/** After a question that the spool could not answer. */
const AFTER_FAULT_MS = 2_000

/** What this computer says of itself in its HELLO. */
export type LinkSelf = Pick<LinkHello, 'agent' | 'computerName'>

/** How the printer of this computer is, for its Clients. */
export interface PrinterForClients {
  readonly now: () => LinkPrinter
  /** Looks at it anew, within some seconds and however often it is asked. Never rejects. */
  readonly look: () => Promise<void>
}

export interface ReceiverLinkParts {
  readonly proven: ProvenStream
  readonly arrivals: ArrivalService
  readonly budget: LinkBudget
  readonly clock: Clock
  readonly logger: Logger
  readonly self: LinkSelf
  /** Left out, nothing is told of a printer. */
  readonly printer?: PrinterForClients | undefined
  /** Once. */
  readonly onEnded: (why: LinkError) => void
}

export class ReceiverLink {
  readonly #parts: ReceiverLinkParts
  readonly #session: Session
  readonly #jobs: ArrivingJobs
  #isGreeted = false
  /** Its version knows PRINTER. */
  #takesPrinter = false
  #isLooking = false
  #isLeaving: LinkError | null = null
  #isRevoked = false
  /** The other end said BYE: nothing of it is on its way any more. */
  #isLeft = false
  #arrivalCalls = 0
  #cancelTimer: Cancel = () => undefined

  constructor(parts: ReceiverLinkParts) {
    this.#parts = parts
    const { proven, arrivals, budget, clock, logger } = parts
    this.#session = new Session({
      stream: proven.stream,
      clock,
      readsOnlyWhenRead: true,
      onFrame: (frame) => this.#take(frame),
      onTick: () => this.#tick(),
      onEnded: (why) => this.#ended(why),
    })
    this.#jobs = new ArrivingJobs({
      peer: proven.peer,
      arrivals,
      budget,
      clock,
      logger,
      asked: async (call) => this.#asked(call),
      onAnswer: (stream, answer) => this.#session.send(FRAME.ANSWER, stream, answer),
      onNews: (state) => this.#session.send(FRAME.STATE, 0, state),
    })
  }

  get proven(): ProvenStream {
    return this.#parts.proven
  }

  start(): void {
    const { clock, self, printer } = this.#parts
    const hello = { version: JOB_LINK_VERSION, ...RECEIVER_TAKES, ...self }
    this.#session.start()
    this.#session.send(FRAME.HELLO, 0, { ...hello, takesPrinter: printer !== undefined })
    this.#cancelTimer = clock.after(LINK_LIMITS.helloMs, () =>
      this.#session.end(new LinkError('timeout', 'the other end did not introduce itself')),
    )
  }

  /** News of a job of this device. */
  tell(state: LinkState): void {
    if (this.#isGreeted && !this.#isRevoked) this.#jobs.tell(state)
  }

  /** How the printer is now; nothing to a Client of a version that does not know it. */
  tellPrinter(now: LinkPrinter): void {
    // Who asked would take this for the answer, which comes behind and says it as well.
    if (this.#isLooking) return
    if (this.#takesPrinter && this.#isLeaving === null && !this.#isRevoked)
      this.#session.send(FRAME.PRINTER, 0, now)
  }

  /**
   * Says good-bye, answers what is with the spool, refuses what was on its way, so that its sender is in no doubt, and ends
   * it when the other end has said good-bye too, within 1 s.
   */
  leave(bye: LinkBye): void {
    if (this.#isLeaving !== null || this.#session.isOver) return
    this.#session.send(FRAME.BYE, 0, bye)
    this.#endSoon(new LinkError('bye', `this computer ended the link (${bye.reason})`))
  }

  /** As leave, but takes nothing that is not with the spool already, and tells nothing of any label. */
  revoke(): void {
    this.#isRevoked = true
    if (this.#isLeaving === null && !this.#session.isOver) {
      this.#session.send(FRAME.BYE, 0, { reason: 'revoked', afterMs: null } satisfies LinkBye)
      this.#endSoon(new LinkError('not_pinned', 'the other computer is not trusted any more'))
    }
    this.#jobs.refuseRest()
  }

  #take(frame: Frame): void {
    const { type, stream } = frame
    if (type === FRAME.HELLO) return this.#greet(bodyOf(LinkHello, frame))
    if (!this.#isGreeted) throw new LinkError('protocol', 'the other end did not introduce itself first')
    if (type === FRAME.JOB) this.#jobs.begin(stream, bodyOf(LinkJob, frame))
    else if (type === FRAME.DATA) this.#jobs.add(stream, frame.body)
    else if (type === FRAME.QUERY) void this.#answerQuery(stream, bodyOf(LinkQuery, frame))
    else if (type === FRAME.LOOK) void this.#look()
    else if (type === FRAME.BYE) this.#hearBye(bodyOf(LinkBye, frame))
    else throw new LinkError('protocol', `a message of type ${type} from the wrong end`)
  }

  #greet({ version, agent, computerName, takesPrinter = false }: LinkHello): void {
    if (this.#isGreeted) throw new LinkError('protocol', 'the other end introduced itself twice')
    if (version !== JOB_LINK_VERSION) throw new LinkError('protocol', `version ${version} is not known here`)
    this.#isGreeted = true
    this.#cancelTimer()
    this.#parts.logger.info('link.opened', { computer: computerName, agent })
    const { printer } = this.#parts
    this.#takesPrinter = takesPrinter && printer !== undefined
    if (printer !== undefined) this.tellPrinter(printer.now())
  }

  /** One question at a time: those that come meanwhile are answered with it. */
  async #look(): Promise<void> {
    const { printer } = this.#parts
    if (printer === undefined || this.#isLooking) return
    this.#isLooking = true
    await printer.look()
    this.#isLooking = false
    this.tellPrinter(printer.now())
  }

  async #answerQuery(stream: number, { id, answer = 'other', cancel }: LinkQuery): Promise<void> {
    const { arrivals, proven, logger } = this.#parts
    if (this.#isRevoked) return
    try {
      const { deviceKey } = proven.peer
      const said = answer === 'other' ? null : answer
      const now = await this.#asked(async () =>
        cancel === undefined ? arrivals.stateOf(id, deviceKey, said) : arrivals.cancel(id, deviceKey, cancel),
      )
      this.#session.send(FRAME.STATE, stream, { ...now, id })
    } catch (error) {
      // Any answer would be a lie; the sender asks again on its next link.
      logger.warn('link.question-not-answered', { id, why: causeOf(error) })
      this.leave({ reason: 'restarting', afterMs: AFTER_FAULT_MS })
    }
  }

  #hearBye({ reason }: LinkBye): void {
    this.#isLeft = true
    if (this.#isLeaving !== null) this.#endWhenSettled()
    else this.#endSoon(new LinkError('bye', `the other computer ended the link (${reason})`))
  }

  #endSoon(why: LinkError): void {
    this.#isLeaving = why
    this.#jobs.takeNoMore()
    this.#cancelTimer()
    this.#cancelTimer = this.#parts.clock.after(LEAVING_MS, () => this.#session.close(why))
    this.#endWhenSettled()
  }

  #endWhenSettled(): void {
    const isAllHeard = this.#isLeft || !this.#isGreeted
    if (this.#isLeaving !== null && isAllHeard && this.#jobs.isSettled) this.#session.close(this.#isLeaving)
  }

  async #asked<T>(call: () => Promise<T>): Promise<T> {
    this.#arrivalCalls += 1
    if (this.#arrivalCalls >= MAX_ARRIVAL_CALLS) this.#session.hold('work')
    try {
      return await call()
    } finally {
      this.#arrivalCalls -= 1
      if (this.#arrivalCalls < MAX_ARRIVAL_CALLS) this.#session.release('work')
      // Behind what the caller answers.
      if (this.#isLeaving !== null) setImmediate(() => this.#endWhenSettled())
    }
  }

  #tick(): void {
    try {
      this.#jobs.checkProgress()
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      this.#session.end(error)
    }
  }

  #ended(why: LinkError): void {
    this.#cancelTimer()
    this.#jobs.forget()
    this.#parts.onEnded(why)
  }
}
