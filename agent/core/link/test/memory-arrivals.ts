// Arrivals whose ledger is in memory: ids, hashes, origins, and the labels in the order in which they were accepted.
import { createHash } from 'node:crypto'
import type { LinkCancel, RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { ArrivalService, ArrivingLabel } from '../../spool/rules/forwarding.ts'

export type KeptLabel = Omit<ArrivingLabel, 'payload'> & {
  /** Of what really came. */
  readonly hashOfPayload: string
  readonly length: number
}

const STATE: RemoteState = { state: 'sending', reasons: [], evidence: null }

export class MemoryArrivals implements ArrivalService {
  readonly kept: KeptLabel[] = []
  /** Calls in their order. */
  readonly asks: string[] = []
  readonly accepts: string[] = []
  readonly cancels: LinkCancel[] = []
  /** Awaited in front of every answer. */
  beforeKnown: () => Promise<void> = async () => undefined
  beforeAccept: (label: ArrivingLabel) => Promise<void> = async () => undefined
  beforeState: () => Promise<void> = async () => undefined

  async known(label: Pick<ArrivingLabel, 'id' | 'sha256' | 'origin'>) {
    this.asks.push(label.id)
    await this.beforeKnown()
    return this.#known(label)
  }

  async accept(label: ArrivingLabel) {
    this.accepts.push(label.id)
    await this.beforeAccept(label)
    const known = this.#known(label)
    if (known !== null) return known
    const { payload, ...facts } = label
    const hashOfPayload = createHash('sha256').update(payload).digest('hex')
    this.kept.push({ ...facts, hashOfPayload, length: payload.length })
    return { outcome: 'accepted' as const }
  }

  async stateOf(id: string, origin: string): Promise<RemoteState> {
    await this.beforeState()
    const isKnown = this.kept.some((label) => label.id === id && label.origin === origin)
    return isKnown ? STATE : { ...STATE, state: 'not_known' }
  }

  /** A label of odd length waits; of any other a byte has left. */
  async cancel(id: string, origin: string, why: LinkCancel): Promise<RemoteState> {
    const its = this.kept.find((label) => label.id === id && label.origin === origin)
    if (its === undefined) return this.stateOf(id, origin)
    if (its.length % 2 === 0) return { ...STATE, isRefused: true }
    this.cancels.push(why)
    return { ...STATE, state: 'cancelled' }
  }

  #known({ id, sha256, origin }: Pick<ArrivingLabel, 'id' | 'sha256' | 'origin'>) {
    const known = this.kept.find((label) => label.id === id)
    if (known === undefined) return null
    return known.sha256 === sha256 && known.origin === origin
      ? { outcome: 'duplicate' as const, now: STATE }
      : { outcome: 'conflict' as const }
  }
}
