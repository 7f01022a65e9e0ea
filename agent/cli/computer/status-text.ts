// The status of an agent as a person reads it.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type {
  LabelsStatus,
  AgentStatus,
  HubConnection,
  KeyStoreKind,
  PrintingStatus,
} from '../../contract/agent-api.ts'
import { agentEn } from '@pharmacy-relay/shared/texts/en/agent.ts'
import { printingEn } from '@pharmacy-relay/shared/texts/en/printing.ts'
import type { JobListName } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { NEEDS_PAIRING } from '@pharmacy-relay/shared/pairing.ts'
import { spanText } from '@pharmacy-relay/shared/texts/spans.ts'
import { CLOCK_OFF_MS, summaryOf } from '../../contract/summary.ts'
import { summaryEn } from '@pharmacy-relay/shared/texts/en/summary.ts'
import { summaryText } from '@pharmacy-relay/shared/texts/summary-text.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { JOB_STATES } from '@pharmacy-relay/shared/print-job.ts'
import { labelled } from '../text.ts'
import { standbyLine } from './standby-text.ts'

const ENGLISH = { locale: 'en-GB', summary: summaryEn, printing: printingEn }

/** `nowMs` is Unix time, for "for 3 min" and "in 12 s". */
export function statusText(status: AgentStatus, nowMs: number): string {
  return labelled([
    ['State', stateText(status)],
    ['Computer', status.computerName],
    ['Pharmacy', pharmacyText(status)],
    ['Hub', status.hubUrl ?? '(not set)'],
    ...connectionLines(status.hub, nowMs),
    ...clockLine(status),
    ...printingLines(status.printing),
    ...standbyLine(status.printing.standby ?? null),
    ...printerLine(status.printing.printer, nowMs),
    ...thereLine(status.printing, nowMs),
    ...labelLines(status.printing.labels, nowMs),
    ['Version', status.agentVersion],
    ['Running', `process ${status.pid}, for ${duration(nowMs - Date.parse(status.startedAt))}`],
    ['Data folder', status.dataFolder],
    ['Keys', KEYS_TEXTS[status.keys.store]],
    ['Certificate', status.keys.fingerprint],
    ...status.peerAlarms.map(({ detail }) => ['Attention', detail] as const),
  ])
}

/** What the icon near the clock says. */
function stateText(status: AgentStatus): string {
  const { level, text } = summaryText(summaryOf(status), ENGLISH)
  return `${level}. ${text}`
}

function pharmacyText({ pharmacyId, pharmacyName, hub }: AgentStatus): string {
  if (pharmacyId === null) return '(not paired)'
  const isWaiting = hub.state === 'refused' && hub.code === 'NOT_APPROVED'
  return `${pharmacyName ?? ''} (${pharmacyId}), ${isWaiting ? 'waiting for approval' : 'paired'}`
}

/** Nothing while it is right. */
function clockLine({ hubAheadMs }: AgentStatus): (readonly [string, string])[] {
  const offMs = Math.abs(hubAheadMs ?? 0)
  if (offMs <= CLOCK_OFF_MS) return []
  const off = spanText(Math.round(offMs / 1_000), 'en')
  return [['Clock', `wrong by ${off}: set date and time of this computer, or let the system set them`]]
}

/** What this computer does with labels, and what is wrong with what it was assigned. */
function printingLines(printing: PrintingStatus): (readonly [string, string])[] {
  const { tcpPort, assignmentVersion, failure } = printing
  const assigned = assignmentVersion === 0 ? 'none yet' : `version ${assignmentVersion}`
  return [
    ['Printing', printingText(printing)],
    ...pauseLine(printing),
    ...wayLine(printing),
    ...(tcpPort === null ? [] : [['Labels', `are taken on port ${tcpPort}`] as const]),
    ['Assignment', failure === null ? assigned : `${assigned}, not applied: ${failure}`],
  ]
}

function pauseLine({ pausedUntil }: PrintingStatus): (readonly [string, string])[] {
  return pausedUntil === null ? [] : [['Paused', pausedText(pausedUntil).trimEnd()]]
}

/** `until` null: printing is not paused. */
export function pausedText(until: string | null): string {
  return until === null
    ? 'Printing goes on.\n'
    : `Until ${localTime(until)} labels are taken and wait. To go on before: agent resume\n`
}

/** Which way labels take to the PrinterComputer, and why not the short one. */
function wayLine({ way, target }: PrintingStatus): (readonly [string, string])[] {
  if (way === null || target === null) return []
  const { path, lanFailure, hubFailure } = way
  if (path === 'lan') return [['Way', 'over the local network']]
  const why = lanFailure === null ? '' : `; local network: ${lanFailure.detail}`
  if (path === 'hub') return [['Way', `through the hub${why}`]]
  if (path === 'other') return [['Way', 'one that this version does not know']]
  const parts = `none is open yet${why}${hubFailure === null ? '' : `; hub: ${hubFailure.detail}`}`
  return [['Way', `${parts}. See: agent doctor`]]
}

/** What the printer says of itself; nothing where nobody may ask it. */
function printerLine(printer: PrintingStatus['printer'], nowMs: number): (readonly [string, string])[] {
  if (printer === null) return []
  const { conditions, answeredAt } = printer
  const parts = conditions.map((condition) => printingEn.conditions[condition])
  if (answeredAt === null) return parts.length === 0 ? [] : [['Printer', parts.join(' ')]]
  const since = `It answered ${duration(nowMs - Date.parse(answeredAt))} ago.`
  return [['Printer', [...(parts.length === 0 ? ['Reports nothing wrong.'] : parts), since].join(' ')]]
}

