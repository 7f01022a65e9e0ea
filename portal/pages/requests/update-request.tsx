// The button that has a computer look for an update, and what it answers.
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { paramsOf } from '../../http/named-customer.ts'
import { Notice } from '../../views/notice.tsx'
import type { RowRequest } from './row-request.ts'
import { updateText } from './update-text.ts'

export const updateRequest: RowRequest = {
  endpoint: storeApi.CheckUpdatesAsync,
  segment: 'update',
  text: ({ updates }) => updates.ask,
  async ask(store, computer) {
    const call = { params: paramsOf(computer), query: null, body: null }
    const { answer } = await store(storeApi.CheckUpdatesAsync, call)
    return ({ t }) => (
      <Notice kind={answer.fault === null ? 'success' : 'warning'}>{updateText(answer, t)}</Notice>
    )
  },
}
