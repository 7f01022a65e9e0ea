// What `agent doctor` found: the way of a label through one computer, place by place, and the place that stops labels.
//
// An agent sends codes, reasons and what they are about: texts/diagnosis-text.ts makes the sentences, for the panel
// and for the command line, in the language of whoever reads.
import { z } from 'zod'
import { DeviceRole } from './device-role.ts'
import { Instant } from './ids.ts'
import { MAX_CONDITIONS, PrinterCondition } from './printer-condition.ts'
import { Reasons } from './reasons/reason.ts'
import { growing } from './wire.ts'

/** The places, in the order in which a label comes by them, but that a withdrawn computer hears of the hub first; each stands in a diagnosis at most once. */
export const HOPS = [
  'role',
  'listener',
  'spool',
  /** Certificates of the other computers. */
  'trust',
  /** Of the PrinterComputer, and the five below, as a Client. */
  'address',
  'tcp',
  'link',
  'hub',
  'hub_path',
  /** As the PrinterComputer. */
  'firewall',
  'clients',
  /** Of a Client: the one of its PrinterComputer. */
  'printer',
  'clock',
  /** A place that a later version tests. */
  'other',
] as const
export const Hop = growing(z.enum(HOPS), 'other')
export type Hop = z.infer<typeof Hop>

/** `attention`: labels get through, but not as they should; `not_tested`: another place comes first. */
export const Verdict = growing(z.enum(['ok', 'attention', 'failed', 'not_tested']), 'attention')
export type Verdict = z.infer<typeof Verdict>

const DIAGNOSIS_CODES = [
  'role_client',
  /** The first printer is away: labels go to the standby printer. */
  'role_standby',
  'role_printer',
  'role_none',
  'role_no_target',
  'role_no_printer',
  'role_not_applied',
  'port_open',
  'port_closed',
  'port_silent',
  'spool_ok',
  'spool_slow',
  'spool_low',
  'spool_broken',
  'spool_paused',
  'trust_ok',
  'trust_unknown',
  'trust_changed',
  'trust_clients_changed',
  'address_known',
  'address_none',
  'address_foreign',
  'tcp_connected',
  'tcp_refused',
  'tcp_silent',
  'tcp_no_route',
  'link_up',
  'link_not_pinned',
  'link_not_welcome',
  'link_no_agent',
  'link_broken',
  'hub_online',
  'hub_off',
  'hub_away',
  'hub_refused',
  'hub_wants_code',
  'hub_wants_approval',
  'hub_has_copy',
  'hub_withdrawn',
  'path_up',
  'path_peer_offline',
  'path_not_passed_on',
  'firewall_open',
  'firewall_closed',
  'firewall_perhaps',
  'firewall_unknown',
  'clients_linked',
  'clients_missing',
  'clients_none',
  'printer_ready',
  'printer_there',
  'printer_remark',
  'printer_stopped',
  'printer_away',
  'printer_busy',
  'printer_paused',
  'printer_none',
  'printer_waiting',
  'printer_not_told',
  'clock_ok',
  'clock_off',
  'clock_unknown',
  'not_tested',
  /** What a later version found. */
  'other',
] as const
export const DiagnosisCode = growing(z.enum(DIAGNOSIS_CODES), 'other')
export type DiagnosisCode = z.infer<typeof DiagnosisCode>

/** The way a Client's labels take; `other`: one of a later version. */
export const LabelPath = growing(z.enum(['lan', 'hub', 'other']), 'other')

/** Longest sentence that is made of a code, in characters. */
export const MAX_DIAGNOSIS_TEXT = 300

const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u)

/** What a code is about; what it does not need is left out. */
export const DiagnosisFacts = z
  .strictObject({
    /** The other computer. */
    computer: line(64),
    printer: line(120),
    /** Addresses, names of computers, or the English of `reasons`. */
    detail: line(120),
    /** Why a part of the agent says that it is so. */
    reasons: Reasons,
    port: z.int().min(0).max(65_535),
    count: z.int().min(0).max(10_000),
    total: z.int().min(0).max(10_000),
    /** Magnitude: the clock may be ahead or behind. */
    seconds: z.int().min(0),
    ms: z.int().min(0),
    /** 10^6 bytes. */
    mb: z.int().min(0),
    conditions: z.array(PrinterCondition).max(MAX_CONDITIONS),
    /** Of the computer on which something is to be done. */
    system: growing(z.enum(['windows', 'linux', 'macos', 'unknown']), 'unknown'),
  })
  .partial()
export type DiagnosisFacts = z.infer<typeof DiagnosisFacts>

export const DiagnosedHop = z.strictObject({
  hop: Hop,
  verdict: Verdict,
  code: DiagnosisCode,
  facts: DiagnosisFacts,
  /** 0 where nothing had to be waited for. */
  tookMs: z.int().min(0).max(60_000),
})
export type DiagnosedHop = z.infer<typeof DiagnosedHop>

/** More than are known here: a later version may test more. */
const MAX_HOPS = 40

export const Diagnosis = z
  .strictObject({
    computerName: line(64),
    at: Instant,
    role: DeviceRole,
    /** The way a Client's labels take; null when there is none, and in any other role. */
    path: LabelPath.nullable(),
    hops: z.array(DiagnosedHop).min(1).max(MAX_HOPS),
    /** The first hop that stops labels; null: labels get through. */
    blocking: Hop.nullable(),
    tookMs: z.int().min(0).max(60_000),
  })
  .meta({ id: 'Diagnosis' })
export type Diagnosis = z.infer<typeof Diagnosis>
