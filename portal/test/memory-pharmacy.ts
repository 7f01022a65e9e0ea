// For tests: what the panel asks of the pharmacy API, over memory.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import { smsApi, type MessageLogEntry } from '@pharmacy-relay/shared/api/pharmacy-sms.ts'

const { listMessages } = smsApi
/** What the portal asks of it. */
export const memoryPharmacyApi = { listMessages }

export class MemoryPharmacy {
  messages: MessageLogEntry[] = []

  handlers(): EndpointHandlers<typeof memoryPharmacyApi> {
    return {
      listMessages: async ({ query: { page, pageSize, state } }) => {
        const items = this.messages.filter((entry) => state === undefined || entry.state === state)
        return { items, total: items.length, page, pageSize }
      },
    }
  }
}
