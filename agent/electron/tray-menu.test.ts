// What icon, tooltip and menu are for what the agent says, in every language.
import { summaryCodes, type Summary, type SummaryCode } from '@pharmacy-relay/shared/summary-codes.ts'
import { summaryOfSilence } from '../contract/summary.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { jobStates } from '@pharmacy-relay/shared/job-state.ts'
import { Language, texts } from '@pharmacy-relay/shared/texts/index.ts'
import { expect, test } from 'vitest'
import { noticeText } from './notice-text.ts'
import { trayView, type TrayFacts, type TrayItem } from './tray-menu.ts'
import { HASH } from './window-hashes.ts'

const AT = '2026-11-20T09:00:00.000Z'
const ID = '7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11'
const LABEL = { n: 16, id: ID, number: 'B-15' } as const
const usual: TrayFacts = {
  lastLabel: { ...LABEL, state: 'printed', at: AT },
  canPrint: true,
  isPaused: false,
  unreadHelp: 0,
  ownsAgent: false,
  nowMs: Date.parse(AT),
  summary: { code: 'ready', level: 'ready', action: null, facts: { printer: 'ZDesigner ZD421-203dpi ZPL' } },
}
const en = texts('en')

function items(facts: Partial<TrayFacts>, t = en): Exclude<TrayItem, 'separator'>[] {
  return trayView({ ...usual, ...facts }, t).items.filter((item) => item !== 'separator')
}

function act(facts: Partial<TrayFacts>, id: string) {
  const item = items(facts).find((each) => each.id === id)
  return item !== undefined && 'act' in item ? item.act : undefined
}

const summary = (code: SummaryCode): Summary => ({
  ...summaryOfSilence('not_running'),
  code,
  facts: { job: 'B-17', count: 1 },
})

test.each(Language.options)('tooltips fit into what Windows shows, in %s', (language) => {
  for (const code of summaryCodes) {
    const facts = {
      computer: 'DISPENSARY-PC',
      printer: 'ZDesigner ZD421-203dpi ZPL',
      count: 12,
      job: 'B-17',
      until: AT,
    }
    const { toolTip } = trayView({ ...usual, summary: { ...summary(code), facts } }, texts(language))
    expect(toolTip.length, toolTip).toBeLessThanOrEqual(127)
  }
})

test('a label of which somebody said that it came out is called so', () => {
  const label = { ...LABEL, state: 'sent_to_printer', at: AT } as const
  const line = (lastLabel: TrayFacts['lastLabel']) =>
    items({ lastLabel }).find(({ id }) => id === 'last')?.label
  expect(line(label)).toContain(en.printing.testLabelStates.sent_to_printer)
  expect(line({ ...label, reasons: [reason('seen_out', {})] })).toContain(en.printing.labelSeen)
})

test.each(Language.options)('no line is empty in %s, and every place of the window is one', (language) => {
  for (const code of summaryCodes) {
    for (const item of items({ summary: summary(code) }, texts(language))) {
      expect(item.label).not.toBe('')
      if ('act' in item && item.act?.kind === 'open') expect(item.act.hash).toMatch(HASH)
    }
  }
})

test('what helps stands under how things are', () => {
  const asking: Summary = {
    code: 'unknown_labels',
    level: 'attention',
    action: 'answer',
    facts: { count: 1, job: 'B-17', jobRef: ID },
  }
  expect(items({ summary: asking }).map(({ id }) => id)).toEqual([
    'state',
    'advice',
    'action',
    'last',
    'reprint',
    'pause',
    'test',
    'help',
    'open',
    'quit',
  ])
  expect(act({ summary: asking }, 'action')).toEqual({ kind: 'open', hash: `#/labels/${ID}` })
})

