// The staff log of a store API that is none: rows that a test gives it.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type {
  ListExport,
  Staff,
  StaffLogQuery,
  StaffOperation,
} from '@pharmacy-relay/shared/api/staff-history.ts'
import type { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'

type Handlers = Pick<
  EndpointHandlers<typeof storeApi>,
  'listStaffOperations' | 'listStaffs' | 'recordExport' | 'recordForeignOperations'
>

export class MemoryStaffLog {
  /** Newest first. */
  readonly rows: StaffOperation[] = []
  readonly staffs: Staff[] = []
  /** Queries of the list, as they arrived. */
  readonly queries: StaffLogQuery[] = []
  readonly exports: ListExport[] = []
  /** What the next export is refused with. */
  refuseExport: ProblemError | null = null

  handlers(): Handlers {
    return {
      listStaffOperations: async ({ query }) => {
        this.queries.push(query)
        const { page, pageSize } = query
        const start = (page - 1) * pageSize
        const items = this.rows.slice(start, start + pageSize)
        return { items, total: this.rows.length, page, pageSize }
      },
      listStaffs: async () => ({ staffs: this.staffs }),
      recordExport: async ({ body }) => {
        if (this.refuseExport !== null) throw this.refuseExport
        this.exports.push(body)
        return null
      },
      recordForeignOperations: async () => null,
    }
  }
}
