// Brings a scan to the window of its workplace, and says to the scanner whether it arrived there.
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { AccountEnds } from '../../auth/account-tokens.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { PharmacyDb } from '../database.ts'
import { inTenant } from '../tenants/tenant-transaction.queries.ts'
import { ownWorkplace, type Workplace } from './own-workplace.ts'
import {
  addScan,
  isScanThere,
  listen,
  nextScan,
  pairedWorkplace,
  scanKey,
  withdrawScan,
  workplaceKey,
} from './scans.queries.ts'
import type { Waiting } from './waiting.ts'

export interface ScanDeskParts {
  readonly db: PharmacyDb
  readonly waiting: Waiting
  readonly ends: AccountEnds
  /** Monotonic, in ms. */
  readonly nowMs: () => number
}

/** A scanner waits so long for its workplace to take a scan. */
const TAKEN_WITHIN_MS = 3_000
/** A workplace asks again at once; a request and its answer take a moment. */
const BETWEEN_MS = 3_000
/**
 * Questions that wait at the same time, half of what the gateway keeps open to one API. The others are answered at once and
 * asked again after a second.
 */
const MAX_WAITING = 64

export function scanHandlers(
  parts: ScanDeskParts,
): Pick<EndpointHandlers<typeof pharmacyApi>, 'postScan' | 'nextScan'> {
  return {
    postScan: async ({ body, caller }) => {
      const { pharmacyId, scannerId } = caller
      const id = await inTenant(parts.db, pharmacyId, async (trx) => {
        const workplace = await pairedWorkplace(trx, scannerId)
        if (workplace === null)
          throw new ProblemError('state_conflict', 'This scanner is paired with no workplace')
        if (!workplace.isListening) return null
        return addScan(trx, { pharmacyId, workplaceId: workplace.id, scannerId, text: body.scan })
      })
      if (id === null || !(await isTaken(parts, pharmacyId, id))) throw offline()
      return { taken: true }
    },
    nextScan: async (request) => {
      const workplace = await ownWorkplace(parts.db, request)
      const { after, waitMs } = request.query
      const forMs = waitMs + BETWEEN_MS
      await inTenant(parts.db, workplace.pharmacyId, (trx) =>
        listen(trx, { workplaceId: workplace.id, after, forMs }),
      )
      // An older question of this workplace is answered: one window shows a scan.
      parts.waiting.say(workplaceKey(workplace.id))
      const scan = await waitForScan(parts, workplace, { after, waitMs, caller: request.caller })
      return { scan }
    },
  }
}

const offline = (): ProblemError =>
  new ProblemError('device_offline', 'Nobody is signed in at the workplace of this scanner')

/** What is not taken in time is withdrawn, so that it is not shown later, when somebody else stands there. */
async function isTaken(
  { db, waiting, nowMs }: ScanDeskParts,
  pharmacyId: number,
  id: number,
): Promise<boolean> {
  const untilMs = nowMs() + TAKEN_WITHIN_MS
  for (;;) {
    const wait = waiting.wait(scanKey(id), Math.max(0, untilMs - nowMs()))
    const isThere = await inTenant(db, pharmacyId, (trx) => isScanThere(trx, id))
    if (!isThere) {
      wait.cancel()
      return true
    }
    await wait.over
    if (nowMs() >= untilMs) return !(await inTenant(db, pharmacyId, (trx) => withdrawScan(trx, id)))
  }
}

async function waitForScan(
  { db, waiting, ends, nowMs }: ScanDeskParts,
  { id: workplaceId, pharmacyId }: Workplace,
  { after, waitMs, caller }: { readonly after: number; readonly waitMs: number; readonly caller: Caller },
) {
  const untilMs = nowMs() + (waiting.size >= MAX_WAITING ? 0 : waitMs)
  const wait = waiting.wait(workplaceKey(workplaceId), Math.max(0, untilMs - nowMs()))
  const find = async () => inTenant(db, pharmacyId, (trx) => nextScan(trx, { workplaceId, after }))
  try {
    // What ended since the token was verified said so before this waited.
    requireSession(ends, caller)
    const there = await find()
    if (there !== null || untilMs <= nowMs()) return there
    await wait.over
  } finally {
    wait.cancel()
  }
  requireSession(ends, caller)
  return find()
}

function requireSession(ends: AccountEnds, caller: Caller): void {
  if (ends.isEnded(caller)) throw new ProblemError('token_invalid', 'The session has ended. Sign in again.')
}
