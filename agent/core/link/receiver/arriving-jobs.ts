// The jobs under way on one link of a receiver.
//
//   JOB → known? (duplicate, conflict) → expired? → room? (busy) → bytes → hash → accept, in the order of the JOBs → ANSWER
//
// A label that comes whole at once, as it was announced and in time, is not asked about: the spool finds out when it takes it, which
// keeps each id once. Nothing is refused before it was asked for.
//
// The bytes come while the spool is asked, so room for them is taken at once, and what has none is counted off and
// dropped, as is the rest of a job that was answered before its last byte. When the link ends, what the spool does not
// have yet is forgotten: its sender sends the same id again.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import {
  LINK_REFUSALS,
  type LinkAnswer,
  type LinkJob,
  type LinkRefusal,
  type LinkState,
} from '@pharmacy-relay/shared/job-link.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ArrivalService } from '../../spool/rules/forwarding.ts'
import { ArrivingJob, RECEIVER_TAKES } from './arriving-job.ts'
import { answerTo, answerToFault, refusal } from '../frames/link-answers.ts'
import type { LinkBudget } from './link-budget.ts'
import { LinkError, type TrustedPeer } from '../link-parts.ts'
import { RefusedForNow } from './refused-for-now.ts'

/** With those that were refused and are being counted off: a sender that keeps to our HELLO has never so many. */
const MAX_UNDER_WAY = 2 * RECEIVER_TAKES.streams

export interface ArrivingJobsParts {
  readonly peer: TrustedPeer
  readonly arrivals: ArrivalService
  readonly budget: LinkBudget
  readonly clock: Clock
  readonly logger: Logger
  /** Runs a call of the arrivals; nothing more is read while too many are under way. */
  readonly asked: <T>(call: () => Promise<T>) => Promise<T>
  readonly onAnswer: (stream: number, answer: LinkAnswer) => void
  readonly onNews: (state: LinkState) => void
}

export class ArrivingJobs {
  readonly #parts: ArrivingJobsParts
  readonly #underWay = new Map<number, ArrivingJob>()
  /** Those that are not answered and not with the spool, as their JOBs came. */
  #order: ArrivingJob[] = []
  /** With the spool at this moment, and the last news of each: it must not overtake the ANSWER. */
  readonly #withSpool = new Map<string, LinkState | null>()
  readonly #refused = new RefusedForNow()
  #place = 0
  #isTaking = true
  #isOver = false

  constructor(parts: ArrivingJobsParts) {
    this.#parts = parts
  }

  /** Nothing is with the spool. */
  get isSettled(): boolean {
    return this.#withSpool.size === 0
  }

