// A reporter for Vitest: writes what hooks of a `describe` threw to reports/vitest-hooks.json. Vitest's JSON report leaves it out.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reporter, TestSuite } from 'vitest/node'
import { repository } from '../command.ts'

export const HOOK_ERRORS = join(repository, 'reports', 'vitest-hooks.json')

interface HookError {
  readonly file: string
  readonly test: string
  readonly text: string
}

export default class HookErrors implements Reporter {
  readonly #errors: HookError[] = []

  onTestSuiteResult(suite: TestSuite): void {
    for (const { stack, message } of suite.errors())
      this.#errors.push({ file: suite.module.moduleId, test: suite.fullName, text: stack ?? message })
  }

  async onTestRunEnd(): Promise<void> {
    await writeFile(HOOK_ERRORS, JSON.stringify(this.#errors))
  }
}
