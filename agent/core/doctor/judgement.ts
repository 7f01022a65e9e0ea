// Judges what the probes found: which place stops labels, which only deserves a look. Pure.
import {
  HOPS,
  type DiagnosedHop,
  type Diagnosis,
  type DiagnosisCode,
  type DiagnosisFacts,
  type Hop,
} from '@pharmacy-relay/shared/diagnosis.ts'
import type { HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { CLOCK_OFF_MS } from '../../contract/summary.ts'
import { NEEDS_PAIRING, WITHDRAWN } from '@pharmacy-relay/shared/pairing.ts'
import { clientHops, wayOf } from './client-hops.ts'
import type { DoctorFacts, StandbyFound, Timed } from './doctor-facts.ts'
import { hop } from './hop.ts'
import { printerHop, printerHops } from './printer-hops.ts'
import { printerThereHop } from './printer-there-hop.ts'

/** A disk as full as this soon keeps no labels; the reserve of the spool is smaller. */
const LOW_BYTES = 500_000_000
/** A flush takes some ms on any disk that works. */
const SLOW_FLUSH_MS = 250

/**
 * The hops of its role in the order in which a label comes by them, and the first that stops labels. A withdrawn computer
 * hears that first: nothing that is put right here changes it.
 */
export function judged(facts: DoctorFacts): Pick<Diagnosis, 'role' | 'path' | 'hops' | 'blocking'> {
  const hops = [
    roleHop(facts),
    ...(facts.role === 'None' ? [] : atWorkHops(facts)),
    hubHop(facts),
    clockHop(facts),
  ]
  const all = withWaiting(atStandby(hops, facts), facts)
  const inOrder = all.toSorted((a, b) => place(a) - place(b))
  const blocking = inOrder.find(({ verdict }) => verdict === 'failed')?.hop ?? null
  return {
    role: facts.role,
    path: facts.role === 'Client' ? wayOf(facts.target) : null,
    hops: inOrder,
    blocking,
  }
}

/**
 * Labels do not go there at the moment: what is wrong there deserves a look, and stops none. They come out of the standby
 * printer: what is wrong with that one is said in its place.
 */
const AT_FIRST: readonly Hop[] = ['trust', 'address', 'tcp', 'link', 'hub_path', 'printer']

function atStandby(hops: readonly DiagnosedHop[], facts: DoctorFacts): readonly DiagnosedHop[] {
  const { standby } = facts
  if (standby === null || !standby.isThere) return hops
  const others = hops.map((one) => {
    const isFirst = AT_FIRST.includes(one.hop) || (one.hop === 'hub' && one.code !== 'hub_withdrawn')
    return isFirst && one.verdict === 'failed' ? { ...one, verdict: 'attention' as const } : one
  })
  const [printer] = standbyPrinterHop(standby, facts)
  return printer === undefined || printer.verdict === 'ok' ? others : withPrinter(others, printer)
}

function standbyPrinterHop(
  { computer, told, looked }: StandbyFound,
  { waitedForPrinterMs }: DoctorFacts,
): readonly DiagnosedHop[] {
  if (told !== null) return [printerThereHop(computer, told)]
  return printerHop({ printer: looked, printerName: computer, waitedForPrinterMs })
}

/** Whatever the places say of themselves: labels get through when none stays here. */
function withWaiting(
  hops: readonly DiagnosedHop[],
  { role, waitingHere: { count, reasons } }: DoctorFacts,
): readonly DiagnosedHop[] {
  const isSaid = hops.some(({ verdict }) => verdict === 'failed')
  if (role === 'None' || count === 0 || isSaid) return hops
  return withPrinter(
    hops,
    hop(['printer', 'failed', 'printer_waiting'], {
      count: Math.min(count, MAX_COUNT),
      reasons: [...reasons],
    }),
  )
}

/** In a diagnosis (`shared/diagnosis.ts`). */
const MAX_COUNT = 10_000

function withPrinter(hops: readonly DiagnosedHop[], printer: DiagnosedHop): readonly DiagnosedHop[] {
  return [...hops.filter((one) => one.hop !== 'printer'), printer]
}

function place({ hop: name, code }: DiagnosedHop): number {
  return code === 'hub_withdrawn' ? -1 : HOPS.indexOf(name)
}

function atWorkHops(facts: DoctorFacts): DiagnosedHop[] {
  const own = [
    listenerHop(facts),
    facts.pausedForMs === null ? spoolHop(facts.disk) : pausedHop(facts.pausedForMs),
  ]
  return [...own, ...(facts.role === 'Client' ? clientHops(facts) : printerHops(facts))]
}

function roleHop({ role, target, printerName, assignmentFailure, hub, standby }: DoctorFacts): DiagnosedHop {
  if (role === 'None' && assignmentFailure !== null)
    return hop(['role', 'failed', 'role_not_applied'], { reasons: [...assignmentFailure] })
  if (role === 'None') return hop(['role', isLetIn(hub) ? 'failed' : 'attention', 'role_none'])
  if (role === 'Client' && target === null) return hop(['role', 'failed', 'role_no_target'])
  if (role === 'Server' && printerName === null) return hop(['role', 'failed', 'role_no_printer'])
  if (assignmentFailure !== null)
    return hop(['role', 'attention', 'role_not_applied'], { reasons: [...assignmentFailure] })
  if (standby !== null) return hop(['role', 'attention', 'role_standby'], { computer: standby.computer })
  return role === 'Client'
    ? hop(['role', 'ok', 'role_client'], { computer: target?.computerName ?? '' })
    : hop(['role', 'ok', 'role_printer'], { printer: printerName ?? '' })
}

function listenerHop({ port, ownListener, assignmentFailure }: DoctorFacts): DiagnosedHop {
  const { value: failure, tookMs } = ownListener
  if (port === null) {
    return hop(['listener', 'failed', 'port_closed'], { reasons: [...(assignmentFailure ?? [])] })
  }
  if (failure === null) return hop(['listener', 'ok', 'port_open'], { port }, tookMs)
  return hop(['listener', 'failed', 'port_silent'], { port, reasons: [failure] }, tookMs)
}

/** Somebody wants labels to wait. */
function pausedHop(leftMs: number): DiagnosedHop {
  return hop(['spool', 'failed', 'spool_paused'], { count: Math.max(1, Math.ceil(leftMs / 60_000)) })
}

function spoolHop({ value: disk, tookMs }: Timed<DoctorFacts['disk']['value']>): DiagnosedHop {
  if (typeof disk === 'string') return hop(['spool', 'failed', 'spool_broken'], { detail: disk }, tookMs)
  const found = { mb: Math.floor(disk.freeBytes / 1e6), ms: disk.flushMs }
  if (disk.freeBytes < LOW_BYTES) return hop(['spool', 'attention', 'spool_low'], found, tookMs)
  if (disk.flushMs > SLOW_FLUSH_MS) return hop(['spool', 'attention', 'spool_slow'], found, tookMs)
  return hop(['spool', 'ok', 'spool_ok'], found, tookMs)
}

/** Nobody gives a role to a computer that is kept out: letting it in comes first. */
function isLetIn({ state }: DoctorFacts['hub']): boolean {
  return state !== 'off' && state !== 'refused'
}

/** Labels do without the hub while the local network carries them. */
function hubHop({ hub, role, target }: DoctorFacts): DiagnosedHop {
  const stops =
    role === 'Client' ? target !== null && wayOf(target) === null : role === 'None' && !isLetIn(hub)
  const verdict = stops ? 'failed' : 'attention'
  switch (hub.state) {
    case 'online':
      return hop(['hub', 'ok', 'hub_online'], { ms: hub.latencyMs ?? 0 })
    case 'off':
      return hop(['hub', verdict, 'hub_off'], saidBy(hub))
    case 'refused':
      if (WITHDRAWN.has(hub.code)) return hop(['hub', 'failed', 'hub_withdrawn'])
      return hop(['hub', verdict, refusalCode(hub.code)], saidBy(hub))
    case 'waiting':
      return hop(['hub', verdict, 'hub_away'], saidBy(hub))
    case 'connecting':
    case 'other':
      return hop(['hub', verdict, 'hub_away'])
    default:
      return hub satisfies never
  }
}

function saidBy({
  why,
  reasons = [],
}: {
  readonly why: string
  readonly reasons?: Reasons | undefined
}): DiagnosisFacts {
  return { detail: why, reasons: [...reasons] }
}

function refusalCode(code: HubCode): DiagnosisCode {
  if (code === 'NOT_APPROVED') return 'hub_wants_approval'
  if (code === 'IDENTITY_CONFLICT') return 'hub_has_copy'
  return NEEDS_PAIRING.has(code) ? 'hub_wants_code' : 'hub_refused'
}

function clockHop({ hubAheadMs }: DoctorFacts): DiagnosedHop {
  if (hubAheadMs === null) return hop(['clock', 'not_tested', 'clock_unknown'])
  const offMs = Math.abs(hubAheadMs)
  const found: DiagnosisFacts = { seconds: Math.round(offMs / 1_000) }
  return offMs > CLOCK_OFF_MS
    ? hop(['clock', 'attention', 'clock_off'], found)
    : hop(['clock', 'ok', 'clock_ok'])
}
