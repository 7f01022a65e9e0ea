// What a summary says of every state that an agent can be in, and that its words fit where they are shown.
import { reason } from '../../shared/reasons/make-reason.ts'
import { describe, expect, it } from 'vitest'
import type { AgentStatus, HubConnection, PrintingStatus } from './agent-api.ts'
import type { StandbyStatus } from './status.ts'
import { summaryCodes, type Summary } from '@pharmacy-relay/shared/summary-codes.ts'
import { AGENT_STATUS, NO_LABELS, NO_PRINTING } from '../test/agent-status.ts'
import { healthOf, summaryOf, summaryOfSilence } from './summary.ts'
import { summaryText } from '@pharmacy-relay/shared/texts/summary-text.ts'
import { Language, texts } from '@pharmacy-relay/shared/texts/index.ts'

const AT = '2026-11-20T09:00:00.000Z'
const online: HubConnection = {
  state: 'online',
  since: AT,
  deviceKey: 'ab'.repeat(32),
  publicIpAddress: '192.0.2.1',
  latencyMs: 20,
}
const away: HubConnection = { state: 'waiting', why: 'no route', nextTryAt: AT }
const refused = (
  code:
    | 'NOT_PAIRED'
    | 'REVOKED'
    | 'DELETED'
    | 'NOT_APPROVED'
    | 'IDENTITY_CONFLICT'
    | 'UPGRADE_REQUIRED'
    | 'FORBIDDEN',
) => ({ state: 'refused', code, why: 'the hub says no', nextTryAt: AT }) as const
const look = (state: 'unknown' | 'held' | 'failed' | 'waiting_for_printer') => ({
  n: 17,
  state,
  reasons: [],
  since: AT,
})

const server: PrintingStatus = {
  ...NO_PRINTING,
  role: 'Server',
  printerName: 'Zebra',
  tcpPort: 9100,
  assignmentVersion: 3,
  printer: { conditions: [], answeredAt: AT },
}
const client: PrintingStatus = {
  ...server,
  role: 'Client',
  printerName: null,
  target: 'DISPENSARY',
  printer: null,
  way: { path: 'lan', lanFailure: null, hubFailure: null },
}
const none: PrintingStatus = { ...server, role: 'None', printerName: null, tcpPort: null, printer: null }

const failed = (code: NonNullable<PrintingStatus['failed']>['code']) => ({
  code,
  printerName: 'cups:ZD421',
  tcpPort: 9100,
})

function status(printing: PrintingStatus, rest: Partial<AgentStatus> = {}): AgentStatus {
  return { ...AGENT_STATUS, hub: online, printing, ...rest }
}

const paperOut = {
  conditions: ['paper_low', 'paper_out'],
  answeredAt: AT,
} satisfies PrintingStatus['printer']
const noWay = {
  path: null,
  lanFailure: reason('link_unreachable', {}),
  hubFailure: reason('link_hub_away', {}),
}

const peerOffline = { ...noWay, hubFailure: reason('link_peer_offline', {}) }

const STOPPED = {
  conditions: ['paper_low', 'paper_out'],
  reasons: [reason('printer_condition', { condition: 'paper_out' })],
} satisfies Partial<Told>
type Told = NonNullable<PrintingStatus['printerThere']>
const there = (over: Partial<Told>): Told => ({
  presence: 'there',
  conditions: [],
  reasons: [],
  waiting: 0,
  heardAt: AT,
  ...over,
})

const atStandby = (over: Partial<StandbyStatus>): StandbyStatus => ({
  computerName: 'COUNTER-2',
  printerName: 'cups:SECOND',
  isHere: false,
  isThere: true,
  conditions: [],
  afterSeconds: 120,
  returns: 'auto',
  inUse: { since: AT, why: 'computer_away' },
  ...over,
})

