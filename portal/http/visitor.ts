// The browser that signs in, as identity counts it and lists its sessions.
import { lineOfText } from '@pharmacy-relay/shared/ids.ts'
import { readKnownDevice } from '../session/known-device.ts'
import type { Visitor } from '../session/sign-ins.ts'
import type { RequestContext } from './request-context.ts'

const AGENT_MAX = 200
const Agent = lineOfText(AGENT_MAX)

export function visitorOf({ request, clientAddress }: RequestContext): Visitor {
  const agent = Agent.safeParse((request.headers['user-agent'] ?? '').slice(0, AGENT_MAX))
  return {
    clientAddress,
    agent: agent.success ? agent.data : null,
    knownDevice: readKnownDevice(request.headers.cookie),
  }
}
