// A Client's way to the PrinterComputer: certificate, address, connection, link, the way through the hub, and the printer there. Pure.
import type {
  DiagnosedHop,
  DiagnosisCode,
  DiagnosisFacts,
  Hop,
  Verdict,
} from '@pharmacy-relay/shared/diagnosis.ts'
import type { LinkErrorCode } from '../link/link-parts.ts'
import type { ConnectOutcome, DoctorFacts, Knock, TargetFound, Timed, WayFound } from './doctor-facts.ts'
import { hop } from './hop.ts'
import { printerThereHop } from './printer-there-hop.ts'

/** The way that labels take; the short one comes first. */
export function wayOf(target: TargetFound | null): 'lan' | 'hub' | null {
  if (target === null) return null
  if (target.lan.value.kind === 'up') return 'lan'
  return target.hub.value.kind === 'up' ? 'hub' : null
}

export function clientHops({ target, hub, printerThere }: DoctorFacts): DiagnosedHop[] {
  if (target === null) return []
  const { computerName: computer } = target
  if (target.trust !== 'trusted') {
    const code = target.trust === 'unknown' ? 'trust_unknown' : 'trust_changed'
    const later: readonly Hop[] = ['address', 'tcp', 'link', 'hub_path', 'printer']
    return [hop(['trust', 'failed', code], { computer }), ...later.map((place) => notTested(place))]
  }
  return [
    hop(['trust', 'ok', 'trust_ok'], { computer }),
    addressHop(target),
    tcpHop(target),
    linkHop(target),
    hubPathHop(target, hub.state === 'online'),
    wayOf(target) === null || printerThere === null
      ? notTested('printer')
      : printerThereHop(computer, printerThere),
  ]
}

/** Of a place on the LAN that does not work: labels may take the hub instead. */
function lanVerdict(target: TargetFound): Verdict {
  return wayOf(target) === null ? 'failed' : 'attention'
}

function addressHop(target: TargetFound): DiagnosedHop {
  const { computerName: computer, addresses, isNear, lan } = target
  const known: DiagnosisFacts = { computer, detail: addresses.join(', ') }
  // The network may have told an address that the assignment does not name.
  if (lan.value.kind === 'up') return hop(['address', 'ok', 'address_known'], known)
  if (addresses.length === 0) return hop(['address', lanVerdict(target), 'address_none'], { computer })
  // A router between two networks may still let labels through: the connection decides.
  return isNear
    ? hop(['address', 'ok', 'address_known'], known)
    : hop(['address', 'attention', 'address_foreign'], known)
}

/** A refusal comes from a computer that is there; silence comes before what cannot be found at all. */
const TELLING: readonly ConnectOutcome[] = ['connected', 'refused', 'silent', 'no_route']
const TCP_CODES = {
  connected: 'tcp_connected',
  refused: 'tcp_refused',
  silent: 'tcp_silent',
  no_route: 'tcp_no_route',
} as const satisfies Record<ConnectOutcome, DiagnosisCode>

function tcpHop(target: TargetFound): DiagnosedHop {
  const { computerName: computer, port, lan, knocks } = target
  const outcome = outcomeOf(knocks.value)
  if (lan.value.kind === 'up') return hop(['tcp', 'ok', 'tcp_connected'], { computer, port }, lan.tookMs)
  if (outcome === null) return notTested('tcp')
  const detail = knocks.value.filter((knock) => knock.outcome === outcome).map(({ address }) => address)
  const facts: DiagnosisFacts = { computer, port, detail: detail.join(', '), system: 'unknown' }
  const verdict = outcome === 'connected' ? 'ok' : lanVerdict(target)
  return hop(['tcp', verdict, TCP_CODES[outcome]], facts, knocks.tookMs)
}

function linkHop(target: TargetFound): DiagnosedHop {
  const { lan, knocks, computerName: computer } = target
  if (lan.value.kind === 'up') return hop(['link', 'ok', 'link_up'], { computer }, lan.tookMs)
  const hasAnswered = outcomeOf(knocks.value) === 'connected'
  // Somebody who answered wrongly may be gone again when the connection is tried by itself.
  const isTelling = lan.value.kind === 'failed' && ANSWERED.includes(lan.value.code)
  if (!hasAnswered && !isTelling) return notTested('link')
  return failedWay('link', lan, { verdict: lanVerdict(target), computer })
}

function hubPathHop(target: TargetFound, isHubThere: boolean): DiagnosedHop {
  const { hub, lan, computerName: computer } = target
  if (hub.value.kind === 'up') return hop(['hub_path', 'ok', 'path_up'], { computer }, hub.tookMs)
  if (!isHubThere) return notTested('hub_path')
  const verdict = lan.value.kind === 'up' ? 'attention' : 'failed'
  return failedWay('hub_path', hub, { verdict, computer })
}

const ANSWERED: readonly LinkErrorCode[] = ['not_pinned', 'not_welcome', 'protocol']
const LINK_CODES = {
  not_pinned: 'link_not_pinned',
  not_welcome: 'link_not_welcome',
  protocol: 'link_no_agent',
  peer_offline: 'path_peer_offline',
  hub_away: 'path_not_passed_on',
  unreachable: 'link_broken',
  no_address: 'link_broken',
  timeout: 'link_broken',
  closed: 'link_broken',
  bye: 'link_broken',
} as const satisfies Record<LinkErrorCode, DiagnosisCode>

function failedWay(
  place: Hop,
  { value, tookMs }: Timed<WayFound>,
  { verdict, computer }: { readonly verdict: Verdict; readonly computer: string },
): DiagnosedHop {
  if (value.kind !== 'failed') return hop([place, verdict, 'link_broken'], { computer }, tookMs)
  return hop([place, verdict, LINK_CODES[value.code]], { computer, reasons: [value.reason] }, tookMs)
}

function outcomeOf(knocks: readonly Knock[]): ConnectOutcome | null {
  return TELLING.find((outcome) => knocks.some((knock) => knock.outcome === outcome)) ?? null
}

function notTested(place: Hop): DiagnosedHop {
  return hop([place, 'not_tested', 'not_tested'])
}