/** What the computer with the printer says of it; nothing where it says nothing, as agents before this one. */
function thereLine(
  { printerThere = null, target }: PrintingStatus,
  nowMs: number,
): (readonly [string, string])[] {
  if (printerThere === null || target === null) return []
  const { conditions, reasons, heardAt } = printerThere
  const why =
    reasons.length > 0 ? reasonDetail([reason('at_computer', { computer: target }), ...reasons]) : ''
  const remarks = conditions.map((condition) => printingEn.conditions[condition]).join(' ')
  const said = why === '' ? `${target}: ${remarks === '' ? 'nothing wrong is known' : remarks}` : why
  const since = `It said so ${duration(nowMs - Date.parse(heardAt))} ago.`
  return [['Printer', `${said.replace(/\.$/, '')}. ${since}`]]
}

/** What did not leave, and why; nothing while all labels did. */
function labelLines(labels: LabelsStatus, nowMs: number): (readonly [string, string])[] {
  const { waiting, held, unknown, failed, look } = labels
  const refused = refusedLine(labels)
  const counts = [
    [waiting, 'waiting'],
    [held, 'held'],
    [unknown, 'unknown: please check'],
    [failed, 'failed or expired today'],
  ] as const
  const parts = counts.filter(([count]) => count > 0).map(([count, state]) => `${count} ${state}`)
  if (parts.length === 0) return refused
  const notLeft = [['Not left', parts.join(', ')] as const, ['Which', whichText(labels)] as const]
  if (look === null) return [...refused, ...notLeft]
  const since = duration(nowMs - Date.parse(look.since))
  const first = `label ${labelNumber(look)} is ${JOB_STATES[look.state]} for ${since}: ${reasonDetail(look.reasons)}`
  const seeIt = `${first.replace(/\.$/, '')}. See: agent job ${labelNumber(look)}`
  return [...refused, ...notLeft, ['Look at', seeIt]]
}

/** The commands that list exactly these. */
function whichText({ unknown, held, failed, waiting }: LabelsStatus): string {
  const lists: JobListName[] = [
    ...(unknown + held > 0 ? (['asks'] as const) : []),
    ...(failed > 0 ? (['not-out'] as const) : []),
    ...(waiting > 0 ? (['waits'] as const) : []),
  ]
  return lists.map((list) => `agent jobs --only ${list}`).join(', ')
}

/** A label that found no room. */
function refusedLine({ refused }: LabelsStatus): (readonly [string, string])[] {
  if (refused === null) return []
  return [['Not taken', `a label at ${localTime(refused.at)}: ${refused.reason.detail}`]]
}

function printingText({ role, printerName, target }: PrintingStatus): string {
  switch (role) {
    case 'None':
      return 'no part in it: the support team gives this computer a role in the panel'
    case 'Server':
      return `PrinterComputer, prints on ${printerName ?? 'no printer'}`
    case 'Client':
      return `Client, ${target === null ? 'but no other computer has a printer' : `hands labels to ${target}`}`
    default:
      return role satisfies never
  }
}

const KEYS_TEXTS: Readonly<Record<KeyStoreKind, string>> = {
  dpapi: "sealed by Windows for this service's account",
  'systemd-creds': 'sealed by systemd for this computer',
  file: 'in a file that only this user can read',
}

function connectionLines(hub: HubConnection, nowMs: number): (readonly [string, string])[] {
  switch (hub.state) {
    case 'off':
      return [['Connection', `off. ${hub.why}`]]
    case 'connecting':
      return [['Connection', `connecting, try ${hub.attempt}`]]
    case 'online':
      return [
        [
          'Connection',
          `online since ${localTime(hub.since)}, for ${duration(nowMs - Date.parse(hub.since))}`,
        ],
        ['Device key', `${hub.deviceKey.slice(0, 12)}…`],
        ['Latency', hub.latencyMs === null ? 'not measured yet' : `${hub.latencyMs} ms`],
      ]
    case 'waiting':
      return [
        ['Connection', `not connected, next try ${inTime(hub.nextTryAt, nowMs)}`],
        ['Reason', hub.why],
      ]
    case 'refused':
      return [
        ['Connection', `refused by the hub (${hub.code}), next try ${inTime(hub.nextTryAt, nowMs)}`],
        ['Reason', hub.why],
        ...adviceLine(hub.code),
      ]
    case 'other':
      return [['Connection', 'in a state that this version does not know']]
    default:
      return hub satisfies never
  }
}

/** What somebody can do about it; nothing where the hub's own words say it. */
function adviceLine(code: HubCode): (readonly [string, string])[] {
  if (code === 'NOT_APPROVED') return [['To do', agentEn.waiting]]
  return NEEDS_PAIRING.has(code) ? [['To do', agentEn.pairAgain]] : []
}

function inTime(at: string, nowMs: number): string {
  return `in ${duration(Math.max(0, Date.parse(at) - nowMs))}`
}

/** `8 s`, `3 min`, `5 h`, `12 d`: one unit is enough to judge by. */
function duration(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1_000))
  if (s < 120) return `${s} s`
  if (s < 7_200) return `${Math.round(s / 60)} min`
  return s < 172_800 ? `${Math.round(s / 3_600)} h` : `${Math.round(s / 86_400)} d`
}

function localTime(instant: string): string {
  const at = new Date(instant)
  const two = (number: number): string => String(number).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}