const cases: readonly (readonly [code: Summary['code'], AgentStatus])[] = [
  ['ready', status(server)],
  ['ready', status(client)],
  ['ready_hub_away', status(server, { hub: away })],
  ['ready_at_standby', status({ ...client, way: noWay, standby: atStandby({}) })],
  ['no_way', status({ ...client, way: noWay, standby: atStandby({ isThere: false }) })],
  ['stopped_there', status({ ...client, standby: atStandby({ conditions: ['paper_out'] }) })],
  [
    'paused_there',
    status({ ...client, standby: atStandby({ reasons: [reason('paused', { until: '14:05' })] }) }),
  ],
  ['ready', status({ ...client, standby: atStandby({ inUse: null }) })],
  ['ready_through_hub', status({ ...client, way: { ...noWay, path: 'hub' } })],
  ['ready_printer_remark', status({ ...server, printer: { conditions: ['paper_low'], answeredAt: AT } })],
  [
    'office_printer',
    status({ ...server, printer: { conditions: ['paper_low'], answeredAt: null, isOffice: true } }),
  ],
  [
    'printer_stopped',
    status({ ...server, printer: { conditions: ['paper_out'], answeredAt: null, isOffice: true } }),
  ],
  ['ready_clock_off', status(server, { hubAheadMs: 31_536_000_000 })],
  ['ready_some_failed', status({ ...server, labels: { ...NO_LABELS, failed: 2, look: look('failed') } })],
  ['working', status({ ...server, labels: { ...NO_LABELS, waiting: 2 } })],
  ['working', status({ ...server, labels: { ...NO_LABELS, waiting: 2, failed: 1, look: look('failed') } })],
  [
    'labels_wait',
    status({ ...server, labels: { ...NO_LABELS, waiting: 2, look: look('waiting_for_printer') } }),
  ],
  ['unknown_labels', status({ ...server, labels: { ...NO_LABELS, unknown: 1, look: look('unknown') } })],
  ['held_labels', status({ ...server, labels: { ...NO_LABELS, held: 1, look: look('held') } })],
  ['printer_stopped', status({ ...server, printer: paperOut })],
  ['paused', status({ ...server, pausedUntil: AT, printer: paperOut })],
  [
    'labels_refused',
    status({ ...server, labels: { ...NO_LABELS, refused: { at: AT, reason: reason('spool_full', {}) } } }),
  ],
  ['no_printer', status({ ...server, printerName: null })],
  ['port_closed', status({ ...server, tcpPort: null })],
  ['port_closed', status({ ...client, tcpPort: null })],
  ['no_target', status({ ...client, target: null })],
  ['connecting', status({ ...client, way: { path: null, lanFailure: null, hubFailure: null } })],
  ['no_way', status({ ...client, way: null })],
  ['off_there', status({ ...client, way: peerOffline })],
  ['no_way', status({ ...client, way: noWay }, { hub: away })],
  ['no_role', status(none)],
  ['port_taken', status({ ...none, failure: 'taken', failed: failed('port_taken') })],
  ['printer_missing', status({ ...none, failure: 'missing', failed: failed('printer_missing') })],
  ['not_set_up', status({ ...none, failure: 'no', failed: failed('internal') })],
  ['no_role_no_hub', status(none, { hub: away })],
  ['starting', status(none, { hub: { state: 'connecting', attempt: 1, since: AT } })],
  ['unpaired', status(none, { pharmacyId: null, pharmacyName: null, hubUrl: null })],
  ['pair_again', status(none, { hub: refused('NOT_PAIRED') })],
  ['pair_again', status(server, { hub: refused('NOT_PAIRED') })],
  ['withdrawn', status(none, { hub: refused('DELETED') })],
  ['withdrawn', status({ ...server, printer: paperOut, tcpPort: null }, { hub: refused('REVOKED') })],
  ['withdrawn', status({ ...server, pausedUntil: AT }, { hub: refused('REVOKED') })],
  ['ready', status({ ...client, printerThere: there({}) })],
  ['ready_printer_remark', status({ ...client, printerThere: there({ conditions: ['paper_low'] }) })],
  ['stopped_there', status({ ...client, printerThere: there(STOPPED) })],
  ['stopped_there', status({ ...client, printerThere: there({ reasons: [reason('printer_busy', {})] }) })],
  [
    'paused_there',
    status({ ...client, printerThere: there({ reasons: [reason('paused', { until: '14:05' })] }) }),
  ],
  ['no_printer_there', status({ ...client, printerThere: there({ reasons: [reason('no_printer', {})] }) })],
  // What was heard before the way went.
  ['no_way', status({ ...client, way: noWay, printerThere: there(STOPPED) })],
  ['waits_for_approval', status(none, { hub: refused('NOT_APPROVED') })],
  ['identity_conflict', status(server, { hub: refused('IDENTITY_CONFLICT') })],
  ['too_old', status(server, { hub: refused('UPGRADE_REQUIRED') })],
  ['hub_refuses', status(server, { hub: refused('FORBIDDEN') })],
  ['not_applied', status({ ...server, failure: 'the port is taken' })],
  ['peer_changed', status(client, { peerAlarms: [reason('certificate_changed', { computer: 'COUNTER' })] })],
]

