// Vitest: every *.test.ts beside the code; the browser stories in tests/e2e belong to Playwright.
import { configDefaults, defineConfig } from 'vitest/config'

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
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One second, the default, is short where two browsers and a database share two cores.
    expect: { poll: { timeout: 10_000 } },
  },
})
