// When a notification is shown: after what lasts and needs a person, once each; never for what goes on by itself.
import type { Summary } from '@pharmacy-relay/shared/summary-codes.ts'
import { summaryOfSilence } from '../contract/summary.ts'
import { expect, test } from 'vitest'
import { notice, NOTHING_NOTICED, type Noticed, type Notice } from './notifications.ts'

const summary = (code: Summary['code'], facts: Summary['facts'] = {}): Summary => ({
  code,
  facts,
  level: 'attention',
  action: null,
})
const ready = summary('ready')

/** Each sight at its second; gives the seconds at which something was said, and what. */
function saidAt(sights: readonly (readonly [second: number, summary: Summary, failed?: number])[]): string[] {
  let noticed: Noticed = NOTHING_NOTICED
  return sights.flatMap(([second, seen, failed = 0]) => {
    const result = notice(noticed, { summary: seen, failed, help: null, nowMs: second * 1_000 })
    noticed = result.noticed
    return result.notices.map((each) => `${second} ${text(each)}`)
  })
}

function text(said: Notice): string {
  return said.kind === 'summary' ? said.summary.code : `${said.kind} ${said.count}`
}

test('a printer that stops is said after 15 s, and once', () => {
  const out = summary('printer_stopped', { condition: 'paper_out' })
  expect(saidAt([0, 5, 10, 15, 20, 600].map((second) => [second, out] as const))).toEqual([
    '15 printer_stopped',
  ])
})

test('a roll that is changed in time is no news', () => {
  const out = summary('printer_stopped', { condition: 'paper_out' })
  expect(
    saidAt([
      [0, out],
      [14, out],
      [15, ready],
      [16, out],
      [30, out],
    ]),
  ).toEqual([])
})

test('another thing that is the matter with the printer is said too', () => {
  const [out, open] = (['paper_out', 'head_open'] as const).map((condition) =>
    summary('printer_stopped', { condition }),
  )
  if (out === undefined || open === undefined) throw new Error('unreachable')
  expect(
    saidAt([
      [0, out],
      [15, out],
      [20, open],
      [34, open],
      [35, open],
    ]),
  ).toEqual(['15 printer_stopped', '35 printer_stopped'])
})

test('what comes back within ten minutes is not said again, and later it is', () => {
  const away = summary('no_way', { computer: 'DISPENSARY' })
  expect(
    saidAt([
      [0, away],
      [60, away],
      [70, ready],
      [300, away],
      [400, away],
      [410, ready],
      [1_100, away],
      [1_160, away],
    ]),
  ).toEqual(['60 no_way', '1160 no_way'])
})

test('each further label that needs an answer is said, and an answered one is not', () => {
  const unknown = (count: number) => summary('unknown_labels', { count })
  expect(
    saidAt([
      [0, unknown(1)],
      [2, unknown(1)],
      [4, unknown(3)],
      [6, unknown(2)],
      [8, unknown(3)],
    ]),
  ).toEqual(['0 unknown_labels', '4 unknown_labels', '8 unknown_labels'])
})

test('labels that fail are said, but not those that had failed before', () => {
  expect(
    saidAt([
      [0, ready, 2],
      [2, ready, 2],
      [4, ready, 3],
      [6, ready, 3],
    ]),
  ).toEqual(['4 failed 1'])
})

test.each([
  'ready',
  'working',
  'starting',
  'connecting',
  'paused',
  'ready_hub_away',
  'no_role',
  'waits_for_approval',
] as const)('%s is never said by itself', (code) => {
  expect(saidAt([0, 100, 10_000].map((second) => [second, summary(code)] as const))).toEqual([])
})

test('an agent that does not run is said after a minute, and nothing of labels meanwhile', () => {
  const away = summaryOfSilence('not_running')
  expect(
    saidAt([
      [0, away],
      [59, away],
      [60, away],
      [61, ready, 0],
    ]),
  ).toEqual(['60 not_running'])
})

test('words of support are said once each, also when the agent forgot that they were unread', () => {
  let noticed: Noticed = NOTHING_NOTICED
  const said = [
    { unread: 0, newest: null },
    { unread: 2, newest: '7-2' },
    { unread: 2, newest: '7-2' },
    null,
    { unread: 0, newest: null },
    { unread: 2, newest: '7-2' },
    { unread: 3, newest: '8-1' },
    { unread: 2, newest: '7-2' },
  ].flatMap((help, nowMs) => {
    const result = notice(noticed, { summary: ready, failed: 0, help, nowMs })
    noticed = result.noticed
    return result.notices.map(text)
  })
  expect(said).toEqual(['help 2', 'help 3'])
})
