// Vitest: every *.test.ts beside the code; the browser stories in tests/e2e belong to Playwright.
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start whole programs take minutes: begun last, one of them would run alone at the end. */
const LONG_FIRST = ['/tests/', '/scripts/', '/portal/browser/', '/agent/core/']

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONG_FIRST.findIndex((folder) => moduleId.includes(folder))
      return index < 0 ? LONG_FIRST.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['{shared,agent,relay-server,portal,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, '**/dist/**', 'tests/e2e/**'],
    // What a passing test prints hides what a failing one says.
    silent: 'passed-only',
    globalSetup: ['relay-server/db/test-cluster.global.ts'],
    pool: 'forks',
    // Many tests wait more than they work: four at a time keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One second, the default, is short where two browsers and a database share two cores.
    expect: { poll: { timeout: 10_000 } },
  },
})
