// Addresses of what is done with many computers: a preview names a list with its filter and an action, and can be bookmarked.
import { z } from 'zod'
import { ComputerSearchQuery, supportProblems } from '@pharmacy-relay/shared/api/relay-support.ts'
import { bulkActions } from '@pharmacy-relay/shared/api/support/bulk-actions.ts'
import { problemAddress, searchAddress } from '../support/support-address.ts'

/** GET is the preview of a list and an action, POST to the same address starts it, field `once`. */
export const BULK_PATH = '/support/bulk'

/** Of a list by problem, or of what a search found: one of both. Unknown fields are left out. */
export const BulkQuery = z
  .object({
    action: z.enum(bulkActions),
    problem: z.enum(supportProblems).optional(),
    q: ComputerSearchQuery.shape.q,
  })
  .refine(({ problem, q }) => problem !== undefined || q !== '', {
    path: ['problem'],
    error: 'names no list',
  })
export type BulkQuery = z.infer<typeof BulkQuery>

/** The list that it is about. */
export type BulkList = Omit<BulkQuery, 'action'>

export function bulkAddress({ action, problem, q }: BulkQuery): string {
  const query = problem === undefined ? { action, q } : { action, problem }
  return `${BULK_PATH}?${new URLSearchParams(query).toString()}`
}

/** The page of the list. */
export function listAddressOf({ problem, q }: BulkList): string {
  const first = { page: 1, pageSize: 50 }
  return problem === undefined ? searchAddress({ q, ...first }) : problemAddress({ problem, ...first })
}

/** What became of it. */
export function bulkRunPath(id: string): string {
  return `${BULK_PATH}/${id}`
}

/** The same as a fragment. */
export function bulkRunTablePath(id: string): string {
  return `${bulkRunPath(id)}/table`
}
