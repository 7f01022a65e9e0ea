// The command line's pure parts: which words make which command, and what its output looks like.
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { AgentStatus, SettingRow } from '../contract/agent-api.ts'
import { PAIRING_ALPHABET } from '@pharmacy-relay/shared/pairing.ts'
import { describe, expect, test } from 'vitest'
import { AGENT_STATUS, NO_LABELS, NO_PRINTING } from '../test/agent-status.ts'
import { parseCommandLine, UsageError } from './arguments.ts'
import { HELP } from './help-text.ts'
import { settingsHelp, settingsText } from './program/settings-text.ts'
import { statusText } from './computer/status-text.ts'
import { printersText } from './computer/printing-text.ts'
import { COLUMNS } from './text.ts'

const JOB = printJobOf({ reasons: [reason('connection_reset', {})] })
const NOW_MS = Date.UTC(2026, 10, 20, 9, 10)

function statusWith(hub: AgentStatus['hub'], printing: Partial<AgentStatus['printing']> = {}): string {
  const dataFolder = `/var/lib/${'long/'.repeat(20)}`
  const status = { ...AGENT_STATUS, dataFolder, hub, printing: { ...NO_PRINTING, ...printing } }
  return statusText(status, NOW_MS)
}

describe('parseCommandLine', () => {
  test.each([
    [['run'], { kind: 'run' }],
    [['status', '--json'], { kind: 'status' }],
    [['printers'], { kind: 'printers' }],
    [['open'], { kind: 'open', browser: true }],
    [['open', '--no-browser'], { kind: 'open', browser: false }],
    [['logs'], { kind: 'logs', lines: 100 }],
    [['logs', '7'], { kind: 'logs', lines: 7 }],
    [['bundle', 'support.txt'], { kind: 'bundle', file: 'support.txt' }],
    [['ask-for-help'], { kind: 'ask-for-help', text: null }],
    [['ask-for-help', 'no', 'label'], { kind: 'ask-for-help', text: 'no label' }],
    [['print', 'label.zpl'], { kind: 'print', file: 'label.zpl' }],
    [['print', '-'], { kind: 'print', file: '-' }],
    [['jobs', '--json'], { kind: 'jobs', only: null, before: null, all: false }],
    [['jobs', '--only', 'not-out', '--all'], { kind: 'jobs', only: 'not-out', before: null, all: true }],
    [['jobs', '--before', '51', '--only', 'asks'], { kind: 'jobs', only: 'asks', before: 51, all: false }],
    [['waiting'], { kind: 'waiting' }],
    [['test'], { kind: 'test' }],
    [['job', '17'], { kind: 'job', job: '17' }],
    [['release', '17'], { kind: 'release', job: '17' }],
    [['cancel', JOB.id.toUpperCase()], { kind: 'cancel', job: JOB.id }],
    [['reprint', '17'], { kind: 'reprint', job: '17', anyway: false }],
    [['reprint', '17', '--anyway'], { kind: 'reprint', job: '17', anyway: true }],
    [['answer', '17', 'printed'], { kind: 'answer', job: '17', answer: 'printed', anyway: false }],
    [['answer', '17', 'reprint', '--json'], { kind: 'answer', job: '17', answer: 'reprint', anyway: false }],
    [['answer', '17', 'reprint', '--anyway'], { kind: 'answer', job: '17', answer: 'reprint', anyway: true }],
    [['settings'], { kind: 'settings' }],
    [
      ['settings', 'set', 'HubUrl', 'https://a.example'],
      { kind: 'set', name: 'HubUrl', value: 'https://a.example' },
    ],
    [['settings', 'set', 'SupportAppNumber', '-'], { kind: 'set', name: 'SupportAppNumber', value: '-' }],
    [['pair', 'bcdf-ghjk'], { kind: 'pair', code: 'BCDFGHJK', hubUrl: null, again: false }],
    [['pair', 'BCDF', 'GHJK', '--again'], { kind: 'pair', code: 'BCDFGHJK', hubUrl: null, again: true }],
    [
      ['pair', 'BCDFGHJK', '--hub', 'https://a.example'],
      { kind: 'pair', code: 'BCDFGHJK', hubUrl: 'https://a.example', again: false },
    ],
    [['settings', 'unset', 'HubUrl'], { kind: 'unset', name: 'HubUrl' }],
    [[], { kind: 'help', topic: null }],
    [['help', 'settings'], { kind: 'help', topic: 'settings' }],
  ])('understands %j', (args, command) => {
    expect(parseCommandLine(args)).toEqual({ command, asJson: args.some((word) => word === '--json') })
  })

  test.each([
    [['start']],
    [['run', 'now']],
    [['test', 'label.zpl']],
    [['jobs', '7']],
    [['jobs', '--only', 'out']],
    [['jobs', '--only', 'toString']],
    [['jobs', '--before', '0']],
    [['jobs', '--before', 'x']],
    [['status', '--only', 'waits']],
    [['test', '--all']],
    [['print']],
    [['job']],
    [['job', 'seventeen']],
    [['job', '0']],
    [['cancel', '1', '2']],
    [['answer', '17']],
    [['answer', '17', 'yes']],
    [['answer', 'printed']],
    [['print', 'one', 'two']],
    [['open', 'it']],
    [['status', '--no-browser']],
    [['logs', '0']],
    [['logs', 'all']],
    [['logs', '501']],
    [['bundle']],
    [['ask-for-help', 'x'.repeat(4_001)]],
    [['bundle', 'one', 'two']],
    [['settings', 'get']],
    [['settings', 'set', 'HubUrl']],
    [['settings', 'set', 'ComputerName', 'TWO', 'WORDS']],
    [['settings', 'unset']],
    [['status', '--verbose']],
    [['status', '--again']],
    [['pair']],
    [['pair', 'BCDF-GHJA']],
    [['pair', 'BCDF-GHJ']],
    [['pair', 'BC', 'DF', 'GHJK']],
    [['pair', 'BCDF-GHJK', '--hub']],
  ])('refuses %j', (args) => {
    expect(() => parseCommandLine(args)).toThrow(UsageError)
  })

  test('names every letter that no pairing code has, to who mistook one for another', () => {
    const never = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
      .split('')
      .filter((letter) => !PAIRING_ALPHABET.includes(letter))
    const named = `${never.slice(0, -1).join(', ')} or ${never.at(-1)}`
    expect(() => parseCommandLine(['pair', 'ABCD-EFGH'])).toThrow(named)
  })
})

