// What is read of an agent that was updated while an icon or a page of the version before went on.
import { expect, test } from 'vitest'
import { readAgentReply } from './agent-client.ts'

const printing = { role: 'None', printerName: null, target: null, tcpPort: null, printer: null }
const status = {
  agentVersion: '2.0.0',
  pid: 7,
  startedAt: '2026-11-20T09:00:00.000Z',
  dataFolder: '/data',
  installId: 'c2a8c0f6-6f0c-4ed4-9c62-8f3a4a1f2b11',
  computerName: 'COUNTER-1',
  hubUrl: null,
  pharmacyId: null,
  pharmacyName: null,
  hub: { state: 'off', why: 'not set up' },
  keys: { store: 'file', fingerprint: 'a'.repeat(64) },
  printing: {
    ...printing,
    assignmentVersion: 0,
    failure: null,
    labels: { waiting: 0, held: 0, unknown: 0, failed: 0, look: null },
  },
}

test('what a newer agent says besides is left out, wherever it stands', () => {
  const { labels } = status.printing
  const newer = {
    ...status,
    mood: 'good',
    hub: { ...status.hub, region: 'north' },
    printing: { ...status.printing, rolls: [1], labels: { ...labels, torn: 2 } },
  }
  expect(readAgentReply('status', newer)).toEqual(status)
  expect(newer.mood).toBe('good')
})

test('what is missing or of another kind is refused', () => {
  expect(() => readAgentReply('status', { ...status, mood: 'good', pid: 'seven' })).toThrow('pid')
  const { hubUrl: _hubUrl, ...without } = status
  expect(() => readAgentReply('status', without)).toThrow('hubUrl')
})
