// What the hub needs of the registry of sessions: five operations, each with one answer.
import type {
  OpenOperation,
  OpenedSession,
  RegistryOperation,
  RenewedLease,
} from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { z } from 'zod'

type Without<Kind extends RegistryOperation['kind']> = Omit<
  Extract<RegistryOperation, { kind: Kind }>,
  'kind' | 'id'
>
export type OpenRequest = Omit<OpenOperation, 'kind' | 'id'>
export type CloseRequest = Without<'close'>
export type NudgeRequest = Without<'nudge'>
export type ReportRequest = Without<'report'>
/** The fields of a report that says nothing. */
export const NOTHING_NEW = { role: null, system: null, printers: null, config: null, jobs: null } as const
export type LeaseRequest = Without<'lease'>
export type Lease = z.infer<typeof RenewedLease>

/**
 * Each call throws HubError: the code of the refusal, or UNAVAILABLE when there was no answer in time (the registry may
 * have done the work). Operations of one session are done in the order of the calls.
 */
export interface Registry {
  /** Random per start of the hub, never used again. */
  readonly hubId: string
  /** Answers within 8 s. */
  open(request: OpenRequest): Promise<OpenedSession>
  /** Harmless when the session is closed already or was never opened. Tried again for up to a minute. */
  close(request: CloseRequest): Promise<void>
  nudge(request: NudgeRequest): Promise<void>
  report(request: ReportRequest): Promise<void>
  lease(request: LeaseRequest): Promise<Lease>
}
