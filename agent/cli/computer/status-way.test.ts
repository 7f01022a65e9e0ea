// Which way labels take, as `agent status` says it.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { AgentStatus } from '../../contract/agent-api.ts'
import { expect, it } from 'vitest'
import { AGENT_STATUS, NO_PRINTING } from '../../test/agent-status.ts'
import { statusText } from './status-text.ts'

function statusWith(way: AgentStatus['printing']['way']): AgentStatus {
  const printing = { ...NO_PRINTING, role: 'Client', target: 'DISPENSARY', tcpPort: 9_100, way } as const
  return { ...AGENT_STATUS, printing }
}

const away = reason('link_unreachable', {})
const hubAway = reason('link_hub_away', {})

it.each([
  [{ path: 'lan', lanFailure: null, hubFailure: null }, 'over the local network'],
  [{ path: 'hub', lanFailure: away, hubFailure: null }, `through the hub; local network: ${away.detail}`],
  [{ path: 'other', lanFailure: null, hubFailure: null }, 'one that this version does not know'],
  [
    { path: null, lanFailure: away, hubFailure: hubAway },
    `none is open yet; local network: ${away.detail}; hub: ${hubAway.detail}. See: agent doctor`,
  ],
] as const)('%o', (way, expected) => {
  const text = statusText(statusWith(way), Date.parse(AGENT_STATUS.startedAt)).replaceAll(/\s+/g, ' ')
  expect(text).toContain(`Way ${expected} `)
})

it('a connection that only a later agent knows is said to be one', () => {
  const text = statusText({ ...AGENT_STATUS, hub: { state: 'other' } }, 0)
  expect(text).toMatch(/Connection +in a state that this version does not know/)
})

it('no Client has no way', () => {
  expect(statusText(statusWith(null), Date.parse(AGENT_STATUS.startedAt))).not.toMatch(/^Way/m)
})
