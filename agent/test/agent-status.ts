// What an agent says of itself in tests: installed, in a pharmacy, without a role.
import type { AgentStatus, LabelsStatus, PrintingStatus } from '../contract/agent-api.ts'

export const NO_LABELS: LabelsStatus = {
  waiting: 0,
  held: 0,
  unknown: 0,
  failed: 0,
  look: null,
  refused: null,
}

export const NO_PRINTING: PrintingStatus = {
  role: 'None',
  printerName: null,
  target: null,
  way: null,
  tcpPort: null,
  assignmentVersion: 0,
  failure: null,
  failed: null,
  printer: null,
  labels: NO_LABELS,
  lastLabel: null,
  pausedUntil: null,
}

export const AGENT_STATUS: AgentStatus = {
  agentVersion: '1.0.0',
  pid: 7,
  startedAt: '2026-11-20T09:00:00.000Z',
  installId: 'c2a8c0f6-6f0c-4ed4-9c62-8f3a4a1f2b11',
  dataFolder: '/data',
  computerName: 'COUNTER-1',
  pharmacyId: 7,
  pharmacyName: 'Central',
  hubUrl: null,
  hub: { state: 'off', why: 'Not set up yet', reasons: [] },
  printing: NO_PRINTING,
  keys: { store: 'file', fingerprint: 'e'.repeat(64) },
  language: 'system',
  hubAheadMs: null,
  peerAlarms: [],
}
