// The registry behind batches: a batch is what waited while the previous ones were under way, and heartbeats wait for others.
//
//   open, pair, close, nudge, silent, report, lease ──▶ queue ──▶ ≤ 500 operations, ≤ 4 batches in flight ──▶ send
//
// A failed batch is sent again (operations are idempotent by session id), each operation only until its own deadline.
import {
  MAX_BATCH_BYTES,
  MAX_CLOSED_AGO_MS,
  MAX_OPERATIONS,
  type OperationResult,
  type RegistryBatch,
  type RegistryBatchReply,
  type HubOperation,
  RegistryOperation,
} from '@pharmacy-relay/shared/api/relay-registry.ts'
import { HUB_CODES, HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { BatchQueue, type Waiting } from './batch-queue.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { Departure } from './departure.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import type { Registry } from './registry.ts'

/** How long an operation is worth trying, in ms. A lost nudge is replaced by the next one. */
export const DEADLINES_MS = {
  open: 8_000,
  pair: 8_000,
  close: 60_000,
  nudge: 10_000,
  silent: 10_000,
  report: 8_000,
  lease: 8_000,
} as const satisfies Record<HubOperation['kind'], number>

export interface RegistryBatchesParts {
  readonly hubId: string
  /** Sends one batch and gives the parsed answer. Must settle by itself within some 5 s; a rejection means "not known". */
  readonly send: (batch: RegistryBatch) => Promise<RegistryBatchReply>
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
}

export interface RegistryBatches extends Registry {
  /** Operations that wait for a batch. */
  queued(): number
  /** Refuses everything that still waits. Batches in flight are left to finish. */
  stop(): void
}

type ResultData = Extract<OperationResult, { ok: true }>['data']
type OperationBody = HubOperation extends infer O ? (O extends HubOperation ? Omit<O, 'id'> : never) : never

interface Entry extends Waiting {
  /** False once the caller has its answer; a result that comes later is dropped. */
  open: boolean
  readonly askedAtMs: number
  readonly done: (data: ResultData) => void
  readonly refused: (error: HubError) => void
}

const MAX_IN_FLIGHT = 4
const MAX_QUEUED_OPERATIONS = 10_000
const MAX_QUEUED_BYTES = 33_554_432
/** Brackets, hub id and commas of a full batch. */
const ENVELOPE_BYTES = 1_024
/** When who was refused because the registry is away is to come back: 200 a second of those that wait now. */
const FIRST_AWAY_MS = 5_000
const AWAY_EACH_MS = 5
const LONGEST_AWAY_MS = 60_000
/** Digits that a close grows by while it waits. */
const AGE_BYTES = 8

export function createRegistryBatches(parts: RegistryBatchesParts): RegistryBatches {
  const batches = new Batches(parts)
  const done = async (body: OperationBody, deadlineMs?: number): Promise<void> =>
    void (await batches.ask(body, ['done'], deadlineMs))
  return {
    hubId: parts.hubId,
    open: async (request) => batches.ask({ kind: 'open', ...request }, ['open', 'redirect']),
    pair: async (request) => batches.ask({ kind: 'pair', ...request }, ['pair']),
    close: async ({ wasOpen, ...request }) =>
      done({ kind: 'close', ...request, agoMs: 0 }, wasOpen ? MAX_CLOSED_AGO_MS : DEADLINES_MS.close),
    nudge: async (request) => done({ kind: 'nudge', ...request }),
    silent: async (request) => done({ kind: 'silent', ...request }),
    report: async (request) => done({ kind: 'report', ...request }),
    lease: async (request) => batches.ask({ kind: 'lease', ...request }, ['lease']),
    queued: () => batches.queued(),
    stop: () => batches.stop(),
  }
}

class Batches {
  readonly #parts: RegistryBatchesParts
  readonly #entries = new Set<Entry>()
  readonly #queue = new BatchQueue<Entry>({
    maxOperations: MAX_QUEUED_OPERATIONS,
    maxBytes: MAX_QUEUED_BYTES,
    maxBatchOperations: MAX_OPERATIONS,
    maxBatchBytes: MAX_BATCH_BYTES - ENVELOPE_BYTES,
  })
  #lastId = 0
  #inFlight = 0
  readonly #departure: Departure
  #stopped = false

  constructor(parts: RegistryBatchesParts) {
    this.#parts = parts
    const { clock, random } = parts
    this.#departure = new Departure({ clock, random, fullBatch: MAX_OPERATIONS, leave: () => this.#leave() })
  }

  queued(): number {
    return this.#queue.length
  }

  async ask<K extends ResultData['kind']>(
    body: OperationBody,
    kinds: readonly K[],
    deadlineMs: number = DEADLINES_MS[body.kind],
  ): Promise<Extract<ResultData, { kind: K }>> {
    const data = await new Promise<ResultData>((resolve, reject) =>
      this.#enter(body, { resolve, reject, deadlineMs }),
    )
    if (!isOneOf(data, kinds))
      throw new HubError('INTERNAL', `The registry answered ${body.kind} with ${data.kind}`)
    return data
  }

  stop(): void {
    this.#stopped = true
    this.#departure.stop()
    for (const entry of this.#entries) entry.refused(new HubError('UNAVAILABLE', 'The hub is stopping'))
  }

  #enter(
    body: OperationBody,
    caller: {
      readonly resolve: (data: ResultData) => void
      readonly reject: (error: HubError) => void
      readonly deadlineMs: number
    },
  ): void {
    if (this.#stopped) return caller.reject(new HubError('UNAVAILABLE', 'The hub is stopping'))
    this.#lastId += 1
    const operation: HubOperation = { ...body, id: this.#lastId }
    RegistryOperation.parse(operation)
    const settle = () => {
      entry.open = false
      cancel()
      this.#entries.delete(entry)
      this.#queue.remove(entry)
    }
    const entry: Entry = {
      operation,
      bytes: Buffer.byteLength(JSON.stringify(operation)) + 1 + AGE_BYTES,
      askedAtMs: this.#parts.clock.monotonicMs(),
      queued: false,
      open: true,
      done: (data) => {
        settle()
        caller.resolve(data)
      },
      refused: (error) => {
        settle()
        caller.reject(error)
      },
    }
    const cancel = this.#parts.clock.after(caller.deadlineMs, () =>
      entry.refused(this.#away('The platform did not answer in time')),
    )
    this.#entries.add(entry)
    if (!this.#queue.add(entry)) return entry.refused(this.#away('The platform is too busy right now'))
    this.#departure.entered(operation.kind, this.#queue.length)
  }

  /** Whoever is refused comes back soon, and the later the more are waiting: nobody is away long after the platform is back. */
  #away(message: string): HubError {
    const retryAfterMs = Math.min(LONGEST_AWAY_MS, FIRST_AWAY_MS + this.#entries.size * AWAY_EACH_MS)
    return new HubError('UNAVAILABLE', message, { retryAfterMs })
  }

  /** Answers whether something has to wait until a batch comes back. */
  #leave(): boolean {
    while (this.#inFlight < MAX_IN_FLIGHT) {
      const batch = this.#queue.take()
      if (batch.length === 0) break
      this.#inFlight += 1
      void this.#deliver(batch)
    }
    return this.#queue.length > 0
  }

  async #deliver(batch: readonly Entry[]): Promise<void> {
    const again = await this.#sendAndSettle(batch)
    this.#inFlight -= 1
    this.#queue.settle(batch, again)
    this.#departure.returned(again.length > 0)
  }

  /** Gives every caller its answer and tells which operations have to be sent again. */
  async #sendAndSettle(batch: readonly Entry[]): Promise<Entry[]> {
    try {
      const nowMs = this.#parts.clock.monotonicMs()
      const operations = batch.map((entry) => withAge(entry, nowMs))
      const reply = await this.#parts.send({ hubId: this.#parts.hubId, operations })
      const resultById = new Map(reply.results.map((result) => [result.id, result]))
      return batch.filter(
        (entry) => entry.open && !answered(entry, resultById.get(entry.operation.id), nowMs),
      )
    } catch (error) {
      this.#parts.logger.warn('registry-batch.failed', {
        operations: batch.length,
        failures: this.#departure.failuresInARow + 1,
        cause: causeOf(error),
      })
      return batch.filter((entry) => entry.open)
    }
  }
}

/** An end that waited says how long. */
function withAge({ operation, askedAtMs }: Entry, nowMs: number): HubOperation {
  if (operation.kind !== 'close') return operation
  return { ...operation, agoMs: Math.min(MAX_CLOSED_AGO_MS, Math.round(nowMs - askedAtMs)) }
}

/** False when the operation has to be sent again: no result, or a close that may succeed within the next minute. */
function answered(entry: Entry, result: OperationResult | undefined, nowMs: number): boolean {
  if (result === undefined) return false
  const { operation, askedAtMs } = entry
  const isYoung = nowMs - askedAtMs < DEADLINES_MS.close
  if (result.ok) entry.done(result.data)
  else if (operation.kind === 'close' && isYoung && HUB_CODES[result.code] === 'retry') return false
  else entry.refused(new HubError(result.code, result.message, { retryAfterMs: result.retryAfterMs }))
  return true
}

function isOneOf<K extends ResultData['kind']>(
  data: ResultData,
  kinds: readonly K[],
): data is Extract<ResultData, { kind: K }> {
  return kinds.some((kind) => kind === data.kind)
}
