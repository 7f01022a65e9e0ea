// What the command line, the tray and the window may ask of a running agent over its control socket.
//
//   asker ── {"v":1,"id":7,"method":"status","params":null}\n ──▶ agent      one line of JSON per request
//   asker ◀── {"v":1,"id":7,"ok":true,"data":{…}}\n                          or {…,"ok":false,"code","message"}
//
// Replies come in the order of the requests. A line the agent cannot read is answered with id null.
import { z } from 'zod'
import { KeysStatus, MAX_PEERS, PeerRow, TrustPeer } from './agent-peers.ts'
import { BundlePart, LogLines, MAX_LOG_LINES, OpenedWindow, WantedBundlePart } from './agent-support.ts'
import { AgentProgram } from './agent-program.ts'
import { AgentStatus } from './agent-status.ts'
import { UpdatesStatus } from './agent-updates.ts'
import { Diagnosis } from './diagnosis.ts'
import { Instant, Uuid } from './ids.ts'
import { JobTrace, PrintJob } from './print-job.ts'
import { MAX_PRINTERS, PrinterList } from './printer.ts'
import { PairingAnswer, PairingCode } from './pairing.ts'
import { problemCodes } from './problem.ts'

export {
  AgentStatus,
  HubConnection,
  KeyStoreKind,
  LabelsStatus,
  LanguageChoice,
  LastLabel,
  MAX_PEER_ALARMS,
  PrintingStatus,
} from './agent-status.ts'

/** What this code speaks. */
export const AGENT_API_VERSION = 1
/** Longest line of a request or reply, in bytes, without its line feed. */
export const MAX_AGENT_LINE_BYTES = 65_536

/** Where a setting's value comes from; the environment wins over what is stored. */
export const SettingSource = z.enum(['environment', 'stored', 'computer', 'default', 'none'])
export type SettingSource = z.infer<typeof SettingSource>

export const SettingRow = z.strictObject({
  name: z.string(),
  /** The environment variable that overrides it. */
  variable: z.string(),
  /** As text; null when not set. */
  value: z.string().nullable(),
  source: SettingSource,
  help: z.string(),
  range: z.string(),
  /** Every value that it may have; null when it is no choice. */
  choices: z.array(z.string()).nullable().optional(),
  /** False: only the environment has it. */
  changeable: z.boolean().optional(),
  /** A change takes effect when the agent starts again. */
  restart: z.boolean(),
  /** What is wrong with the stored value, which is then not used. */
  fault: z.string().nullable(),
})
export type SettingRow = z.infer<typeof SettingRow>

/** What a change does: at once, at the next start, or nothing while the environment overrides it. */
export const SettingChange = z.strictObject({
  setting: SettingRow,
  effect: z.enum(['now', 'restart', 'overridden']),
})
export type SettingChange = z.infer<typeof SettingChange>

/** How many jobs and printers fit into a line. */
export const MAX_ROWS = MAX_PRINTERS

/** A payload is handed over in parts of this size, so that each fits into a line as Base64. */
export const MAX_UPLOAD_PART_BYTES = 45_000
const UploadPart = z.strictObject({
  upload: Uuid,
  data: z.base64().max(MAX_UPLOAD_PART_BYTES / 0.75),
  isLast: z.boolean(),
})

