// What a second run may change of the count, and what it may not.
import { describe, expect, it } from 'vitest'
import { filesToRunAgain, withSecondRun } from './second-run.ts'
import { addUp, failedSuite, type Suite } from './test-reports.ts'

const suite = (name: string, passed: number, failing: readonly string[]): Suite => ({
  name,
  seconds: 1,
  passed,
  failed: failing.length,
  skipped: 0,
  failures: failing.map((test) => ({ test, text: 'expected 1 to be 2' })),
})
const story = 'pairing.e2e.ts: an admin makes a code'

describe('a second run', () => {
  it('is made of the files that failed, three at most', () => {
    const three = [suite('/a.test.ts', 4, ['x']), suite('/b.test.tsx', 0, ['y']), suite(story, 0, ['z'])]
    expect(filesToRunAgain([...three, suite('/c.test.ts', 9, [])])).toEqual([
      '/a.test.ts',
      '/b.test.tsx',
      'pairing.e2e.ts',
    ])
    expect(filesToRunAgain([...three, suite('/d.test.ts', 1, ['v'])])).toEqual([])
  })

  it('is not made when something failed that belongs to no file', () => {
    const failed = suite('/a.test.ts', 4, ['x'])
    expect(filesToRunAgain([failed, failedSuite('Vitest ended with code 1', '')])).toEqual([])
    expect(filesToRunAgain([failed, failedSuite('/b.test.ts, after or in test 1', 'ECONNRESET')])).toEqual([])
  })

  it('counts in place of the first, and names what failed at first only', () => {
    const first = [suite('/a.test.ts', 4, ['x', 'y']), suite('/c.test.ts', 9, [])]
    const { suites, unsteady } = withSecondRun(first, [suite('/a.test.ts', 5, ['y'])])
    expect(addUp(suites)).toEqual({ passed: 14, failed: 1, skipped: 0 })
    expect(unsteady.flatMap(({ failures }) => failures.map(({ test }) => test))).toEqual(['x'])
  })

  it('counts a story’s whole file anew', () => {
    const first = [suite(story, 0, ['an admin makes a code']), suite('pairing.e2e.ts: it pairs', 1, [])]
    const second = [suite(story, 1, []), suite('pairing.e2e.ts: it pairs', 0, ['it pairs'])]
    expect(addUp(withSecondRun(first, second).suites)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('does not count for a file that got less far in it, and does not hide what it failed with itself', () => {
    const first = [suite('/a.test.ts', 4, ['x'])]
    expect(addUp(withSecondRun(first, [suite('/a.test.ts', 3, [])]).suites).failed).toBe(1)
    const ended = failedSuite('Vitest ended with code 1', '')
    expect(addUp(withSecondRun(first, [suite('/a.test.ts', 5, []), ended]).suites).failed).toBe(1)
  })
})