describe('output', () => {
  test('names printers, or says that there are none', () => {
    expect(printersText([{ id: 'cups:ZD421', name: 'Counter', detail: 'Zebra' }])).toContain(
      'cups:ZD421  Counter',
    )
    expect(printersText([])).toContain('No printers')
  })

  test('says which labels did not leave, and which to look at first', () => {
    const labels = { ...NO_LABELS, waiting: 2, unknown: 1 }
    const look = {
      n: 9,
      number: 'B-7',
      state: 'unknown',
      reasons: JOB.reasons,
      since: '2026-11-20T09:08:00.000Z',
    } as const
    const text = statusWith({ state: 'off', why: '' }, { labels: { ...labels, look } })
    expect(text).toMatch(/Not left +2 waiting, 1 unknown: please check/)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'label B-7 is unknown: please check for 2 min: the printer broke',
    )
    expect(text).toContain('agent job B-7')
    expect(text).toMatch(/Which +agent jobs --only asks, agent jobs --only waits\n/)
    const stopped = { ...look, reasons: [reason('printer_condition', { condition: 'paper_out' })] }
    const said = statusWith({ state: 'off', why: '' }, { labels: { ...labels, look: stopped } })
    expect(said.replaceAll(/\s+/g, ' ')).toContain('Put in a new roll. See: agent job B-7')
    expect(statusWith({ state: 'off', why: '' })).not.toContain('Not left')
  })

  test.each([
    [{}, /Printing +no part in it: the support team gives.*\n(?:.*\n)?Assignment +none yet/],
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
  ] as const)('says what the computer does with labels: %j', (printing, text) => {
    expect(statusWith({ state: 'off', why: 'Not set up' }, printing)).toMatch(text)
  })

  test.each([
    [
      ['paper_out'],
      '2026-11-20T09:09:00.000Z',
      /Printer +The printer has no labels left\. Put in a new roll\. It answered 60 s ago\./,
    ],
    [[], '2026-11-20T09:08:00.000Z', /Printer +Reports nothing wrong\. It answered 2 min ago\./],
    [['unreachable'], null, /Printer +The printer cannot be reached\./],
    [[], null, /^(?![^]*\nPrinter )/],
  ] as const)('says how the printer is: %j', (conditions, answeredAt, text) => {
    const printer = { conditions: [...conditions], answeredAt }
    expect(statusWith({ state: 'off', why: '' }, { printer }).replaceAll(/\n {2,}/g, ' ')).toMatch(text)
  })

  test('says what keeps the keys', () => {
    expect(statusWith({ state: 'off', why: '' })).toMatch(/\nKeys +in a file that only this user can read\n/)
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
    expect(text).toMatch(/To do +To let this computer in again, an Admin makes a pairing code/)
    expect(text).toMatch(/Pharmacy +Central \(7\), paired\n/)
  })

  test('says that an Admin has to approve it', () => {
    const nextTryAt = '2026-11-20T09:10:25.000Z'
    const text = statusWith({ state: 'refused', code: 'NOT_APPROVED', why: 'Not approved', nextTryAt })
    expect(text).toMatch(/Pharmacy +Central \(7\), waiting for approval\n/)
    expect(text).toMatch(/To do +An Admin has to approve this computer/)
    expect(text).toContain('next try in 25 s')
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
})

function aRow(value: string): SettingRow {
  return {
    name: 'SupportAppNumber',
    variable: 'Agent__SupportAppNumber',
    value,
    source: 'environment',
    help: '',
    range: '',
    choices: null,
    changeable: true,
    restart: false,
    fault: 'the stored value is too long '.repeat(5),
  }
}
