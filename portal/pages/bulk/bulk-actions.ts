// What can be done with many computers: the endpoint of each action, which computers it leaves alone and why, and how one is done.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { Endpoint } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { FoundComputer } from '@pharmacy-relay/shared/api/relay-support.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import {
  bulkActions,
  GONE_DAYS,
  type BulkActionKind,
  type BulkObstacle,
} from '@pharmacy-relay/shared/api/support/bulk-actions.ts'
import type { UpdateCheck } from '@pharmacy-relay/shared/update-codes.ts'
import type { StoreCall } from '../../http/staff.ts'
import { canBeAsked } from '../../views/computer-name.ts'
import type { Viewer } from '../../views/frame-props.ts'

/** As much of a computer as says whether it can be touched. */
type Judged = Pick<RelayComputer, 'presence' | 'access' | 'lastOnlineAt'> & Pick<FoundComputer, 'role'>

/** How a form names one. */
export interface BulkTarget {
  readonly customerId: number
  readonly computerId: number
}

/** What became of one computer that was touched, or why it was not. */
export type BulkDone =
  | { readonly kind: 'role' }
  | { readonly kind: 'printers'; readonly count: number }
  | { readonly kind: 'update'; readonly check: UpdateCheck }
  | { readonly kind: 'left'; readonly obstacle: BulkObstacle }

export interface BulkAction {
  /** Of one computer: who may call it may do it with many. */
  readonly endpoint: Endpoint
  /** At the same time. Changes of roles raise a version that the next one names: one after the other. */
  readonly atOnce: number
  /** Null: it is touched. `nowMs` is the server's clock. */
  readonly obstacle: (computer: Judged, nowMs: number) => BulkObstacle | null
  /** Throws ProblemError. */
  readonly act: (store: StoreCall, target: BulkTarget, nowMs: number) => Promise<BulkDone>
}

const GONE_MS = GONE_DAYS * 86_400_000
const NONE = 0
const PRINTER_COMPUTER = 1

const whenConnected = (computer: Judged): BulkObstacle | null => (canBeAsked(computer) ? null : 'offline')

/** Only who is gone: a role that is taken from a computer at work stops its labels. */
function whenGone({ role, presence, access, lastOnlineAt }: Judged, nowMs: number): BulkObstacle | null {
  if (role === NONE) return 'none'
  if (role === PRINTER_COMPUTER) return 'printer'
  if (access === 'revoked') return null
  if (presence !== 'offline') return 'connected'
  return lastOnlineAt !== null && nowMs - Date.parse(lastOnlineAt) < GONE_MS ? 'recent' : null
}

const inPath = ({ customerId, computerId }: BulkTarget) => ({
  params: { customerId: String(customerId), computerId: String(computerId) },
  query: null,
})

/** Judged once more by what it is now, since the preview may be minutes old. */
async function takeRole(store: StoreCall, target: BulkTarget, nowMs: number): Promise<BulkDone> {
  const { params, query } = inPath(target)
  const customer = await store(storeApi.getCustomer, {
    params: { customerId: params.customerId },
    query,
    body: null,
  })
  const computer = customer.computers.find(({ id }) => id === target.computerId)
  const obstacle = computer === undefined ? 'gone' : whenGone(computer, nowMs)
  if (obstacle !== null) return { kind: 'left', obstacle }
  await store(storeApi.setRole, { params, query, body: { role: NONE } }, customer.printingVersion)
  return { kind: 'role' }
}

export const BULK_ACTIONS: Readonly<Record<BulkActionKind, BulkAction>> = {
  'role-none': { endpoint: storeApi.setRole, atOnce: 1, obstacle: whenGone, act: takeRole },
  update: {
    endpoint: storeApi.CheckUpdatesAsync,
    atOnce: 16,
    obstacle: whenConnected,
    act: async (store, target) => {
      const { answer } = await store(storeApi.CheckUpdatesAsync, { ...inPath(target), body: null })
      return { kind: 'update', check: answer }
    },
  },
  printers: {
    endpoint: storeApi.ListPrintersAsync,
    atOnce: 16,
    obstacle: whenConnected,
    act: async (store, { customerId, computerId }) => {
      const params = { customerId: String(customerId) }
      const { answer } = await store(storeApi.ListPrintersAsync, {
        params,
        query: null,
        body: { computerId },
      })
      return { kind: 'printers', count: answer.length }
    },
  },
}

/** Whoever may do one of them. */
export const BULK_PURPOSE = bulkActions.map((kind) => BULK_ACTIONS[kind].endpoint)

/** What this person may do with one computer, in the order of the form. */
export function actionsFor(viewer: Viewer | null): readonly BulkActionKind[] {
  return bulkActions.filter((kind) => may(viewer, BULK_ACTIONS[kind].endpoint))
}