  /** Throws LinkError protocol. */
  begin(stream: number, spec: LinkJob): void {
    if (this.#underWay.has(stream)) throw new LinkError('protocol', 'two labels on one stream')
    if (this.#underWay.size >= MAX_UNDER_WAY)
      throw new LinkError('protocol', 'more labels at once than agreed')
    this.#place += 1
    const place = this.#place
    // On a link that is new the first of all goes first.
    const goesFirst = this.#refused.came(spec.id, place) || place === 1
    const reason = this.#refusedAtOnce(spec)
    const isKept = reason === null && !this.#refused.isBehind(place) && this.#takeRoom(spec)
    const job = new ArrivingJob(stream, spec, { place, goesFirst, isKept, nowMs: this.#nowMs() })
    this.#underWay.set(stream, job)
    if (reason !== null) return this.#answer(job, refusal(spec.id, reason))
    this.#order.push(job)
    // Bytes that came with it are here then.
    queueMicrotask(() => this.#look(job))
  }

  /** Throws LinkError protocol. */
  add(stream: number, bytes: Buffer): void {
    const job = this.#underWay.get(stream)
    if (job === undefined || job.isWhole)
      throw new LinkError('protocol', 'bytes of a label that were not announced')
    const isFitting = job.add(bytes, this.#nowMs())
    if (!isFitting) this.#answer(job, refusal(job.spec.id, 'size'))
    if (!isFitting || (job.isWhole && job.isAnswered)) this.#underWay.delete(stream)
    this.#acceptInOrder()
  }

  /** Throws LinkError timeout when one of them takes too long. */
  checkProgress(): void {
    for (const job of this.#underWay.values()) job.checkProgress(this.#nowMs())
  }

  /** News of a job of this device; behind its ANSWER when that is still to come. */
  tell(state: LinkState): void {
    if (this.#withSpool.has(state.id)) this.#withSpool.set(state.id, state)
    else this.#parts.onNews(state)
  }

  /** What comes from now on is refused; what is with the spool is still answered. */
  takeNoMore(): void {
    this.#isTaking = false
  }

  /** As takeNoMore, and so is what is not with the spool yet. */
  refuseRest(): void {
    this.takeNoMore()
    for (const job of [...this.#order]) this.#answer(job, refusal(job.spec.id, 'not_ready'))
  }

  /** The link has ended. */
  forget(): void {
    this.#isOver = true
    for (const job of this.#underWay.values()) this.#drop(job)
    this.#underWay.clear()
    this.#order = []
  }

  #takeRoom(job: LinkJob): boolean {
    const { budget, peer } = this.#parts
    return budget.take(peer.deviceKey, { job, link: this })
  }

  #refusedAtOnce({ length }: LinkJob): LinkRefusal | null {
    if (length > RECEIVER_TAKES.jobBytes) return 'size'
    if (!this.#isTaking) return 'not_ready'
    return this.#underWay.size >= RECEIVER_TAKES.streams ? 'busy' : null
  }

  #look(job: ArrivingJob): void {
    if (this.#isOver || job.isAnswered || job.isAsked) return
    job.isNew = job.isWhole && job.isKept && job.isAsAnnounced() && this.#isInTime(job)
    if (job.isNew) this.#acceptInOrder()
    else void this.#judge(job)
  }

  async #judge(job: ArrivingJob): Promise<void> {
    const { arrivals, asked, peer } = this.#parts
    job.isAsked = true
    const { id, sha256 } = job.spec
    try {
      const known = await asked(async () => arrivals.known({ id, sha256, origin: peer.deviceKey }))
      if (this.#isOver) return
      const answer = known === null ? this.#refusedNow(job) : answerTo(id, known)
      if (answer === null) job.isNew = true
      else this.#answer(job, answer)
    } catch (error) {
      this.#answer(job, this.#fault(id, error))
    }
    this.#acceptInOrder()
  }

  #refusedNow(job: ArrivingJob): LinkAnswer | null {
    if (!this.#isInTime(job)) return refusal(job.spec.id, 'expired')
    return job.isKept && !this.#refused.isBehind(job.place) ? null : refusal(job.spec.id, 'busy')
  }

  #acceptInOrder(): void {
    for (let [head] = this.#order; head?.isNew === true && head.isWhole; [head] = this.#order) {
      const refused = this.#refusedNow(head)
      if (refused !== null && !head.isAsked) return this.#askAfterAll()
      this.#order.shift()
      if (!head.isAsAnnounced()) this.#answer(head, refusal(head.spec.id, 'hash'))
      else if (refused !== null) this.#answer(head, refused)
      else void this.#accept(head)
    }
  }

  /** Their time ran out behind others, or one of those was refused, and they may be known from before. */
  #askAfterAll(): void {
    for (const job of this.#order) {
      if (job.isAsked || this.#refusedNow(job) === null) continue
      job.isNew = false
      void this.#judge(job)
    }
  }

  #isInTime(job: ArrivingJob): boolean {
    return job.leftMs(this.#nowMs()) > 0
  }

  async #accept(job: ArrivingJob): Promise<void> {
    const { id } = job.spec
    this.#withSpool.set(id, null)
    const answer = await this.#handedOver(job)
    const news = this.#withSpool.get(id) ?? null
    this.#withSpool.delete(id)
    this.#answer(job, answer)
    if (news !== null) this.#parts.onNews(news)
  }

  /** The room is given back once the spool has decided, also when the link has ended meanwhile. */
  async #handedOver(job: ArrivingJob): Promise<LinkAnswer> {
    const { arrivals, asked, peer, budget } = this.#parts
    const { id, sha256, reprint, number } = job.spec
    const payload = job.payload()
    const ttlMs = job.leftMs(this.#nowMs())
    const { computerName: sender, deviceKey: origin } = peer
    const { goesFirst } = job
    const label = { id, payload, sha256, reprint, number, ttlMs, sender, origin, goesFirst }
    try {
      const arrived = await asked(async () => arrivals.accept(label))
      return answerTo(id, arrived)
    } catch (error) {
      return this.#fault(id, error)
    } finally {
      payload.fill(0)
      budget.give(peer.deviceKey, job.spec)
    }
  }

  #answer(job: ArrivingJob, answer: LinkAnswer): void {
    if (job.isAnswered || this.#isOver) return
    job.isAnswered = true
    this.#drop(job)
    this.#order = this.#order.filter((other) => other !== job)
    if (answer.outcome === 'refused' && LINK_REFUSALS[answer.reason] === 'retry')
      this.#refused.add(answer.id, job.place)
    if (job.isWhole) this.#underWay.delete(job.stream)
    this.#parts.onAnswer(job.stream, answer)
  }

  #drop(job: ArrivingJob): void {
    if (job.drop()) this.#parts.budget.give(this.#parts.peer.deviceKey, job.spec)
  }

  #fault(id: string, error: unknown): LinkAnswer {
    this.#parts.logger.warn('link.label-not-taken', { id, why: causeOf(error) })
    return answerToFault(id, error)
  }

  #nowMs(): number {
    return this.#parts.clock.monotonicMs()
  }
}