/** A job by its number or its id. */
const JobRef = z.string().regex(/^(?:[1-9]\d{0,14}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, {
  error: 'must be the number of a label, or its id',
})
const OneJob = z.strictObject({ job: JobRef })

/** Of a picture of a label, so that it fits into a line as Base64. */
export const MAX_PICTURE_BYTES = 45_000

/** A person pauses printing for so long at most. */
export const MAX_PAUSE_MINUTES = 480
const PauseState = z.strictObject({ pausedUntil: Instant.nullable() })

/** Every method: what it takes, what it answers. */
export const AgentApi = {
  status: { params: z.null(), reply: AgentStatus },
  getSettings: { params: z.null(), reply: z.array(SettingRow).max(200) },
  /** Value null removes the stored value. */
  setSetting: {
    params: z.strictObject({ name: z.string().min(1).max(64), value: z.string().max(4_096).nullable() }),
    reply: SettingChange,
  },
  printers: { params: z.null(), reply: PrinterList },
  /** Parts in order, each after the reply to the one before: null, and the job with the last one. */
  print: { params: UploadPart, reply: PrintJob.nullable() },
  /** Newest first. */
  jobs: { params: z.null(), reply: z.array(PrintJob).max(MAX_ROWS) },
  /** One job with every step of its way. Refused with not_found, as the four below. */
  job: { params: OneJob, reply: JobTrace },
  /**
   * What became of a label that is unknown: `printed`, or `reprint` when it did not come out, which prints it again
   * with the mark and answers with the new job. Asked again, it changes nothing. state_conflict for any other label.
   */
  answer: { params: OneJob.extend({ answer: z.enum(['printed', 'reprint']) }), reply: PrintJob },
  /** Prints a label that is held or expired. Asked again, it changes nothing. */
  release: { params: OneJob, reply: PrintJob },
  /** Nothing comes out of a label that waits or is held; state_conflict once it is being sent. */
  cancel: { params: OneJob, reply: PrintJob },
  /** Prints a label that is over once more, with the mark, as a new job. `count`: which reprint; one that exists is
   * answered and not made twice; null is the next. */
  reprint: { params: OneJob.extend({ count: z.int().min(1).max(99).nullable() }), reply: PrintJob },
  /**
   * A picture of the first label of a job, as PNG; who asked is recorded. not_supported for languages that nothing here
   * draws, state_conflict when what was on it is not kept any more, invalid, too_large, upstream_timeout. Within 9 s.
   */
  picture: { params: OneJob, reply: z.strictObject({ png: z.base64().max(MAX_PICTURE_BYTES / 0.75) }) },
  /** The computers that this one exchanges labels with; those that wait for a person first, then the PrinterComputer. */
  peers: { params: z.null(), reply: z.array(PeerRow).max(MAX_PEERS) },
  /**
   * A person compared that certificate of a peer here and says yes. Asked again, it changes nothing. not_found for a
   * computer that is not named, state_conflict when it has another certificate by now.
   */
  trustPeer: { params: TrustPeer, reply: PeerRow },
  /** The key of this computer, and the one that is to follow it. */
  keys: { params: z.null(), reply: KeysStatus },
  /** Begins to exchange this computer's key; while that is under way no other begins. */
  rotateKeys: { params: z.null(), reply: KeysStatus },
  /**
   * Pairs this computer with a pharmacy, at `hubUrl` or the hub of its settings. `again`: also when it is paired already;
   * what waits is held when it is another pharmacy, which every pharmacy at another hub is. The same code again gets the same answer. state_conflict,
   * request_refused, rate_limited, upstream_unavailable and upstream_timeout, in words. Within 10 s.
   */
  pair: {
    params: z.strictObject({
      code: PairingCode,
      again: z.boolean(),
      hubUrl: z.string().max(2_048).nullable(),
    }),
    reply: PairingAnswer,
  },
  /**
   * From now on labels are accepted and wait, for so many minutes; it ends by itself, survives a restart, and asked again it
   * begins anew. What waits has its whole time to live afterwards. state_conflict without a part in printing.
   */
  pause: {
    params: z.strictObject({ minutes: z.int().min(1).max(MAX_PAUSE_MINUTES) }),
    reply: PauseState,
  },
  /** Ends the pause. Asked again, it changes nothing. */
  resume: { params: z.null(), reply: PauseState },
  /** Sends a test label the way of every label; answered when it has left or failed, after 6 s as it then stands. */
  test: { params: z.null(), reply: PrintJob },
  /** Tests every place that a label comes by, and prints nothing. Within 8 s. */
  doctor: { params: z.null(), reply: Diagnosis },
  /** Opens the agent's pages to browsers of this computer. The link is good for one of them, for 60 s. */
  openWindow: { params: z.null(), reply: OpenedWindow },
  /** The newest lines of the agent's own log that fit. */
  logs: { params: z.strictObject({ lines: z.int().min(1).max(MAX_LOG_LINES) }), reply: LogLines },
  /** What support needs, as a text in parts, without labels, keys and names. Within 10 s; not_found once it is forgotten. */
  bundle: { params: WantedBundlePart, reply: BundlePart },
  /** What keeps this agent running, which version is kept, how updates come and what the last one did. Within 4 s. */
  program: { params: z.null(), reply: AgentProgram },
  /** What runs, what is offered, how far it has come, what went wrong. */
  updates: { params: z.null(), reply: UpdatesStatus },
  /** Looks at once, also for a version that failed here before; answered before it is fetched. state_conflict while off. */
  checkUpdates: { params: z.null(), reply: UpdatesStatus },
  /** Back to the version before; answered before this one stops. state_conflict when there is none. */
  updateBack: { params: z.null(), reply: UpdatesStatus },
  /** Answered before the agent stops. */
  stop: { params: z.null(), reply: z.null() },
} as const satisfies Readonly<Record<string, { readonly params: z.ZodType; readonly reply: z.ZodType }>>

export type AgentMethod = keyof typeof AgentApi
export type AgentParams<M extends AgentMethod> = z.output<(typeof AgentApi)[M]['params']>
export type AgentReplyData<M extends AgentMethod> = z.output<(typeof AgentApi)[M]['reply']>
/** What no page asks: programs hand labels over, the command line makes links and keys, a service stops its agent. */
const NOT_OF_WINDOW = [
  'stop',
  'print',
  'openWindow',
  'keys',
  'rotateKeys',
] as const satisfies readonly AgentMethod[]
/** What the window may ask. */
export type WindowMethod = Exclude<AgentMethod, (typeof NOT_OF_WINDOW)[number]>
export const WINDOW_METHODS = (Object.keys(AgentApi) as AgentMethod[]).filter(
  (method): method is WindowMethod => !NOT_OF_WINDOW.some((other) => other === method),
)
/** What an agent must implement: all of the methods, nothing else. */
export type AgentHandlers = {
  readonly [M in AgentMethod]: (params: AgentParams<M>) => Promise<AgentReplyData<M>>
}

export const AgentRequest = z.strictObject({
  v: z.int(),
  id: z.int().min(0),
  method: z.string().max(64),
  params: z.unknown(),
})
export type AgentRequest = z.infer<typeof AgentRequest>

const answered = { v: z.int(), id: z.int().min(0).nullable() }
export const AgentReply = z.discriminatedUnion('ok', [
  z.object({ ...answered, ok: z.literal(true), data: z.unknown() }),
  z.object({ ...answered, ok: z.literal(false), code: z.enum(problemCodes), message: z.string() }),
])
export type AgentReply = z.infer<typeof AgentReply>

/**
 * What an agent answered. A newer one may say more than is known here, as it does after an update while an icon or a page of
 * the version before asks: that is left out. Throws ZodError for everything else that does not fit.
 */
export function readAgentReply<M extends AgentMethod>(method: M, data: unknown): AgentReplyData<M> {
  const { reply } = AgentApi[method]
  const first = reply.safeParse(data)
  const known = first.success ? first.data : reply.parse(withoutUnknown(data, first.error.issues))
  return known as AgentReplyData<M>
}

function withoutUnknown(data: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy: unknown = structuredClone(data)
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const place = issue.path.reduce<unknown>((part, key) => partOf(part, key), copy)
    for (const key of issue.keys) if (isObject(place)) Reflect.deleteProperty(place, key)
  }
  return copy
}

function partOf(whole: unknown, key: PropertyKey): unknown {
  return isObject(whole) ? Reflect.get(whole, key) : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
