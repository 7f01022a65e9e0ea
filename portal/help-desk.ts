// The way of a computer's words to support: from the relay hub to the store API, on the portal's own account.
import type { HelpDesk } from '@pharmacy-relay/relay-server/hub/requests/help-desk.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { UpstreamApi } from './upstream.ts'

export function helpDeskOf(store: Pick<UpstreamApi, 'asService'>): HelpDesk {
  return async (name, body) => store.asService(storeApi[name], { params: null, query: null, body } as never)
}
