// What the command line, the tray and the window may ask of a running agent: HTTP over its Unix socket or named pipe, and
// over loopback for the pages of `agent open`.
//
//   curl --unix-socket /var/lib/pharmacy-relay/agent.sock http://agent/v1/status
//
// Replies are JSON where nothing else is said; refusals are problem details (RFC 9457) with the codes of shared/problem.ts.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { help } from './help.ts'
import { dispensing } from './dispensing.ts'
import { labelLists } from './label-lists.ts'
import { localPrinter } from './local-printer.ts'
import { KeysStatus, MAX_PEERS, PeerRow, TrustPeer } from './peers.ts'
import { printerCertificates } from './printer-certificates.ts'
import { AgentProgram } from './program.ts'
import { SettingChange, SettingRow } from './settings.ts'
import { AgentStatus } from './status.ts'
import { OpenedWindow, support } from './support.ts'
import { UpdatesStatus } from './updates.ts'
import { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { Instant } from '@pharmacy-relay/shared/ids.ts'
import { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { PairingAnswer, PairingCode } from '@pharmacy-relay/shared/pairing.ts'

export { SettingChange, SettingRow, SettingSource } from './settings.ts'
export { AgentStatus, HubConnection, KeyStoreKind, LabelsStatus } from './status.ts'
export { USUAL_JOBS } from './label-lists.ts'
export { LastLabel, MAX_PEER_ALARMS, PrintingStatus } from './status.ts'

/** Of a label's bytes; the raw port takes as many. */
export const MAX_LABEL_BYTES = 5 * 1_048_576
export const MAX_PICTURE_BYTES = 4 * 1_048_576
/** Longest reply: as many lines of the log as may be asked for. */
export const MAX_REPLY_BYTES = 8 * 1_048_576
/** A person pauses printing for so long at most. */
export const MAX_PAUSE_MINUTES = 480
const PauseState = z.strictObject({ pausedUntil: Instant.nullable() })
const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** A job by its number, in any case, or its id. */
const NUMBER_OR_ID =
  /^(?:(?:[a-zA-Z]{1,5}-)?[1-9]\d{0,14}(?:\.[1-9]\d?)?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const JobRef = z.string().regex(NUMBER_OR_ID, {
  error: 'must be the number of a label, or its id',
})
const OneJob = z.strictObject({ job: JobRef })
/** Every operation. What each may refuse besides a faulty request stands above it. */
export const AgentApi = {
  status: endpoint({
    method: 'GET',
    path: '/v1/status',
    summary: 'connection, printing, labels',
    reply: AgentStatus,
  }),
  getSettings: endpoint({
    method: 'GET',
    path: '/v1/settings',
    summary: 'every setting',
    reply: z.array(SettingRow).max(200),
  }),
  /** Value null removes the stored value. */
  setSetting: endpoint({
    method: 'PUT',
    path: '/v1/settings/{name}',
    summary: 'store {"value": "…"}, or remove it with null',
    params: z.strictObject({ name: z.string().min(1).max(64), value: z.string().max(4_096).nullable() }),
    reply: SettingChange,
  }),
  printers: endpoint({
    method: 'GET',
    path: '/v1/printers',
    summary: 'printers of this computer',
    reply: PrinterList,
  }),
  ...printerCertificates,
  ...localPrinter,
  /** Programs hand labels over, no page does. state_conflict without a role; too_large. */
  print: endpoint({
    method: 'POST',
    path: '/v1/jobs',
    summary: "print the body, a label's bytes",
    params: z.strictObject({ payload: Bytes }),
    body: 'bytes',
    maxBodyBytes: MAX_LABEL_BYTES,
    reply: PrintJob,
    ofWindow: false,
  }),
  ...labelLists,
  ...dispensing,
  /** One job with every step of its way. not_found, as the five below. */
  job: endpoint({
    method: 'GET',
    path: '/v1/jobs/{job}',
    summary: 'one label by number or id, each step',
    params: OneJob,
    reply: JobTrace,
  }),
  /**
   * The first label of a job; who asked is recorded. not_supported for languages that nothing here draws, state_conflict
   * when what was on it is not kept any more, invalid, too_large, upstream_timeout. Within 9 s.
   */
  picture: endpoint({
    method: 'GET',
    path: '/v1/jobs/{job}/picture',
    summary: 'what is on it, image/png',
    params: OneJob,
    reply: Bytes,
    replyType: 'png',
  }),
  /** As picture: an X in the place of each letter, and no pictures. */
  maskedPicture: endpoint({
    method: 'GET',
    path: '/v1/jobs/{job}/masked-picture',
    summary: 'its layout, with nothing that is written on it, image/png',
    params: OneJob,
    reply: Bytes,
    replyType: 'png',
  }),
  /**
   * What became of a label that is unknown: `printed`, or `reprint` when it did not come out, which prints it again with
   * the mark and answers with the new job. Asked again, it changes nothing. state_conflict for any other label.
   */
  answer: endpoint({
    method: 'POST',
    path: '/v1/jobs/{job}/answer',
    summary: 'an unknown label: {"answer": "printed"} or "reprint"',
    params: OneJob.extend({ answer: z.enum(['printed', 'reprint']) }),
    reply: PrintJob,
  }),
  /** Asked again, it changes nothing. */
  release: endpoint({
    method: 'POST',
    path: '/v1/jobs/{job}/release',
    summary: 'print a held or expired label',
    params: OneJob,
    reply: PrintJob,
  }),
  /** Nothing comes out of a label that waits or is held; state_conflict once it is being sent. */
  cancel: endpoint({
    method: 'POST',
    path: '/v1/jobs/{job}/cancel',
    summary: 'drop a label that waits or is held',
    params: OneJob,
    reply: PrintJob,
  }),
  /** A label that is over, once more and with the mark, as a new job. `count`: which reprint; one that exists is answered
   * and not made twice; null is the next. */
  reprint: endpoint({
    method: 'POST',
    path: '/v1/jobs/{job}/reprint',
    summary: 'print it once more, marked as reprint',
    params: OneJob.extend({ count: z.int().min(1).max(99).nullable().default(null) }),
    reply: PrintJob,
  }),
  /** The computers that this one exchanges labels with; those that wait for a person first, then the PrinterComputer. */
  peers: endpoint({
    method: 'GET',
    path: '/v1/peers',
    summary: 'computers that labels are exchanged with',
    reply: z.array(PeerRow).max(MAX_PEERS),
  }),
  /**
   * A person compared that certificate of a peer here and says yes. Asked again, it changes nothing. not_found for a
   * computer that is not named, state_conflict when it has another certificate by now.
   */
  trustPeer: endpoint({
    method: 'POST',
    path: '/v1/peers/{deviceKey}/trust',
    summary: 'confirm its {"fingerprint": "…"}',
    params: TrustPeer,
    reply: PeerRow,
  }),
  /** The key of this computer, and the one that is to follow it. */
  keys: endpoint({
    method: 'GET',
    path: '/v1/keys',
    summary: 'the certificate of this computer',
    reply: KeysStatus,
    ofWindow: false,
  }),
  /** While an exchange is under way no other begins. */
  rotateKeys: endpoint({
    method: 'POST',
    path: '/v1/keys/rotate',
    summary: 'exchange its key for a new one',
    reply: KeysStatus,
    ofWindow: false,
  }),
  /**
   * At `hubUrl` or the hub of its settings. `again`: also when it is paired already; what waits is held when it is another
   * pharmacy, which every pharmacy at another hub is. The same code again gets the same answer. state_conflict,
   * request_refused, rate_limited, upstream_unavailable and upstream_timeout, with a sentence. Within 10 s.
   */
  pair: endpoint({
    method: 'POST',
    path: '/v1/pairing',
    summary: 'pair with {"code": "…", "hubUrl": "…", "again": false}',
    params: z.strictObject({
      code: PairingCode,
      again: z.boolean().default(false),
      hubUrl: z.string().max(2_048).nullable().default(null),
    }),
    reply: PairingAnswer,
  }),
  /**
   * From now on labels are accepted and wait, for so many minutes; it ends by itself, survives a restart, and asked again it
   * begins anew. What waits has its whole time to live afterwards. state_conflict without a role.
   */
  pause: endpoint({
    method: 'POST',
    path: '/v1/pause',
    summary: `labels wait for {"minutes": 30}, up to ${MAX_PAUSE_MINUTES}`,
    params: z.strictObject({ minutes: z.int().min(1).max(MAX_PAUSE_MINUTES) }),
    reply: PauseState,
  }),
  /** Asked again, it changes nothing. */
  resume: endpoint({ method: 'DELETE', path: '/v1/pause', summary: 'end the pause', reply: PauseState }),
  /** Labels of this computer go to the first printer again, and after its time to the standby printer if that is still away. */
  useFirst: endpoint({
    method: 'POST',
    path: '/v1/first-printer',
    summary: 'use the first printer again',
    /** `isChanged` false: it was in use. */
    reply: z.strictObject({ isChanged: z.boolean() }),
  }),
  /** The way of every label; answered when it has left or failed, after 6 s as it then stands. */
  test: endpoint({ method: 'POST', path: '/v1/test-label', summary: 'send a test label', reply: PrintJob }),
  /** Tests every place that a label comes by, and prints nothing. Within 8 s. */
  doctor: endpoint({ method: 'GET', path: '/v1/doctor', summary: 'what stops labels', reply: Diagnosis }),
  /** Opens the agent's pages to browsers of this computer. The link is good for one of them, for 60 s. */
  openWindow: endpoint({
    method: 'POST',
    path: '/v1/window',
    summary: 'a link that opens the pages once',
    reply: OpenedWindow,
    ofWindow: false,
  }),
  ...support,
  ...help,
  /** What keeps this agent running, which version is kept, how updates come and what the last one did. Within 4 s. */
  program: endpoint({
    method: 'GET',
    path: '/v1/program',
    summary: 'what keeps the agent running',
    reply: AgentProgram,
  }),
  /** What runs, what is offered, how far it has come, what went wrong. */
  updates: endpoint({
    method: 'GET',
    path: '/v1/updates',
    summary: 'how the last update went',
    reply: UpdatesStatus,
  }),
  /** Looks at once, also for a version that failed here before; answered before it is fetched. state_conflict while off. */
  checkUpdates: endpoint({
    method: 'POST',
    path: '/v1/updates/check',
    summary: 'look for an update now, and take it',
    reply: UpdatesStatus,
  }),
  /** Answered before this one stops. state_conflict when there is none before. */
  updateBack: endpoint({
    method: 'POST',
    path: '/v1/updates/back',
    summary: 'go back to the version before',
    reply: UpdatesStatus,
  }),
  /** Answered before the agent stops. A service stops its agent, no page does. */
  stop: endpoint({ method: 'POST', path: '/v1/stop', summary: 'stop the agent', ofWindow: false }),
} as const

export type AgentMethod = keyof typeof AgentApi
type Schema<M extends AgentMethod> = (typeof AgentApi)[M]['params']
/** What a handler gets. */
export type AgentParams<M extends AgentMethod> = z.output<Schema<M>>
/** What a caller gives: null where everything may be left out. */
export type AgentCall<M extends AgentMethod> =
  | z.input<Schema<M>>
  | (Record<never, never> extends z.input<Schema<M>> ? null : never)
type ReplyOf<R> = R extends z.ZodType ? z.output<R> : null
export type AgentReplyData<M extends AgentMethod> = ReplyOf<(typeof AgentApi)[M]['reply']>

/** What the window may ask. */
export type WindowMethod = {
  [M in AgentMethod]: (typeof AgentApi)[M]['ofWindow'] extends true ? M : never
}[AgentMethod]
export const agentMethods = Object.keys(AgentApi) as AgentMethod[]
export const windowMethods = agentMethods.filter(
  (method): method is WindowMethod => AgentApi[method].ofWindow,
)

/** What an agent must implement. */
export type AgentHandlers = {
  readonly [M in AgentMethod]: (params: AgentParams<M>) => Promise<AgentReplyData<M>>
}
