// Requests of staff that came with a trace id: the same line of the log names what was asked, and the label that came of it.
import { checkedRequest, type DeviceRequestName } from '@pharmacy-relay/shared/hub/device-requests.ts'
import { hubCodeOf, type Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { IRelayClient } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import type { LogFields, Logger } from '@pharmacy-relay/shared/logger.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { z } from 'zod'
import type { DeviceAnswers } from './device-answers.ts'

/** Answers like the request itself. Throws HubError UNKNOWN_EVENT and INVALID for what the table does not know so. */
export function tracedRequests(
  answers: DeviceAnswers,
  logger: Logger,
): Handlers<typeof IRelayClient>['AskTracedAsync'] {
  return async ({ name: asked, args: given, traceId }) => {
    const { name, args } = checkedRequest(asked, given)
    const answer = answers[name] as (...args: readonly unknown[]) => Promise<unknown>
    logger.info('relay.asked', { traceId, request: name })
    try {
      const data = await answer(...args)
      logger.info('relay.answered', { traceId, request: name, ...labelOf(name, data) })
      return data
    } catch (error) {
      logger.warn('relay.not-answered', { traceId, request: name, code: hubCodeOf(error) })
      throw error
    }
  }
}

const Label = z.object({ id: Uuid, n: z.int(), state: z.string() })

/** Its id is the same at every computer that it passes: by it the label is found in the log of the one that prints it. */
function labelOf(name: DeviceRequestName, data: unknown): LogFields {
  const label = name === 'PrintTestLabelAsync' ? Label.safeParse(data) : null
  return label?.success === true ? { job: label.data.id, n: label.data.n, state: label.data.state } : {}
}
