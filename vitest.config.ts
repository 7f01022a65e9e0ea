// Vitest: every *.test.ts beside the code; the browser stories in tests/e2e belong to Playwright.
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest, of one to four minutes: begun last, one of them would run alone at the end. */
const LONGEST = [
  'tests/platform/joining.test.ts',
  'tests/platform/recovery.test.ts',
  'tests/fleet/fleet.test.ts',
  'tests/platform/store-away.test.ts',
  'tests/platform/fault-campaign.test.ts',
  'tests/window/screens.test.ts',
  'tests/window/troubles.test.ts',
]

/** The rest as Vitest has it: large files before small ones, so that programs and plain tests run side by side. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.findIndex((file) => moduleId.endsWith(file))
      return index < 0 ? LONGEST.length : index
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
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One second, the default, is short where two browsers and a database share two cores.
    expect: { poll: { timeout: 10_000 } },
  },
})
