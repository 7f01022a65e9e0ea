// Counts tests in the JSON reports of Vitest and Playwright.
import { z } from 'zod'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The tests of one folder or file. */
export interface Suite extends Tally {
  readonly name: string
  readonly seconds: number
  readonly failures: readonly Failure[]
}

/** A failed test and what its runner said, which may be empty. */
export interface Failure {
  readonly test: string
  readonly text: string
}

const TestFile = z.object({
  name: z.string(),
  status: z.string(),
  startTime: z.number(),
  endTime: z.number(),
  message: z.string().default(''),
  assertionResults: z.array(
    z.object({
      status: z.string(),
      fullName: z.string(),
      failureMessages: z.array(z.string()).nullish(),
    }),
  ),
})
type TestFile = z.output<typeof TestFile>
const VitestReport = z.object({ testResults: z.array(TestFile) })

const OuterError = z.object({ file: z.string(), test: z.string(), text: z.string() })
type OuterError = z.output<typeof OuterError>
const HookErrors = z.object({ hooks: z.array(OuterError), unhandled: z.array(OuterError) })

const PlaywrightError = z.object({ message: z.string().default('') })
const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(z.object({ duration: z.number(), errors: z.array(PlaywrightError).default([]) })),
    }),
  ),
})
const PlaywrightSuite = z.object({
  specs: z.array(PlaywrightSpec),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})
const PlaywrightReport = z.object({ suites: z.array(PlaywrightSuite), errors: z.array(PlaywrightError) })

const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }

/** Sums tallies; the sum of none is all zeros. */
export function addUp(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
    }),
    nothing,
  )
}

/** The closing line that people and machines read. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/**
 * One suite for each test file. A file that failed without a failed test (it did not load, or a hook threw) counts as one
 * failure, and so does an error that no test caught. `hookErrors`: what hook-errors.ts wrote in the same run.
 */
export function readVitestReport(report: unknown, hookErrors: unknown): readonly Suite[] {
  const thrown = HookErrors.parse(hookErrors)
  const files = VitestReport.parse(report).testResults.map((file) => readFileOf(file, thrown.hooks))
  const outside = thrown.unhandled.map(({ file, test, text }) => failedSuite(`${file}, ${test}`, text))
  return [...files, ...outside]
}

function readFileOf(file: TestFile, hooks: readonly OuterError[]): Suite {
  const count = (...statuses: string[]) =>
    file.assertionResults.filter((test) => statuses.includes(test.status)).length
  const passed = count('passed')
  const failed = count('failed')
  const skipped = file.assertionResults.length - passed - failed
  const unloaded = file.status === 'failed' && failed === 0 ? 1 : 0
  const thrown = hooks.filter((error) => error.file === file.name)
  const unloadedText = thrown.map(({ test, text }) => `${test}: ${text}`).join('\n')
  const failures = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map((test) => ({ test: test.fullName, text: (test.failureMessages ?? []).join('\n') }))
  return {
    name: file.name,
    seconds: (file.endTime - file.startTime) / 1000,
    passed,
    failed: failed + unloaded,
    skipped,
    failures: unloaded === 0 ? failures : [{ test: 'the file itself', text: file.message || unloadedText }],
  }
}

/** One suite for each spec. An error outside of any test counts as one failure; a flaky test is a failed one. */
export function readPlaywrightReport(report: unknown): readonly Suite[] {
  const { suites, errors } = PlaywrightReport.parse(report)
  const specs = suites.flatMap(specsOf).map((spec) => ({
    name: `${spec.file}: ${spec.title}`,
    seconds:
      spec.tests.flatMap((test) => test.results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    passed: spec.tests.filter((test) => test.status === 'expected').length,
    failed: spec.tests.filter(isFailed).length,
    skipped: spec.tests.filter((test) => test.status === 'skipped').length,
    failures: spec.tests.filter(isFailed).map(({ results }) => ({
      test: spec.title,
      text: results.flatMap((result) => result.errors.map(({ message }) => message)).join('\n'),
    })),
  }))
  const outside = errors.map(({ message }) => failedSuite('outside of any test', message))
  return [...specs, ...outside]
}

/** One failure that no report counts. */
export function failedSuite(name: string, text: string): Suite {
  return { ...nothing, name, seconds: 0, failed: 1, failures: [{ test: name, text }] }
}

function isFailed({ status }: { readonly status: string }): boolean {
  return status === 'unexpected' || status === 'flaky'
}

function specsOf(suite: z.output<typeof PlaywrightSuite>): z.output<typeof PlaywrightSpec>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}
