// A reporter for Vitest: writes what was thrown outside of tests to reports/vitest-hooks.json: by hooks of a `describe`, and by
// nobody's call. Vitest's JSON report leaves both out.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reporter, TestModule, TestSuite } from 'vitest/node'
import { repository } from '../command.ts'

export const HOOK_ERRORS = join(repository, 'reports', 'vitest-hooks.json')

interface OuterError {
  readonly file: string
  readonly test: string
  readonly text: string
}

interface OuterErrors {
  readonly hooks: readonly OuterError[]
  readonly unhandled: readonly OuterError[]
}

/** Vitest's error with what it adds: the file that ran, and the test that ran last in it, which may be innocent. */
interface Unhandled {
  readonly message: string
  readonly stack?: string
  readonly VITEST_TEST_PATH?: unknown
  readonly VITEST_TEST_NAME?: unknown
}

function outsideOfTests(error: Unhandled): OuterError {
  const { stack, message, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test } = error
  const last = typeof test === 'string' ? `after or in ${test}` : 'outside of tests'
  return { file: typeof file === 'string' ? file : 'Vitest', test: last, text: stack ?? message }
}

export default class HookErrors implements Reporter {
  readonly #hooks: OuterError[] = []

  onTestSuiteResult(suite: TestSuite): void {
    for (const { stack, message } of suite.errors())
      this.#hooks.push({ file: suite.module.moduleId, test: suite.fullName, text: stack ?? message })
  }

  async onTestRunEnd(_: readonly TestModule[], unhandled: readonly Unhandled[]): Promise<void> {
    const thrown: OuterErrors = { hooks: this.#hooks, unhandled: unhandled.map(outsideOfTests) }
    await writeFile(HOOK_ERRORS, JSON.stringify(thrown))
  }
}
