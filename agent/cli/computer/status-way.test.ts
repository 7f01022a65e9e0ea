// Which way labels take, as `agent status` says it.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { AgentStatus } from '../../contract/agent-api.ts'
import { expect, it } from 'vitest'
import { statusText } from './status-text.ts'

const AT = '2026-11-20T09:00:00.000Z'
const NO_LABELS = { waiting: 0, held: 0, unknown: 0, failed: 0, look: null }

function statusWith(way: AgentStatus['printing']['way']): AgentStatus {
  return {
    agentVersion: '0.1.0',
    pid: 7,
    startedAt: AT,
    dataFolder: '/tmp',
    computerName: 'COUNTER-1',
    installId: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11',
    pharmacyId: 7,
    hubUrl: null,
    pharmacyName: 'Central',
    hub: { state: 'off', why: 'Not started' },
    printing: {
      role: 'Client',
      printerName: null,
      target: 'DISPENSARY',
      tcpPort: 9_100,
      way,
      assignmentVersion: 1,
      failure: null,
      printer: null,
      labels: NO_LABELS,
    },
    keys: { store: 'file', fingerprint: 'e'.repeat(64) },
  }
}

const away = reason('link_unreachable', {})
const hubAway = reason('link_hub_away', {})

it.each([
  [{ path: 'lan', lanFailure: null, hubFailure: null }, 'over the local network'],
  [{ path: 'hub', lanFailure: away, hubFailure: null }, `through the hub; local network: ${away.detail}`],
  [
    { path: null, lanFailure: away, hubFailure: hubAway },
    `none is open yet; local network: ${away.detail}; hub: ${hubAway.detail}. See: agent doctor`,
  ],
] as const)('%o', (way, expected) => {
  const text = statusText(statusWith(way), Date.parse(AT)).replaceAll(/\s+/g, ' ')
  expect(text).toContain(`Way ${expected} `)
})

it('no Client has no way', () => {
  expect(statusText(statusWith(null), Date.parse(AT))).not.toMatch(/^Way/m)
})
