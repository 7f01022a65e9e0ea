// What stops labels, judged from what the probes found: a way that works makes the other one a remark.
import { Diagnosis, type Hop } from '@pharmacy-relay/shared/diagnosis.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, it } from 'vitest'
import type { HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { LinkErrorCode } from '../link/link-parts.ts'
import type { DoctorFacts, TargetFound } from './doctor-facts.ts'
import { DISK, DISPENSARY, facts, failed, took } from './test/found-facts.ts'
import { firewallOf } from './firewall-rules.ts'
import { judged } from './judgement.ts'
import { isNear } from './near.ts'

const AWAY = { state: 'waiting', why: 'no answer', nextTryAt: '2026-11-20T09:00:00.000Z' } as const
const keptOut = (code: HubCode) => ({ ...AWAY, state: 'refused', code }) as const
const away = (over: Partial<TargetFound>) => facts({ target: { ...DISPENSARY, ...over } })
const refusedKnocks = took([
  { address: '10.0.0.8', outcome: 'no_route' },
  { address: '10.0.1.8', outcome: 'refused' },
] as const)

/** Blocking hop, and one hop in short. */
function verdictOn(given: DoctorFacts, place: Hop): [Hop | null, string] {
  const { hops, blocking, ...rest } = judged(given)
  const at = { computerName: 'A', at: '2026-11-20T09:00:00.000Z', tookMs: 1 }
  // As the contract has it, whatever was found.
  Diagnosis.parse({ ...at, ...rest, hops, blocking })
  const hop = hops.find((one) => one.hop === place)
  return [blocking, hop === undefined ? 'missing' : `${hop.verdict} ${hop.code}`]
}

describe('A Client', () => {
  it.each<[string, DoctorFacts, Hop, Hop | null, string]>([
    ['all well', facts(), 'link', null, 'ok link_up'],
    ['no role', facts({ role: 'None', target: null }), 'role', 'role', 'failed role_none'],
    [
      'a role that could not be taken up',
      facts({ role: 'None', target: null, assignmentFailure: [reason('assignment_failed', {})] }),
      'role',
      'role',
      'failed role_not_applied',
    ],
    ['no target', facts({ target: null }), 'role', 'role', 'failed role_no_target'],
    [
      'assignment not applied',
      facts({ assignmentFailure: [reason('assignment_failed', {})] }),
      'role',
      null,
      'attention role_not_applied',
    ],
    ['no port', facts({ port: null }), 'listener', 'listener', 'failed port_closed'],
    [
      'own port silent',
      facts({ ownListener: took(reason('port_refused_here', {})) }),
      'listener',
      'listener',
      'failed port_silent',
    ],
    ['paused', facts({ pausedForMs: 61_000 }), 'spool', 'spool', 'failed spool_paused'],
    ['disk broken', facts({ disk: took('ENOSPC') }), 'spool', 'spool', 'failed spool_broken'],
    [
      'disk nearly full',
      facts({ disk: took({ ...DISK, freeBytes: 499e6 }) }),
      'spool',
      null,
      'attention spool_low',
    ],
    ['disk slow', facts({ disk: took({ ...DISK, flushMs: 251 }) }), 'spool', null, 'attention spool_slow'],
    ['certificate changed', away({ trust: 'changed' }), 'trust', 'trust', 'failed trust_changed'],
    [
      'another network',
      away({ isNear: false, lan: took({ kind: 'late' }) }),
      'address',
      null,
      'attention address_foreign',
    ],
    [
      'LAN refused, hub up',
      away({ lan: took(failed('unreachable')), knocks: refusedKnocks }),
      'tcp',
      null,
      'attention tcp_refused',
    ],
    [
      'LAN refused, peer offline',
      away({ lan: took(failed('unreachable')), knocks: refusedKnocks, hub: took(failed('peer_offline')) }),
      ...(['hub_path', 'tcp', 'failed path_peer_offline'] as const),
    ],
    [
      'peer offline, LAN up',
      away({ hub: took(failed('peer_offline')) }),
      'hub_path',
      null,
      'attention path_peer_offline',
    ],
    [
      'hubs apart, LAN up',
      away({ hub: took(failed('hub_away')) }),
      'hub_path',
      null,
      'attention path_not_passed_on',
    ],
    [
      'hubs apart, LAN away',
      away({ addresses: [], lan: took(failed('unreachable')), hub: took(failed('hub_away')) }),
      ...(['hub_path', 'address', 'failed path_not_passed_on'] as const),
    ],
    ['hub away, LAN up', facts({ hub: AWAY }), 'hub', null, 'attention hub_away'],
    [
      'no address, hub away',
      facts({
        hub: AWAY,
        target: {
          ...DISPENSARY,
          addresses: [],
          lan: took(failed('unreachable')),
          hub: took(failed('hub_away')),
        },
      }),
      ...(['address', 'address', 'failed address_none'] as const),
    ],
    ...(
      [
        ['NOT_PAIRED', 'hub_wants_code'],
        ['REVOKED', 'hub_withdrawn'],
        ['DELETED', 'hub_withdrawn'],
        ['BAD_KEY', 'hub_wants_code'],
        ['NOT_APPROVED', 'hub_wants_approval'],
        ['IDENTITY_CONFLICT', 'hub_has_copy'],
        ['UPGRADE_REQUIRED', 'hub_refused'],
      ] as const
    ).map(([code, found]): [string, DoctorFacts, Hop, Hop, string] => [
      ...([`kept out: ${code}`, facts({ role: 'None', target: null, hub: keptOut(code) })] as const),
      ...(['hub', 'hub', `failed ${found}`] as const),
    ]),
    [
      'not paired',
      facts({ role: 'None', target: null, hub: { state: 'off', why: 'not paired' } }),
      ...(['role', 'hub', 'attention role_none'] as const),
    ],
    ['another key, LAN up', facts({ hub: keptOut('BAD_KEY') }), 'hub', null, 'attention hub_wants_code'],
    ['withdrawn, LAN up', facts({ hub: keptOut('REVOKED') }), 'hub', 'hub', 'failed hub_withdrawn'],
    ['clock wrong', facts({ hubAheadMs: -60_001 }), 'clock', null, 'attention clock_off'],
    ['clock not heard', facts({ hubAheadMs: null }), 'clock', null, 'not_tested clock_unknown'],
  ])('%s', (_name, given, place, blocking, text) => {
    expect(verdictOn(given, place)).toEqual([blocking, text])
  })

  it.each<[LinkErrorCode, string]>([
    ['not_pinned', 'failed link_not_pinned'],
    ['not_welcome', 'failed link_not_welcome'],
    ['protocol', 'failed link_no_agent'],
    ['timeout', 'failed link_broken'],
  ])('whose link ends with %s', (code, text) => {
    const knocks = took([{ address: '10.0.0.8', outcome: 'connected' }] as const)
    const given = away({ knocks, lan: took(failed(code)), hub: took(failed('peer_offline')) })
    expect(verdictOn(given, 'link')).toEqual(['link', text])
    expect(verdictOn(given, 'tcp')[1]).toBe('ok tcp_connected')
  })
})

describe('The PrinterComputer', () => {
  const server = (over: Partial<DoctorFacts> = {}) =>
    facts({
      role: 'Server',
      target: null,
      printerThere: null,
      printerName: 'tcp:10.0.0.9:9100',
      printer: looked({}),
      ...over,
    })
  function looked(over: Partial<Exclude<NonNullable<DoctorFacts['printer']>['value'], 'late'>>) {
    return took({
      printer: 'tcp:10.0.0.9:9100',
      presence: null,
      conditions: [],
      hasAnswered: true,
      ...over,
    } as const)
  }
  const one = (carriers: readonly ('lan' | 'hub')[]) => ({
    computerName: 'COUNTER-1',
    carriers,
    isChanged: false,
  })

  it.each<[string, DoctorFacts, Hop, Hop | null, string]>([
    ['all well', server(), 'printer', null, 'ok printer_ready'],
    ['no printer', server({ printerName: null, printer: null }), 'role', 'role', 'failed role_no_printer'],
    [
      'printer silent about itself',
      server({ printer: looked({ hasAnswered: false }) }),
      'printer',
      null,
      'ok printer_there',
    ],
    [
      'printer off',
      server({
        printer: looked({ presence: { state: 'absent', reason: reason('printer_unreachable', {}) } }),
      }),
      'printer',
      'printer',
      'failed printer_away',
    ],
    [
      'paper out',
      server({ printer: looked({ conditions: ['paper_out'] }) }),
      'printer',
      'printer',
      'failed printer_stopped',
    ],
    [
      'paper low',
      server({ printer: looked({ conditions: ['paper_low'] }) }),
      'printer',
      null,
      'attention printer_remark',
    ],
    ['printer busy', server({ printer: took('late') }), 'printer', null, 'attention printer_busy'],
    ...(
      [
        ['late for the doctor', took('late' as const)],
        ['refusing', looked({ presence: { state: 'busy', reason: reason('printer_busy', {}) } })],
      ] as const
    ).flatMap(([name, printer]): [string, DoctorFacts, Hop, Hop | null, string][] => [
      [
        `printer ${name}, a label for 10 s`,
        server({ printer, waitedForPrinterMs: 10_000 }),
        ...(['printer', null, 'attention printer_busy'] as const),
      ],
      [
        `printer ${name}, a label for longer`,
        server({ printer, waitedForPrinterMs: 10_001 }),
        ...(['printer', 'printer', 'failed printer_busy'] as const),
      ],
    ]),
    [
      'Client linked',
      server({ clients: [one(['lan'])], firewall: 'blocks' }),
      'firewall',
      null,
      'ok firewall_open',
    ],
    [
      'Client through the hub',
      server({ clients: [one(['hub'])] }),
      'firewall',
      null,
      'attention firewall_perhaps',
    ],
    ['firewall closed', server({ firewall: 'blocks' }), 'firewall', null, 'attention firewall_closed'],
    ['nobody to try', server(), 'firewall', null, 'not_tested firewall_unknown'],
    ['Client missing', server({ clients: [one([])] }), 'clients', null, 'attention clients_missing'],
    [
      'Client changed',
      server({ clients: [{ ...one(['lan']), isChanged: true }] }),
      'trust',
      null,
      'attention trust_clients_changed',
    ],
    ['hub away', server({ hub: AWAY }), 'hub', null, 'attention hub_away'],
  ])('%s', (_name, given, place, blocking, text) => {
    expect(verdictOn(given, place)).toEqual([blocking, text])
  })
})

describe('The settings of ufw', () => {
  const on = { config: 'ENABLED=yes\n', defaults: 'DEFAULT_INPUT_POLICY="DROP"\n' }
  const rule = (text: string) => ({ ...on, rules: `*filter\n-A ufw-user-input ${text}\n` })
  it.each([
    ['none', { config: null, defaults: null, rules: null }, 'unknown'],
    ['off', { ...on, config: '# x\nENABLED=no\n', rules: '' }, 'off'],
    ['accepting all', { ...on, defaults: 'DEFAULT_INPUT_POLICY="ACCEPT"\n', rules: '' }, 'allows'],
    ['not readable', { ...on, rules: null }, 'unknown'],
    ['without a rule', { ...on, rules: '*filter\n' }, 'blocks'],
    ['the port', rule('-p tcp --dport 9100 -j ACCEPT'), 'allows'],
    ['a range', rule('-p tcp -m multiport --dports 22,9000:9200 -j ACCEPT'), 'allows'],
    ['another port', rule('-p tcp --dport 22 -j ACCEPT'), 'blocks'],
    ['of UDP', rule('-p udp --dport 9100 -j ACCEPT'), 'blocks'],
    ['a whole network', rule('-s 192.168.1.0/24 -j ACCEPT'), 'unknown'],
  ] as const)('%s', (_name, files, expected) => {
    expect(firewallOf(files, 9_100)).toBe(expected)
  })
})

it.each([
  [['10.1.2.9'], true],
  [['10.1.3.9'], false],
  [['192.168.7.1', 'fd00:1::8'], true],
  [['dispensary.local'], false],
  [[], false],
])('near %j: %s', (addresses, expected) => {
  const entry = (cidr: string, family: 'IPv4' | 'IPv6') => {
    const own = { address: cidr.split('/')[0] ?? '', netmask: '', mac: '', internal: false, cidr }
    return family === 'IPv4' ? { ...own, family } : { ...own, family, scopeid: 0 }
  }
  const interfaces = { eth0: [entry('10.1.2.3/24', 'IPv4'), entry('fd00:1::3/64', 'IPv6')] }
  expect(isNear(addresses, interfaces)).toBe(expected)
})
