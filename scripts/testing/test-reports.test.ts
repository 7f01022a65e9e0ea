// Tests are counted from reports, and nothing that did not run counts as passed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkFileSizes } from '../check/file-sizes.ts'
import { failureLines } from './test-failures.ts'
import { addUp, closingLine, readPlaywrightReport, readVitestReport, type Suite } from './test-reports.ts'
import { judge } from '../tests.ts'

const file = (name: string, status: string, statuses: readonly string[]) => ({
  name,
  status,
  startTime: 1_000,
  endTime: 3_500,
  assertionResults: statuses.map((each, place) => ({
    status: each,
    fullName: `test ${place}`,
    failureMessages: each === 'failed' ? ['expected 1 to be 2'] : [],
  })),
})
const suite = (passed: number, failed: number): Suite => ({
  name: 'a',
  seconds: 1,
  passed,
  failed,
  skipped: 0,
  failures: [],
})
const ended = (succeeded: boolean) => ({
  succeeded,
  ending: succeeded ? 'ended with code 0' : 'ended with code 1',
  output: '',
})

const none = { hooks: [], unhandled: [] }

describe('the count of tests', () => {
  it('tells passed, failed and skipped apart in a Vitest report', () => {
    const report = {
      testResults: [file('/a.test.ts', 'failed', ['passed', 'passed', 'failed', 'pending', 'todo'])],
    }
    expect(readVitestReport(report, none)).toEqual([
      {
        name: '/a.test.ts',
        seconds: 2.5,
        passed: 2,
        failed: 1,
        skipped: 2,
        failures: [{ test: 'test 2', text: 'expected 1 to be 2' }],
      },
    ])
  })

  it('counts a file that did not load as one failure', () => {
    const [broken] = readVitestReport({ testResults: [file('/a.test.ts', 'failed', [])] }, none)
    expect(broken).toMatchObject({ passed: 0, failed: 1 })
  })

  it('says of a file whose hook threw what it threw', () => {
    const thrown = [{ file: '/a.test.ts', test: 'the portal', text: 'Error: no free port' }]
    const report = { testResults: [file('/a.test.ts', 'failed', ['pending'])] }
    expect(readVitestReport(report, { hooks: thrown, unhandled: [] })).toMatchObject([
      { failed: 1, failures: [{ test: 'the file itself', text: 'the portal: Error: no free port' }] },
    ])
  })

  it('counts an error that no test caught as one failure, with the file that ran and what it said', () => {
    const unhandled = [{ file: '/a.test.ts', test: 'after or in test 1', text: 'Error: ECONNRESET' }]
    const report = { testResults: [file('/a.test.ts', 'passed', ['passed'])] }
    expect(readVitestReport(report, { hooks: [], unhandled })).toMatchObject([
      { passed: 1, failed: 0 },
      {
        passed: 0,
        failed: 1,
        failures: [{ test: '/a.test.ts, after or in test 1', text: 'Error: ECONNRESET' }],
      },
    ])
  })

  it('reads nested Playwright suites; a flaky story and an error outside of any test are failures', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: 'a.e2e.ts',
      tests: [{ status, results: [{ duration: 500, errors: [{ message: `${title} failed` }] }] }],
    })
    const report = {
      suites: [
        {
          specs: [spec('one', 'expected')],
          suites: [{ specs: [spec('two', 'flaky'), spec('three', 'skipped')] }],
        },
      ],
      errors: [{ message: 'no' }],
    }
    expect(closingLine(addUp(readPlaywrightReport(report)))).toBe('1 passed, 2 failed, 1 skipped')
  })

  it('says above the closing line what failed and why, and no more than a person reads', () => {
    const table = Array.from({ length: 30 }, (_, line) => `\u001B[31mline ${line}\u001B[39m`)
    const frames = Array.from({ length: 10 }, (_, frame) => `    at test-${frame}.ts:1:1`)
    const text = [
      ...table,
      'kills 34: expected [ false, true ] to deeply equal [ true, true ]',
      ...frames,
    ].join('\n')
    const failures = Array.from({ length: 22 }, (_, place) => ({ test: `test ${place}`, text }))
    const lines = failureLines('FAILED', [suite(3, 0), { ...suite(0, 22), failures }])
    expect(lines.slice(0, 2)).toEqual(['FAILED  a: test 0', '        line 0'])
    expect(lines[7]).toBe('        … 17 lines left out')
    expect(lines.slice(14, 19)).toEqual([
      '        line 29',
      '        kills 34: expected [ false, true ] to deeply equal [ true, true ]',
      '            at test-0.ts:1:1',
      '            at test-1.ts:1:1',
      'FAILED  a: test 1',
    ])
    expect(lines).toHaveLength(20 * 18 + 1)
    expect(lines.at(-1)).toBe('and 2 more')
  })

  it('says of a line that is too long what it begins and what it ends with', () => {
    const text = `expected '${'a'.repeat(5_000)}' to be 'b'`
    const [, line = ''] = failureLines('FAILED', [{ ...suite(0, 1), failures: [{ test: 'one', text }] }])
    expect(line).toMatch(/^ {8}expected 'a+ … a+' to be 'b'$/)
    expect(line.length).toBeLessThan(650)
  })

  it('refuses a report of another shape', () => {
    expect(() => readVitestReport({ numPassedTests: 3 }, [])).toThrow()
    expect(() => readPlaywrightReport([])).toThrow()
  })

  it('counts a runner that crashed, left no report, or reported no test as one failure', () => {
    const failed = (...parameters: Parameters<typeof judge>) => addUp(judge(...parameters)).failed
    expect(failed({ runner: 'Vitest', ended: ended(false), mayBeEmpty: false }, [suite(3, 0)])).toBe(1)
    expect(failed({ runner: 'Vitest', ended: ended(false), mayBeEmpty: true }, null)).toBe(1)
    expect(failed({ runner: 'Vitest', ended: ended(true), mayBeEmpty: false }, null)).toBe(1)
    expect(failed({ runner: 'Vitest', ended: ended(true), mayBeEmpty: false }, [])).toBe(1)
    expect(failed({ runner: 'Vitest', ended: ended(false), mayBeEmpty: false }, [suite(3, 2)])).toBe(2)
    expect(failed({ runner: 'Vitest', ended: ended(true), mayBeEmpty: true }, [])).toBe(0)
  })
})

describe('the check of file sizes', () => {
  it('names files over 300 lines and leaves installed and built ones alone', async () => {
    const root = mkdtempSync(join(tmpdir(), 'sizes-'))
    writeFileSync(join(root, 'fits.ts'), 'x\n'.repeat(300))
    writeFileSync(join(root, 'long.ts'), 'x\n'.repeat(301))
    for (const folder of ['node_modules', 'agent/dist']) {
      mkdirSync(join(root, folder), { recursive: true })
      writeFileSync(join(root, folder, 'long.ts'), 'x\n'.repeat(301))
    }
    expect(await checkFileSizes(root)).toEqual(['long.ts has 301 lines; 300 is the limit: give it one job'])
    rmSync(root, { recursive: true })
  })
})
