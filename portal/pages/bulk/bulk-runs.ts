// What was previewed and started for many computers: done computer by computer after the reply, seen for an hour after.
//
// It lives in this process alone: what a portal that ends has not done yet is not done, and what it did stands in the staff log.
import { randomUUID } from 'node:crypto'
import type { BulkActionKind, BulkObstacle } from '@pharmacy-relay/shared/api/support/bulk-actions.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { BoundedMap } from '@pharmacy-relay/relay-server/auth/bounded-map.ts'
import type { DeviceRefusal } from '../../http/device-refusal.ts'
import type { BulkDone, BulkTarget } from './bulk-actions.ts'

/** A computer as the list showed it. */
export interface BulkComputer extends BulkTarget {
  readonly storeId: string
  readonly customerName: string
  /** What people call it. */
  readonly name: string
}

export type BulkResult = BulkDone | DeviceRefusal

interface BulkRow {
  readonly computer: BulkComputer
  /** Null: its turn has not come, or never came. */
  result: BulkResult | null
}

/** Who sees it, what is done, and the address of the list it came from. */
interface BulkOwned {
  readonly owner: string
  readonly kind: BulkActionKind
  readonly back: string
}

export interface BulkPreview extends BulkOwned {
  readonly touched: readonly BulkComputer[]
  readonly left: readonly (BulkComputer & { readonly obstacle: BulkObstacle })[]
  /** The list has more. */
  readonly isCut: boolean
}

export interface BulkRun extends BulkOwned {
  readonly id: string
  readonly rows: readonly BulkRow[]
  state: 'running' | 'ended' | 'stopped'
}

export interface BulkStart {
  readonly preview: BulkPreview
  readonly atOnce: number
  readonly act: (computer: BulkComputer) => Promise<BulkDone>
}

const MAX_PREVIEWS = 200
const MAX_RUNS = 200
const LIFE_MS = 3_600_000
/** Of all staff together. */
const MAX_AT_ONCE = 8
/** What may pass by itself is tried so often. */
const TRIES = 3
const MAX_WAIT_S = 10

export class BulkRuns {
  readonly #previews = new BoundedMap<BulkPreview>(MAX_PREVIEWS)
  /** The run that a preview became. */
  readonly #started = new BoundedMap<string>(MAX_RUNS)
  readonly #runs = new BoundedMap<BulkRun>(MAX_RUNS)
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Returns the value by which its form names it, good for an hour. */
  keep(preview: BulkPreview, nowMs: number): string {
    const once = randomUUID()
    this.#previews.set(once, preview, { nowMs, forMs: LIFE_MS })
    return once
  }

  /** What a form confirms; null when it is not known any more, and for everybody else. */
  previewOf(once: string, owner: string, nowMs: number): BulkPreview | null {
    const preview = this.#previews.get(once, nowMs)
    return preview?.owner === owner ? preview : null
  }

  /** The run that the form has started already; null when it has none. */
  startedBy(once: string, nowMs: number): string | null {
    return this.#started.get(once, nowMs) ?? null
  }

  /** Whether this person may start another one now. */
  isBusy(owner: string, nowMs: number): boolean {
    const running = this.#runs.values(nowMs).filter(({ state }) => state === 'running')
    return running.length >= MAX_AT_ONCE || running.some((run) => run.owner === owner)
  }

  /** Returns at once; nothing of it throws later. */
  start(once: string, given: BulkStart, nowMs: number): BulkRun {
    const { owner, kind, back, touched } = given.preview
    const rows = touched.map((computer): BulkRow => ({ computer, result: null }))
    const run: BulkRun = { id: randomUUID(), owner, kind, back, rows, state: 'running' }
    this.#runs.set(run.id, run, { nowMs, forMs: LIFE_MS })
    this.#started.set(once, run.id, { nowMs, forMs: LIFE_MS })
    void this.#work(run, given)
    return run
  }

  /** Null when it is not known any more, and for everybody else. */
  find(id: string, owner: string, nowMs: number): BulkRun | null {
    const run = this.#runs.get(id, nowMs)
    return run?.owner === owner ? run : null
  }

  async #work(run: BulkRun, { atOnce, act }: BulkStart): Promise<void> {
    const waiting = run.rows.filter(({ result }) => result === null)
    const next = async (): Promise<void> => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        if (run.state === 'stopped') return
        const result = await this.#one(act, row.computer)
        if (result === null) run.state = 'stopped'
        row.result = result
      }
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    if (run.state === 'running') run.state = 'ended'
  }

  /** Null: whoever started it is not signed in any more. */
  async #one(act: BulkStart['act'], computer: BulkComputer): Promise<BulkResult | null> {
    try {
      return await withPatience(async () => act(computer))
    } catch (error) {
      if (!(error instanceof ProblemError)) this.#logger.error('bulk.failed', error)
      return refusedBy(error)
    }
  }
}

/** Null: the session is over, or may do this no longer. */
function refusedBy(error: unknown): BulkResult | null {
  if (!(error instanceof ProblemError)) return { kind: 'problem', code: 'unavailable', reason: null }
  const { code, message, reason } = error
  if (OVER.has(code)) return null
  if (code === 'not_found') return { kind: 'left', obstacle: 'gone' }
  const said = reason === null ? message : [reason]
  return { kind: 'problem', code, reason: code === 'state_conflict' ? said : null }
}

const OVER: ReadonlySet<ProblemCode> = new Set([
  'token_missing',
  'token_invalid',
  'role_not_allowed',
  'sign_in_again',
] as const)

const PASSING: ReadonlySet<ProblemCode> = new Set(['rate_limited', 'version_stale'] as const)

/** Waits as long as a refusal says, at most MAX_WAIT_S, and tries again. */
async function withPatience(act: () => Promise<BulkDone>): Promise<BulkDone> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof ProblemError) || !PASSING.has(error.code) || tried >= TRIES) throw error
      const waitS = Math.min(error.retryAfterS ?? 0, MAX_WAIT_S)
      await new Promise((resolve) => setTimeout(resolve, waitS * 1_000))
    }
  }
}
