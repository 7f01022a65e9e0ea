// The job link, version 1: what two agents of a pharmacy say to each other inside TLS, over the LAN or through the hub.
//
//   frame: u32 length of the body · u8 type · u8 flags (0) · u16 stream, big endian, then the body
//   stream: number of a job on this link, chosen by the sender from 1; 0 is the link itself
//
//   receiver ── HELLO ──▶ sender ── HELLO ──▶ receiver      within 5 s of the handshake
//   sender ── JOB, DATA … ──▶ receiver ── ANSWER ──▶ sender  accepted = committed, duplicate = it has it already
//   sender ── QUERY ──▶ receiver ── STATE ──▶ sender         STATE also unasked, on every later change; a QUERY may carry
//                                                            what a person at the sender says of an unknown label, or that
//                                                            the sender takes a label back
//   receiver ── PRINTER ──▶ sender ── LOOK ──▶ receiver       how its printer is: after HELLO, on every change, when asked
//   PING and PONG every 10 s from both, BYE before a clean end
//
// The receiver has the printer, the sender is a Client; the sender opens the link. Nothing is resumed but by id.
import { z } from 'zod'
import { LabelMedia } from './api/pharmacy/labels.ts'
import { AgentVersion } from './device.ts'
import { Fingerprint } from './endorsement.ts'
import { lineOfText, Uuid } from './ids.ts'
import { jobStates } from './job-state.ts'
import { LETTERED_NUMBER } from './labels/label-number.ts'
import { Evidence } from './print-job.ts'
import { MAX_CONDITIONS, PrinterCondition } from './printer-condition.ts'
import { Reasons } from './reasons/reason.ts'
import { growing } from './wire.ts'

export const JOB_LINK_VERSION = 1
/** Both sides insist on it (RFC 7301). */
export const JOB_LINK_ALPN = 'label-link/1'

/** Types of frames. A frame of any other type, or with flags, ends the link before its body is kept. */
export const FRAME = {
  HELLO: 1,
  JOB: 2,
  DATA: 3,
  ANSWER: 4,
  QUERY: 5,
  STATE: 6,
  PING: 7,
  PONG: 8,
  BYE: 9,
  /** Of a receiver, and the question of a sender for it; only to an end whose HELLO has `takesPrinter`. */
  PRINTER: 10,
  LOOK: 11,
} as const
export type FrameType = (typeof FRAME)[keyof typeof FRAME]

/** Numbers of the protocol (reference: 5 MiB jobs, measured; times are those after which nothing is gained by waiting). */
export const LINK_LIMITS = {
  headerBytes: 8,
  /** Body of a DATA frame. */
  dataBytes: 32_768,
  /** Body of every other frame, JSON. */
  controlBytes: 4_096,
  jobBytes: 5 * 1_048_576,
  /** Jobs under way on one link. */
  streams: 32,
  /** Payload under way on one link, and on all links of a receiver; beyond either `busy`. */
  linkBytes: 8 * 1_048_576,
  totalBytes: 64 * 1_048_576,
  /** Links of a receiver, one a device; and handshakes that are not finished. */
  links: 64,
  handshakes: 16,
  handshakeMs: 5_000,
  /** Through the hub, on a slow line. */
  relayHandshakeMs: 10_000,
  helloMs: 5_000,
  /** From the last byte of a job, or from a QUERY, to its answer. */
  answerMs: 10_000,
  pingMs: 10_000,
  deadMs: 25_000,
  /** No label lives longer, so that no id outlives the receiver's ledger (30 days). */
  ttlMs: 24 * 3_600_000,
} as const

export const LinkHello = z.strictObject({
  version: z.int().min(1).max(1_000),
  /** What the receiver takes; the sender keeps to the smaller of both. */
  jobBytes: z.int().min(1).max(LINK_LIMITS.jobBytes),
  streams: z.int().min(1).max(LINK_LIMITS.streams),
  agent: AgentVersion,
  /** For people; who it is was proved by the certificate. */
  computerName: lineOfText(63),
  /** It knows PRINTER and LOOK. Left out by versions before them, whose link an unknown frame ends. */
  takesPrinter: z.boolean().optional(),
})
export type LinkHello = z.infer<typeof LinkHello>

export const LinkJob = z.strictObject({
  id: Uuid,
  /** Bytes of the payload. */
  length: z.int().min(1).max(1_000_000_000),
  /** Of the payload. */
  sha256: Fingerprint,
  /** Left of the label's life, by the sender's monotonic clock: the clocks of two PCs differ, so never a date. */
  ttlMs: z.int().min(0).max(LINK_LIMITS.ttlMs),
  /** Which reprint of which job; the mark is in the payload already. */
  reprint: z.strictObject({ of: Uuid, count: z.int().min(1).max(99) }).nullable(),
  /** As people say it, the same at both computers; without it the receiver gives one of its own. */
  number: z.string().regex(LETTERED_NUMBER).optional(),
})
export type LinkJob = z.infer<typeof LinkJob>

/** Why a job was not taken, and whether the same job may be sent again. */
export const LINK_REFUSALS = {
  /** Empty, longer than the receiver takes, or more bytes than announced. */
  size: 'final',
  /** The bytes are not those that were announced. */
  hash: 'final',
  /** The id is known with other bytes. */
  conflict: 'final',
  expired: 'final',
  /** Too much under way or waiting. */
  busy: 'retry',
  /** The disk did not take it. */
  storage: 'retry',
  /** Starting, stopping, or no PrinterComputer at the moment. */
  not_ready: 'retry',
} as const
export type LinkRefusal = keyof typeof LINK_REFUSALS
const linkRefusals = Object.keys(LINK_REFUSALS) as [LinkRefusal, ...LinkRefusal[]]

