// The way of labels: where it is broken, told from what each computer reports.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Health, HealthCode } from '@pharmacy-relay/shared/labels/health.ts'
import { describe, expect, test } from 'vitest'
import { CENTRAL, NOW, computerOf, viewerAs } from '../testing/fixtures.ts'
import { SHOWN_SENDERS, labelWayOf } from './label-way.ts'
import { relayDetailComputers } from './relay-detail-computers.tsx'

const WELL = { level: 'well', cause: null, at: null, since: NOW.toISOString() } as const satisfies Health
const DISPENSARY = 13

function healthOf(code: HealthCode, computerId: number, level: Health['level'] = 'stopped'): Health {
  return { level, cause: { code, params: {} }, at: { computerId, name: 'X' }, since: NOW.toISOString() }
}

function pharmacy(printing: Health | null, clients: readonly Partial<RelayComputer>[]): CustomerDetail {
  const dispensary = computerOf({ id: DISPENSARY, pcName: 'DISPENSARY', role: 1, health: printing })
  const others = clients.map((changes, index) => computerOf({ id: 20 + index, health: WELL, ...changes }))
  return { ...CENTRAL, computers: [...others, dispensary] }
}

function levelsOf(customer: CustomerDetail): unknown {
  const way = labelWayOf(customer)
  return way && [way.senders.map(({ level }) => level), way.atComputer.level, way.atPrinter.level]
}

describe('the way of labels', () => {
  test('is whole where all is well', () => {
    expect(levelsOf(pharmacy(WELL, [{}, {}]))).toEqual([['well', 'well'], 'well', 'well'])
  })

  test.each(['printer_stopped', 'printer_missing', 'no_printer'] as const)(
    'is broken behind the computer with the printer for %s, whatever its Clients say of it',
    (code) => {
      const health = healthOf(code, DISPENSARY)
      expect(levelsOf(pharmacy(health, [{ health }]))).toEqual([['well'], 'well', 'stopped'])
    },
  )

  test.each(['computer_off', 'port_taken', 'paused', 'withdrawn'] as const)(
    'is broken before the computer with the printer for %s, and of the printer nothing is said',
    (code) => {
      const health = healthOf(code, DISPENSARY)
      expect(levelsOf(pharmacy(health, [{ health }]))).toEqual([['stopped'], 'stopped', null])
    },
  )

  test('is broken at a Client that does not get through, which stands first; the others are well', () => {
    const customer = pharmacy(WELL, [{}, { health: healthOf('no_way', 21) }])
    expect(levelsOf(customer)).toEqual([['stopped', 'well'], 'well', 'well'])
    expect(labelWayOf(customer)?.senders[0]?.health?.cause?.code).toBe('no_way')
  })

  test('goes elsewhere for a Client that prints at the standby printer meanwhile', () => {
    const standby = { computerName: 'COUNTER-1', why: 'computer_away', since: NOW.toISOString() } as const
    const jobsWaiting = {
      unknown: 0,
      held: 0,
      printer: 0,
      personReasons: [],
      printerReasons: [],
      printerConditions: [],
      standby,
    }
    const customer = pharmacy(healthOf('computer_off', DISPENSARY), [{ jobsWaiting }])
    expect(levelsOf(customer)).toEqual([['warning'], 'stopped', null])
  })

  test('is a warning where there is one, and unknown before anybody has said', () => {
    const warned = healthOf('printer_remark', DISPENSARY, 'warning')
    expect(levelsOf(pharmacy(warned, []))).toEqual([[], 'well', 'warning'])
    expect(levelsOf(pharmacy(null, [{ health: null }]))).toEqual([[null], null, null])
  })

  test('is none without a computer that has the printer; who may not connect is no sender', () => {
    expect(levelsOf({ ...CENTRAL, computers: [computerOf()] })).toBeNull()
    expect(levelsOf(pharmacy(WELL, [{ access: 'revoked' }]))).toEqual([[], 'well', 'well'])
  })

  test('shows the first of many and counts the others', () => {
    const customer = pharmacy(
      WELL,
      Array.from({ length: SHOWN_SENDERS + 3 }, () => ({})),
    )
    expect(labelWayOf(customer)?.senders).toHaveLength(SHOWN_SENDERS)
    expect(
      relayDetailComputers({ language: 'en', viewer: viewerAs('Support'), customer, now: NOW }),
    ).toContain('and 3 more')
  })
})

test('The picture names printer and model as its computer does', () => {
  const printer = { name: 'Dispensary ZD421', detail: 'Zebra ZD421-203dpi ZPL' }
  const printerConfig = CENTRAL.printerConfig && { ...CENTRAL.printerConfig, printer }
  const customer = { ...CENTRAL, printerConfig }
  const html = relayDetailComputers({ language: 'en', viewer: viewerAs('Support'), customer, now: NOW })
  for (const words of ['Dispensary ZD421', 'Zebra ZD421-203dpi ZPL']) expect(html).toContain(words)
})