describe('summaryOf', () => {
  it.each(cases)('%s', (code, given) => {
    expect(summaryOf(given).code).toBe(code)
  })

  it('knows a case of every code but those of an agent that says nothing', () => {
    const silent = new Set(['not_running', 'not_answering', 'not_allowed', 'not_understood'])
    const met = new Set(cases.map(([code]) => code))
    expect(summaryCodes.filter((code) => !silent.has(code) && !met.has(code))).toEqual([])
  })

  it('is ready only where a label would come out, and offline only where none leaves', () => {
    const levels = cases.map(([code, given]) => `${summaryOf(given).level} ${code}`)
    expect(new Set(levels.filter((line) => line.startsWith('ready')))).toEqual(
      new Set(
        cases
          .map(([code]) => code)
          .filter((code) => code.startsWith('ready'))
          .map((code) => `ready ${code}`),
      ),
    )
    expect([...new Set(levels.filter((line) => line.startsWith('offline')))]).toEqual([
      'offline no_way',
      'offline off_there',
      'offline no_role_no_hub',
    ])
    expect(summaryOfSilence('not_running').level).toBe('offline')
  })

  it('is what the hub is told as health: level and cause, the computer that has it, and nothing of labels that are under way', () => {
    expect(healthOf(status(server))).toEqual({ level: 'well', cause: null })
    expect(healthOf(status({ ...server, labels: { ...NO_LABELS, waiting: 1 } }))).toEqual({
      level: 'well',
      cause: null,
    })
    const failing = { ...NO_LABELS, waiting: 2, failed: 1, look: look('failed') }
    expect(healthOf(status({ ...server, labels: failing }))).toEqual({
      level: 'warning',
      cause: { code: 'some_failed', params: { printer: 'Zebra' } },
    })
    expect(healthOf(status({ ...server, printer: paperOut }))).toEqual({
      level: 'stopped',
      cause: { code: 'printer_stopped', params: { printer: 'Zebra', condition: 'paper_out' } },
    })
    expect(
      healthOf(status({ ...server, printer: { conditions: [], answeredAt: null, isOffice: true } })),
    ).toEqual({ level: 'warning', cause: { code: 'printer_remark', params: { printer: 'Zebra' } } })
    const stoppedThere = status({ ...client, printerThere: there(STOPPED) })
    expect(healthOf(stoppedThere).cause).toEqual({
      code: 'printer_stopped',
      params: { computer: 'DISPENSARY', condition: 'paper_out' },
    })
    expect(healthOf(status({ ...client, way: peerOffline })).cause).toEqual({
      code: 'computer_off',
      params: { computer: 'DISPENSARY' },
    })
  })

  it('names the label to look at, and the computer that labels do not reach', () => {
    const asked = summaryOf(
      status({ ...server, labels: { ...NO_LABELS, unknown: 1, look: look('unknown') } }),
    )
    expect(asked).toMatchObject({ facts: { job: '17', count: 1 }, action: 'answer' })
    expect(summaryOf(status({ ...client, way: noWay })).facts).toEqual({ computer: 'DISPENSARY' })
  })
})

/** With every fact, so that no sentence lacks one. */
const whole = (code: Summary['code']): Summary => ({
  code,
  level: 'attention',
  action: null,
  facts: {
    computer: 'DISPENSARY-PC',
    printer: 'ZDesigner ZD421',
    count: 12,
    job: '17',
    port: 65_535,
    seconds: 31_536_000,
    until: AT,
  },
})

describe.each(Language.options)('words in %s', (language) => {
  it.each(summaryCodes.map((code) => [code]))('%s is said shortly, and names what it is about', (code) => {
    const { text, advice } = summaryText(whole(code), texts(language))
    expect(text.length).toBeLessThanOrEqual(120)
    expect(`${text} ${advice ?? ''}`).not.toMatch(/undefined|NaN| {2}|\(\)/)
  })

  it('says of a printer what the printer says', () => {
    const { text } = summaryText(summaryOf(status({ ...server, printer: paperOut })), texts(language))
    expect(text).toBe(texts(language).printing.conditions.paper_out)
    const ofClient = summaryText(
      summaryOf(status({ ...client, printerThere: there(STOPPED) })),
      texts(language),
    )
    expect(ofClient.text).toContain('DISPENSARY')
    expect(ofClient.text).toContain(texts(language).printing.conditions.paper_out)
  })
})