/**
 * What became of a job at the receiver; `not_known`: its ledger has no such id from this device; `other`: a state of a later
 * version, which is never taken for an end.
 */
export const RemoteState = z.strictObject({
  state: growing(z.enum([...jobStates, 'not_known']), 'other'),
  reasons: Reasons,
  evidence: Evidence.nullable(),
  /** A person, at either computer, said what became of it: that counts at both. Left out by earlier versions. */
  isAnswered: z.boolean().optional(),
  /** It did not come out and was printed again as this job of the same computer, whose id follows from the label. */
  reprint: Uuid.optional(),
  /** The answer that came with the question was not taken; the reasons begin with why. Or it is too late to cancel the job. */
  isRefused: z.boolean().optional(),
})
export type RemoteState = z.infer<typeof RemoteState>

/** accepted and duplicate: durable at the receiver. */
export const LinkAnswer = growing(
  z.discriminatedUnion('outcome', [
    z.strictObject({ id: Uuid, outcome: z.literal('accepted') }),
    z.strictObject({ id: Uuid, outcome: z.literal('duplicate'), now: RemoteState }),
    z.strictObject({
      id: Uuid,
      outcome: z.literal('refused'),
      /** One that is not known is tried again: a label is not given up for a word. */
      reason: growing(z.enum(linkRefusals), 'not_ready'),
      /** What lies behind it, where the receiver knows more. */
      because: Reasons,
      /** Only where the same job may be sent again. */
      retryAfterMs: z.int().min(0).max(60_000).nullable(),
    }),
    /** Of a later version: whether the job was taken is not known, and it is asked for by its id. */
    z.strictObject({ id: Uuid, outcome: z.literal('other') }),
  ]),
  'other',
)
export type LinkAnswer = z.infer<typeof LinkAnswer>

/** What a person says of a label that is unknown; `other`, of a later version, says nothing. */
export const PersonAnswer = growing(z.enum(['came_out', 'did_not_come_out', 'other']), 'other')
export type PersonAnswer = Exclude<z.infer<typeof PersonAnswer>, 'other'>

/** Why a sender takes a job back, as the reasons of these names say; one of a later version: somebody there cancelled it. */
export const LinkCancel = growing(
  z.enum(['cancelled_here', 'cancelled_by_staff', 'label_withdrawn', 'other']),
  'other',
)
export type LinkCancel = z.infer<typeof LinkCancel>

/**
 * How a job stands. With `answer`: what a person at the sender says of it, which counts only while it is unknown at the
 * receiver; the STATE is as it stands then. An earlier receiver does not hear it, and the job stays unknown there.
 * With `cancel`: it is cancelled while no byte of it left for the printer; the STATE is `cancelled` then, or says `isRefused`
 * when it is too late. An earlier receiver does not hear it: the STATE says neither.
 */
export const LinkQuery = z.strictObject({
  id: Uuid,
  answer: PersonAnswer.optional(),
  cancel: LinkCancel.optional(),
})
export type LinkQuery = z.infer<typeof LinkQuery>

/** Answer to a QUERY (its stream), or news (stream 0). */
export const LinkState = RemoteState.extend({ id: Uuid })
export type LinkState = z.infer<typeof LinkState>

/** How the receiver's printer is; nothing of any label. */
export const LinkPrinter = z.strictObject({
  /** `none`: no printer was chosen there. `unknown`: it says nothing of itself. */
  presence: growing(z.enum(['there', 'absent', 'none', 'unknown']), 'unknown'),
  /** As the printer says, worth a look or stopping. */
  conditions: z.array(PrinterCondition).max(MAX_CONDITIONS),
  /** Why labels do not come out at the moment, whatever it is; empty: nothing is known to be in their way. */
  reasons: Reasons,
  /** Labels of all computers that wait there for the printer. */
  waiting: z.int().min(0).max(1_000_000),
  /** The labels that are in it, for which Clients draw prescriptions; left out by earlier versions. */
  media: LabelMedia.optional(),
  /** What they are drawn in; left out where nothing tells, and by earlier versions. */
  language: growing(z.enum(['zpl', 'tspl', 'epl', 'escpos']), 'zpl').optional(),
})
export type LinkPrinter = z.infer<typeof LinkPrinter>

/** The receiver takes no more jobs on this link; the sender opens a new one after `afterMs`. */
export const LinkBye = z.strictObject({
  reason: growing(z.enum(['restarting', 'replaced', 'revoked', 'stopping']), 'stopping'),
  afterMs: z.int().min(0).max(600_000).nullable(),
})
export type LinkBye = z.infer<typeof LinkBye>

/** The bodies of control frames, as senders keep to them; the other frames have bytes or nothing. */
export const FRAME_BODIES: Readonly<Partial<Record<FrameType, z.ZodType>>> = {
  [FRAME.HELLO]: LinkHello,
  [FRAME.JOB]: LinkJob,
  [FRAME.ANSWER]: LinkAnswer,
  [FRAME.QUERY]: LinkQuery,
  [FRAME.STATE]: LinkState,
  [FRAME.BYE]: LinkBye,
  [FRAME.PRINTER]: LinkPrinter,
}