test.each([
  ['unknown_labels', 'answer', '#/labels/asks'],
  ['held_labels', 'labels', '#/labels/asks'],
  ['ready_some_failed', 'labels', '#/labels/not-out'],
  ['labels_wait', 'labels', '#/labels/waits'],
  ['working', 'labels', '#/labels/waits'],
] as const)('%s leads to the labels that it counts, by menu and notification', (code, action, hash) => {
  const told: Summary = { code, level: 'attention', action, facts: { count: 2, jobRef: '17' } }
  expect(act({ summary: told }, 'action')).toEqual({ kind: 'open', hash })
  expect(noticeText({ kind: 'summary', summary: told }, en).hash).toBe(hash)
  expect(HASH.test(hash)).toBe(true)
  const ofOne = { ...told, facts: { count: 1, jobRef: '17' } }
  expect(act({ summary: ofOne }, 'action')).toEqual({ kind: 'open', hash: '#/labels/17' })
})

test('the notification of labels that failed leads to those that did not come out', () => {
  expect(noticeText({ kind: 'failed', count: 3 }, en).hash).toBe('#/labels/not-out')
})

test.each(jobStates)(
  'a last label that is %s is printed again only where that makes another label',
  (state) => {
    const again = act({ lastLabel: { ...LABEL, state, at: AT } }, 'reprint')
    const canBe = ['forwarded', 'sent_to_printer', 'printed', 'failed'].includes(state)
    expect(again).toEqual(canBe ? { kind: 'reprint', ref: ID, number: 'B-15' } : null)
  },
)

test('the last label says its day once that is over', () => {
  const line = (nowMs: number) => items({ nowMs }).find(({ id }) => id === 'last')?.label
  expect(line(Date.parse(AT))).toMatch(/^Label B-15, \d\d:\d\d: /)
  expect(line(Date.parse(AT) + 86_400_000)).toMatch(/^Label B-15, Fri.* 20.*\d\d:\d\d: /)
})

test('an agent of an earlier version tells its own count, and is asked by it', () => {
  const lastLabel = { n: 16, state: 'printed', at: AT } as const
  expect(act({ lastLabel }, 'reprint')).toEqual({ kind: 'reprint', ref: '16', number: '16' })
  expect(act({ lastLabel }, 'last')).toEqual({ kind: 'open', hash: '#/labels/16' })
})

test('nothing can be printed or paused without a role', () => {
  const without = { canPrint: false, lastLabel: null }
  expect(['last', 'reprint', 'pause', 'test'].map((id) => act(without, id))).toEqual([null, null, null, null])
})

test('of an agent that says nothing no label is named', () => {
  const silent = { canPrint: false, lastLabel: undefined, summary: summaryOfSilence('not_running') }
  expect(items(silent).map(({ id }) => id)).not.toContain('last')
  expect(act(silent, 'reprint')).toBeNull()
})

test('a pause offers to go on once', () => {
  const paused: Summary = { code: 'paused', level: 'attention', action: 'resume', facts: { until: AT } }
  const ids = items({ summary: paused, isPaused: true }).map(({ id }) => id)
  expect(ids.filter((id) => id === 'resume' || id === 'action' || id === 'pause')).toEqual(['action'])
  expect(act({ summary: summary('peer_changed'), isPaused: true }, 'resume')).toEqual({ kind: 'resume' })
})

test('quitting says what becomes of labels', () => {
  const quit = (ownsAgent: boolean) => items({ ownsAgent }).at(-1)?.label
  expect([quit(false), quit(true)]).toEqual(['Quit (labels go on)', 'Quit and take no more labels'])
})

test.each(Language.options)(
  'help is one click away, and says how many answers nobody has seen, in %s',
  (language) => {
    const t = texts(language)
    const help = (unreadHelp: number) => items({ unreadHelp }, t).find(({ id }) => id === 'help')
    expect(help(0)).toMatchObject({ label: t.windowHelp.menu, act: { kind: 'open', hash: '#/help' } })
    expect(help(2)).toMatchObject({
      label: t.windowHelp.menuUnread(2),
      act: { kind: 'open', hash: '#/help' },
    })
    expect(noticeText({ kind: 'help', count: 1 }, t)).toMatchObject({
      body: t.windowHelp.notice(1),
      hash: '#/help',
    })
  },
)
