// The command line's pure parts: which words make which command, and what its output looks like.
import type { AgentStatus, SettingRow } from '@pharmacy-relay/shared/agent-api.ts'
import { describe, expect, test } from 'vitest'
import { parseCommandLine, UsageError } from './arguments.ts'
import { HELP } from './help-text.ts'
import { settingsHelp, settingsText } from './settings-text.ts'
import { statusText } from './status-text.ts'
import { jobsText, printersText } from './printing-text.ts'
import { COLUMNS } from './text.ts'

const NOW_MS = Date.UTC(2026, 10, 20, 9, 10)

function statusWith(hub: AgentStatus['hub'], printing: Partial<AgentStatus['printing']> = {}): string {
  const status: AgentStatus = {
    agentVersion: '0.1.0',
    pid: 4711,
    startedAt: '2026-11-20T09:00:00.000Z',
    installId: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11',
    dataFolder: `/var/lib/${'long/'.repeat(20)}`,
    computerName: 'COUNTER-1',
    pharmacyId: 7,
    hubUrl: 'https://portal.example',
    hub,
    printing: {
      ...{ role: 'None', printerName: null, target: null, tcpPort: null },
      ...{
        assignmentVersion: 0,
        failure: null,
        labels: { waiting: 0, held: 0, unknown: 0, failed: 0, look: null },
      },
      ...printing,
    },
    keys: { store: 'file', fingerprint: 'e'.repeat(64) },
  }
  return statusText(status, NOW_MS)
}

describe('parseCommandLine', () => {
  test.each([
    [['run'], { kind: 'run' }],
    [['status', '--json'], { kind: 'status' }],
    [['printers'], { kind: 'printers' }],
    [['print', 'label.zpl'], { kind: 'print', file: 'label.zpl' }],
    [['print', '-'], { kind: 'print', file: '-' }],
    [['jobs', '--json'], { kind: 'jobs' }],
    [['test'], { kind: 'test' }],
    [['settings'], { kind: 'settings' }],
    [
      ['settings', 'set', 'HubUrl', 'https://a.example'],
      { kind: 'set', name: 'HubUrl', value: 'https://a.example' },
    ],
    [['settings', 'set', 'EnrolmentKey', '-'], { kind: 'set', name: 'EnrolmentKey', value: '-' }],
    [['settings', 'unset', 'HubUrl'], { kind: 'unset', name: 'HubUrl' }],
    [[], { kind: 'help', topic: null }],
    [['help', 'settings'], { kind: 'help', topic: 'settings' }],
  ])('understands %j', (words, command) => {
    expect(parseCommandLine(words)).toEqual({ command, asJson: words.some((word) => word === '--json') })
  })

  test.each([
    [['start']],
    [['run', 'now']],
    [['test', 'label.zpl']],
    [['print']],
    [['print', 'one', 'two']],
    [['settings', 'get']],
    [['settings', 'set', 'HubUrl']],
    [['settings', 'set', 'ComputerName', 'TWO', 'WORDS']],
    [['settings', 'unset']],
    [['status', '--verbose']],
  ])('refuses %j', (words) => {
    expect(() => parseCommandLine(words)).toThrow(UsageError)
  })
})

describe('output', () => {
  test('names printers, or says that there are none', () => {
    expect(printersText([{ id: 'cups:ZD421', name: 'Counter', detail: 'Zebra' }])).toContain(
      'cups:ZD421  Counter',
    )
    expect(printersText([])).toContain('No printers')
  })

  test('says in words what became of a label, and why', () => {
    const at = '2026-11-20T09:00:00.000Z'
    const text = jobsText([
      {
        ...{
          id: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11',
          n: 7,
          state: 'unknown',
          sender: '10.0.0.5',
          bytes: 600,
        },
        ...{ reason: 'the printer broke the connection off', language: 'zpl', destination: 'tcp:a:9100' },
        ...{ attempts: 1, acceptedAt: at, changedAt: at },
      },
    ])
    expect(text).toContain('unknown: please check')
    expect(text).toContain('the printer broke the connection off')
    expect(jobsText([])).toContain('No labels')
  })

  test.each([
    [{}, /Printing +no part in it: an Admin gives.*\n(?:.*\n)?Assignment +none yet/],
    [
      { role: 'Server', printerName: 'cups:ZD421', tcpPort: 9100, assignmentVersion: 3 },
      /Printing +PrinterComputer, prints on cups:ZD421\nLabels +are taken on port 9100\nAssignment +version 3/,
    ],
    [{ role: 'Client', target: 'DISPENSARY', assignmentVersion: 1 }, /Client, hands labels to DISPENSARY/],
    [{ role: 'Client' }, /Client, but no other computer has a printer/],
    [
      { assignmentVersion: 4, failure: 'Port 9100 is taken' },
      /Assignment +version 4, not applied: Port 9100 is taken/,
    ],
  ] as const)('says what the computer does with labels: %j', (printing, words) => {
    expect(statusWith({ state: 'off', why: 'Not set up' }, printing)).toMatch(words)
  })

  test('says since when the computer is online', () => {
    const text = statusWith({
      state: 'online',
      since: '2026-11-20T09:05:00.000Z',
      deviceKey: '3f'.repeat(32),
      publicIpAddress: '127.0.0.1',
      latencyMs: 4,
    })
    expect(text).toMatch(/Connection +online since 2026-11-20 \d\d:05:00, for 5 min/)
    expect(text).toMatch(/Device key +3f3f3f3f3f3f…/)
    expect(text).toMatch(/Latency +4 ms/)
  })

  test('says why the hub refuses and when it tries again', () => {
    const nextTryAt = '2026-11-20T09:25:00.000Z'
    const text = statusWith({ state: 'refused', code: 'BAD_KEY', why: 'The key is not known', nextTryAt })
    expect(text).toMatch(/Connection +refused by the hub \(BAD_KEY\), next try in 15 min/)
    expect(text).toMatch(/Reason +The key is not known/)
  })

  test('fits into 80 columns but for what cannot be broken', () => {
    const why = 'The hub at https://portal.example cannot be reached: there is no network path to it'
    const text = statusWith({ state: 'waiting', why, nextTryAt: '2026-11-20T09:10:12.000Z' })
    const long = text.split('\n').filter((line) => line.length > COLUMNS)
    expect(long.every((line) => line.includes('/var/lib/'))).toBe(true)
    expect(text).toContain('next try in 12 s')
    for (const line of [HELP, settingsHelp(), settingsText([aRow('x'.repeat(200))])].join('').split('\n')) {
      expect(line.length).toBeLessThanOrEqual(COLUMNS)
    }
  })

  test('shows of a secret only that it is set', () => {
    expect(settingsText([{ ...aRow(null), secret: true, isSet: true }])).toContain('(secret, set)')
  })
})

function aRow(value: string | null): SettingRow {
  return {
    name: 'SupportAppNumber',
    variable: 'Agent__SupportAppNumber',
    value,
    isSet: value !== null,
    source: 'environment',
    help: '',
    range: '',
    secret: false,
    restart: false,
    fault: 'the stored value is too long '.repeat(5),
  }
}
