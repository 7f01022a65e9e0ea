// Vitest: every *.test.ts beside the code; the browser stories in tests/e2e belong to Playwright.
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest but for those that Vitest begins early anyhow, as it goes by size: last, each would run alone at the end. */
const FIRST = ['tests/fleet/fleet.test.ts', 'tests/platform/store-away.test.ts']
const EVERY_TEST = '{shared,agent,relay-server,portal,scripts,tests}/**/*.test.{ts,tsx}'
const NOT_HERE = [...configDefaults.exclude, '**/dist/**', 'tests/e2e/**']
/** They start programs or change their process; each has one to itself. All others share processes, and what those loaded. */
const ALONE = [
  '{scripts,tests}/**/*.test.ts',
  'portal/browser/**/*.test.ts',
  'agent/core/keys/key-store.test.ts',
  'agent/core/spool/store/spool-flush.test.ts',
  'relay-server/store-api/store-hub/session-ends.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification): boolean =>
      FIRST.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
  }
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, exclude: NOT_HERE } },
      {
        extends: true,
        test: { name: 'together', include: [EVERY_TEST], exclude: [...NOT_HERE, ...ALONE], isolate: false },
      },
    ],
    // What a passing test prints hides what a failing one says.
    silent: 'passed-only',
    globalSetup: ['relay-server/db/test-cluster.global.ts'],
    pool: 'forks',
    // Many tests wait more than they work: five at a time keep two cores busy.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One second, the default, is short where two browsers and a database share two cores.
    expect: { poll: { timeout: 10_000 } },
  },
})
