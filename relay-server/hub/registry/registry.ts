// What the hub needs of the registry of sessions: six operations, each with one answer.
import type {
  OpenOperation,
  OpenedSession,
  PairOperation,
  Redirect,
  RegistryOperation,
  RenewedLease,
} from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { PairingAnswer } from '@pharmacy-relay/shared/pairing.ts'
import type { z } from 'zod'

type Without<Kind extends RegistryOperation['kind']> = Omit<
  Extract<RegistryOperation, { kind: Kind }>,
  'kind' | 'id'
>
export type OpenRequest = Omit<OpenOperation, 'kind' | 'id'>
export type PairRequest = Omit<PairOperation, 'kind' | 'id'>
/** `wasOpen`: the registry has answered its `open`; else it may never have heard of it. */
export type CloseRequest = Omit<Without<'close'>, 'agoMs'> & { readonly wasOpen: boolean }
export type NudgeRequest = Without<'nudge'>
export type SilentRequest = Without<'silent'>
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
  /** Answers within 8 s. A redirect opens nothing. */
  open(request: OpenRequest): Promise<OpenedSession | Redirect>
  /** Answers within 8 s; the same code from the same key again gets the same answer. */
  pair(request: PairRequest): Promise<PairingAnswer>
  /**
   * Harmless when the session is closed already or was never opened. Kept while the registry is away, up to a day for one
   * that was open, else a minute; told with how long ago it was.
   */
  close(request: CloseRequest): Promise<void>
  nudge(request: NudgeRequest): Promise<void>
  /** Two heartbeats in a row or more were not answered; `nudge` ends it. */
  silent(request: SilentRequest): Promise<void>
  report(request: ReportRequest): Promise<void>
  lease(request: LeaseRequest): Promise<Lease>
}
