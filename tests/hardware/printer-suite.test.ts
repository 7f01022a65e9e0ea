// The suite in short: at the test printer over TCP and into a folder, and lies of the person that it must find.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answersOfFile, usualAnswers } from './answers-given.ts'
import { holds } from './judgement.ts'
import type { Question } from './person.ts'
import { summaryText, writeReport } from './report-files.ts'
import { isNotRun, type Report } from './run-record.ts'
import { suiteAtPrinter, suiteAtTestPrinter } from './runs.ts'
import { cannotRun, STAND_INS, standIn } from './stand-ins.ts'
import { terminalPerson } from './terminal-person.ts'

const wanted = { labels: 3, language: null, model: null, say: () => undefined }

function folder(): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'suite-test-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const contradictions = ({ runs }: Report): string[] =>
  runs.flatMap(({ findings }) => findings.flatMap(({ kind, text }) => (kind === 'contradiction' ? text : [])))

test('At the test printer nothing contradicts, and the report has all of it in one file', async () => {
  const report = await suiteAtTestPrinter({ ...wanted, backends: ['tcp', 'folder'] })
  const [tcp, intoFolder] = report.runs
  expect(report.runs.map((run) => [run.backend, holds(run), run.evidence])).toEqual([
    ['tcp', true, 'L3'],
    ['folder', true, 'L0'],
  ])
  expect(report.notRun.map(({ backend }) => backend)).toEqual([
    ...STAND_INS.filter((backend) => backend !== 'tcp' && backend !== 'folder'),
    ...['/dev/usb/lp0', 'Windows'],
  ])
  expect(tcp?.labels.map(({ evidence, odometerAfter, seen }) => [evidence, odometerAfter, seen])).toEqual([
    ['L1', null, 'once'],
    ['L1', null, 'once'],
    ['L3', 3, 'once'],
  ])
  if (tcp === undefined || isNotRun(tcp.paper) || isNotRun(tcp.power))
    throw new Error('troubles were not run')
  expect(tcp.paper).toMatchObject({ isSo: true, endedWithoutPaper: false, label: { seen: 'once' } })
  expect(tcp.paper.said.join(' ')).toContain('no labels left')
  expect(tcp.power).toMatchObject({ label: { outcome: 'ambiguous', copies: 12 }, hasTwice: false })
  expect(tcp.power.partsSeen).toBeGreaterThan(0)
  expect(tcp.power.partsSeen).toBeLessThan(12)
  expect(tcp.power.after).toMatchObject({ outcome: 'ok', seen: 'once' })
  expect(intoFolder?.paper).toHaveProperty('notRun')

  const files = writeReport(report, folder())
  const page = readFileSync(files.page, 'utf8')
  expect(page).not.toMatch(/(src|href)=|@import|url\(/)
  const raw = tcp.labels[2]?.raw[0]?.answered ?? ''
  expect(Buffer.from(raw, 'hex').toString('latin1')).toContain('\x02030,0,0,')
  expect(page).toContain((raw.match(/../g) ?? []).join(' '))
  expect(JSON.parse(readFileSync(files.json, 'utf8'))).toEqual(report)
  expect(summaryText(report, files)).toContain('cups not run')
})

for (const backend of ['tls', 'usb'] as const)
  test.skipIf(cannotRun(backend) !== null)(
    `At the test printer through ${backend} nothing contradicts (after: npm run tools)`,
    async () => {
      const { runs } = await suiteAtTestPrinter({ ...wanted, backends: [backend] })
      const [run] = runs
      expect([run?.backend, run?.evidence]).toEqual([backend, 'L3'])
      expect(run?.findings.filter(({ kind }) => kind === 'contradiction')).toEqual([])
    },
  )

test('Lies about labels and paper are found', async () => {
  const lies = { 'label-2': 'several', 'label-3': 'none', 'paper-words': 'no' }
  const report = await suiteAtTestPrinter({ ...wanted, backends: ['tcp'], lies })
  expect(contradictions(report)).toEqual([
    expect.stringContaining('label 2 came out more than once'),
    expect.stringMatching(/label 3 did not come out, and the counter of the printer went from 2 to 3/),
    expect.stringContaining('went up by 1 over 1 labels, of which 0 came out'),
    expect.stringContaining('without paper, the agent said what is not so'),
  ])
  expect(report.runs.every(holds)).toBe(false)
})

describe('Without a person', () => {
  async function atTcp() {
    const stand = await standIn('tcp')
    onTestFinished(stand.stop)
    return stand
  }

  test('the usual answers are taken, and troubles that nobody makes are not run', async () => {
    const { id } = await atTcp()
    const { runs } = await suiteAtPrinter({ ...wanted, printer: id, person: usualAnswers })
    expect(runs[0]).toMatchObject({
      evidence: 'L3',
      paper: { notRun: 'nobody took the paper out' },
      power: { notRun: 'nobody switched the printer off' },
    })
  })

  test('a first label that is unreadable ends it, and nothing was asked', async () => {
    const { id } = await atTcp()
    const file = path.join(folder(), 'answers.json')
    writeFileSync(file, '{"label-1": "unreadable"}')
    const report = await suiteAtPrinter({ ...wanted, printer: id, person: answersOfFile(file) })
    expect(report.runs[0]).toMatchObject({
      labels: [{ seen: 'unreadable', raw: [] }],
      paper: { notRun: expect.stringContaining('label 1') as string },
    })
    expect(report.runs[0]?.statuses.flatMap(({ raw }) => raw)).toEqual([])
  })

  test('labels that nobody saw teach no language: nothing is asked', async () => {
    const { id } = await atTcp()
    const file = path.join(folder(), 'answers.json')
    writeFileSync(file, '{}')
    const { runs } = await suiteAtPrinter({ ...wanted, labels: 4, printer: id, person: answersOfFile(file) })
    expect(runs[0]?.labels.map(({ evidence, raw }) => [evidence, raw])).toEqual(Array(4).fill(['L1', []]))
  })

  test('a printer that is not there is no success', async () => {
    const printer = 'tcp:127.0.0.1:1'
    const report = await suiteAtPrinter({ ...wanted, printer, person: usualAnswers })
    expect(report.runs.every(holds)).toBe(false)
  })
})

describe('At the terminal', () => {
  const question: Question = {
    id: 'label-1',
    text: 'What came out?',
    choices: { once: 'once', none: 'nothing' },
    usual: 'once',
    about: { kind: 'other' },
  }
  test.each([
    ['Enter is the usual answer', '\n', 'once'],
    ['a number names an answer', '2\n', 'none'],
    ['s skips', 's\n', null],
    ['what is no answer is asked again', '7\nnone\n', 'none'],
    ['the end of the input skips', '', null],
  ])('%s', async (_name, typed, answer) => {
    const person = terminalPerson({ input: Readable.from([typed]), say: () => undefined })
    expect(await person.answer(question)).toBe(answer)
    person.close()
  })
})
