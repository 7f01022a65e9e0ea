// What the probes of a Client found where everything works, for tests that change one thing of it.
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { LinkErrorCode } from '../../link/link-parts.ts'
import type { DoctorFacts, TargetFound, WayFound } from '../doctor-facts.ts'

export const UP: WayFound = { kind: 'up' }
export const failed = (code: LinkErrorCode): WayFound => ({
  kind: 'failed',
  code,
  reason: reason(`link_${code}`, {}, `${code} \u0007 said`),
})
export const took = <T>(value: T) => ({ value, tookMs: 1.5 })
export const DISPENSARY: TargetFound = {
  computerName: 'DISPENSARY',
  port: 9_100,
  addresses: ['10.0.0.8', '10.0.1.8'],
  isNear: true,
  trust: 'trusted',
  knocks: took([]),
  lan: took(UP),
  hub: took(UP),
}
export const THERE: LinkPrinter = { presence: 'there', conditions: [], reasons: [], waiting: 0 }
export const DISK = { freeBytes: 80e9, flushMs: 3 }

export function facts(over: Partial<DoctorFacts> = {}): DoctorFacts {
  return {
    role: 'Client',
    system: 'linux',
    printerName: null,
    assignmentFailure: null,
    port: 9_100,
    ownListener: took(null),
    disk: took(DISK),
    hubAheadMs: 200,
    target: DISPENSARY,
    printerThere: took({ told: THERE, waiting: 0 }),
    standby: null,
    clients: [],
    hub: {
      state: 'online',
      since: '2026-11-20T09:00:00.000Z',
      deviceKey: 'd'.repeat(64),
      latencyMs: 40,
      publicIpAddress: '198.51.100.7',
    },
    firewall: 'unknown',
    printer: null,
    pausedForMs: null,
    waitedForPrinterMs: null,
    waitingHere: { count: 0, reasons: [] },
    ...over,
  }
}
