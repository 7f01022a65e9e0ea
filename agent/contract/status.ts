// What an agent says of itself whenever it is asked: its connection, its role, its labels, its keys.
import { z } from 'zod'
import { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { LabelPath } from '@pharmacy-relay/shared/diagnosis.ts'
import { DeviceKey, IpAddress } from '@pharmacy-relay/shared/device.ts'
import { DeviceRole } from '@pharmacy-relay/shared/device-role.ts'
import { AnyHubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { Instant, TcpPort, Uuid } from '@pharmacy-relay/shared/ids.ts'
import { StandbyWhy } from '@pharmacy-relay/shared/labels/job-report.ts'
import { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import { LabelNumber, WireJobState } from '@pharmacy-relay/shared/print-job.ts'
import { AssignmentFailure, StandbyReturn } from '@pharmacy-relay/shared/printer-assignment.ts'
import { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { growing } from '@pharmacy-relay/shared/wire.ts'
import { LanguageChoice } from '@pharmacy-relay/shared/texts/languages.ts'

/** Why there is no connection; `why` is the English of the reasons. */
const said = { why: z.string(), reasons: Reasons.optional() }

/** The connection to the hub. */
export const HubConnection = growing(
  z.discriminatedUnion('state', [
    /** Not set up, or stopping: no try is planned. */
    z.strictObject({ state: z.literal('off'), ...said }),
    z.strictObject({ state: z.literal('connecting'), attempt: z.int().min(1), since: Instant }),
    z.strictObject({
      state: z.literal('online'),
      since: Instant,
      deviceKey: DeviceKey,
      publicIpAddress: IpAddress,
      /** As the hub measured it last; null before its first heartbeat. */
      latencyMs: z.int().min(0).nullable(),
    }),
    z.strictObject({ state: z.literal('waiting'), ...said, nextTryAt: Instant }),
    /** The hub said no and will say no again until somebody changes something; tries go on, far apart. */
    z.strictObject({
      state: z.literal('refused'),
      code: AnyHubCode,
      ...said,
      nextTryAt: Instant,
    }),
    /** One that only a later agent knows. */
    z.strictObject({ state: z.literal('other') }),
  ]),
  'other',
)
export type HubConnection = z.infer<typeof HubConnection>

/** Labels of this computer's own spool that did not leave, or of which that is not certain. */
export const LabelsStatus = z.strictObject({
  /** Go on by themselves. */
  waiting: z.int().min(0),
  /** Wait until somebody prints them anyway or cancels them. */
  held: z.int().min(0),
  /** Somebody has to say whether they came out. */
  unknown: z.int().min(0),
  /** Failed or expired within the last day. */
  failed: z.int().min(0),
  /** The one to look at first; null when all labels left. */
  look: z
    .strictObject({
      n: z.int().min(1),
      id: Uuid.optional(),
      number: LabelNumber.optional(),
      state: WireJobState,
      reasons: Reasons,
      since: Instant,
    })
    .nullable(),
  /** The disk or the spool had no room for a label, and none was taken since; of the last hour. Its sender was told. */
  refused: z.strictObject({ at: Instant, reason: Reason }).nullable(),
})
export type LabelsStatus = z.infer<typeof LabelsStatus>

/** The newest label of this computer's own spool. */
export const LastLabel = z.strictObject({
  n: z.int().min(1),
  id: Uuid.optional(),
  number: LabelNumber.optional(),
  state: WireJobState,
  /** Why it is in this state; left out by older agents. */
  reasons: Reasons.optional(),
  /** When it came into this state. */
  at: Instant,
})
export type LastLabel = z.infer<typeof LastLabel>

/** The pharmacy's standby printer, as this computer sees it. */
export const StandbyStatus = z.strictObject({
  /** At which it is. */
  computerName: z.string().max(63),
  printerName: z.string(),
  /** It is a printer of this computer. */
  isHere: z.boolean(),
  /** Its computer is reached, and its printer is not away. */
  isThere: z.boolean(),
  /** What is the matter with its printer, as far as it is known. */
  conditions: z.array(PrinterCondition),
  /** Why nothing comes out of it, as its computer says; left out by older agents. */
  reasons: Reasons.optional(),
  /** How long the first printer has to be away. */
  afterSeconds: z.int().min(1),
  returns: StandbyReturn,
  /** Since when labels of this computer go there, and why; null: they go to the first printer. */
  inUse: z.strictObject({ since: Instant, why: StandbyWhy }).nullable(),
})
export type StandbyStatus = z.infer<typeof StandbyStatus>

/** What this computer does with labels at this moment, as its newest assignment that could be applied says. */
export const PrintingStatus = z.strictObject({
  role: DeviceRole,
  printerName: z.string().nullable(),
  /** Name of the computer that labels are handed to. */
  target: z.string().nullable(),
  /** Which way labels take to it at this moment; null while it is no Client. */
  way: z
    .strictObject({
      /** Null: none is open. */
      path: LabelPath.nullable(),
      /** Why the local network, or the hub, does not work; null when it does or was not tried. */
      lanFailure: Reason.nullable(),
      hubFailure: Reason.nullable(),
    })
    .nullable(),
  /** The port that is open for labels; null when none is. */
  tcpPort: TcpPort.nullable(),
  /** The newest assignment that it holds; 0 before the first. */
  assignmentVersion: z.int().min(0),
  /** Why the newest assignment could not be applied, in English; null when it was. */
  failure: z.string().nullable(),
  /** The same as a code, with the printer and the port that the assignment wants. */
  failed: z
    .strictObject({
      code: AssignmentFailure,
      reasons: Reasons.optional(),
      printerName: z.string().nullable(),
      tcpPort: TcpPort.nullable(),
    })
    .nullable(),
  /** What the printer of this computer says of itself; null while it has none. */
  printer: z
    .strictObject({
      /** What is the matter with it; empty when nothing is known to be. */
      conditions: z.array(PrinterCondition),
      /** When it said anything last; null: it never did, or may not be asked. */
      answeredAt: Instant.nullable(),
      /** Its model prints documents, not labels; left out where nothing says so. */
      isOffice: z.literal(true).optional(),
    })
    .nullable(),
  /** What the PrinterComputer of this Client said of its printer last; null, and left out by older agents: not known. */
  printerThere: LinkPrinter.extend({ heardAt: Instant }).nullable().optional(),
  /** Null, and left out by older agents: the pharmacy has none. */
  standby: StandbyStatus.nullable().optional(),
  labels: LabelsStatus,
  /** Null before the first. */
  lastLabel: LastLabel.nullable(),
  /** Somebody here paused printing: until then labels are accepted and wait. Null: nobody did. */
  pausedUntil: Instant.nullable(),
})
export type PrintingStatus = z.infer<typeof PrintingStatus>

/** What keeps an agent's secrets: Windows' DPAPI, systemd on Linux, or the mode of a file. */
export const KeyStoreKind = growing(z.enum(['dpapi', 'systemd-creds', 'file']), 'file')
export type KeyStoreKind = z.infer<typeof KeyStoreKind>

/** So many fit into a status. */
export const MAX_PEER_ALARMS = 20

export const AgentStatus = z.strictObject({
  agentVersion: z.string(),
  pid: z.int().min(1),
  startedAt: Instant,
  installId: Uuid,
  dataFolder: z.string(),
  computerName: z.string(),
  /** The pharmacy that it was paired with; null: it was not yet, and `agent pair CODE` does it. */
  pharmacyId: z.int().nullable(),
  pharmacyName: z.string().nullable(),
  hubUrl: z.string().nullable(),
  hub: HubConnection,
  printing: PrintingStatus,
  keys: z.strictObject({
    store: KeyStoreKind,
    /** SHA-256 of this computer's certificate, 64 hexadecimal digits. */
    fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  /** The setting of this name, for tray and window. */
  language: LanguageChoice,
  /** How far the hub's clock was ahead of this computer's when it was heard last, in ms; null before that. */
  hubAheadMs: z.number().nullable(),
  /** Certificates of other computers that a person here has to compare. */
  peerAlarms: z.array(Reason).max(MAX_PEER_ALARMS),
  /** Words of support that nobody here has seen, and which are the newest; left out by older agents. */
  help: z.strictObject({ unread: z.int().min(0), newest: z.string().max(40).nullable() }).optional(),
})
export type AgentStatus = z.infer<typeof AgentStatus>
