// A job as agents show it, for tests that need one.
import type { PrintJob } from '../print-job.ts'

/** A whole label that was accepted and is nowhere yet. */
export function printJobOf(changes: Partial<PrintJob> = {}): PrintJob {
  return {
    id: '7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11',
    n: 1,
    state: 'accepted',
    reasons: [],
    sender: '192.168.1.20',
    bytes: 140,
    language: 'zpl',
    destination: null,
    attempts: 0,
    acceptedAt: '2026-11-20T09:00:00.000Z',
    changedAt: '2026-11-20T09:00:01.000Z',
    ...changes,
  }
}
