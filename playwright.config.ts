// Playwright: the browser stories in tests/e2e, in the Chromium of the system. Most files share a demo: tests/e2e/demo-fixture.ts.
import { defineConfig } from '@playwright/test'
import { shareCompiledCode } from './scripts/testing/compiled-code.ts'
import { CHROMIUM_OPTIONS, chromiumPath } from './shared/test/chromium.ts'

shareCompiledCode()

/** They have a demo of their own and come first, so that all others follow each other on one. */
const OWN_DEMO = ['**/account.e2e.ts', '**/passkeys.e2e.ts']

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.{e2e,spec}.ts',
  outputDir: 'test-results',
  projects: [
    { name: 'own demo', testMatch: OWN_DEMO },
    { name: 'one demo', testIgnore: OWN_DEMO },
  ],
  // A second worker would start demos of its own, which take more than its stories.
  workers: 1,
  retries: 0,
  // They end a hang and measure nothing: other work on the machine may make a story ten times slower.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // A sixth of the run's processor time; `npx playwright test --trace on` brings it back for a story that fails.
    trace: 'off',
    // Video wants an ffmpeg that only Playwright's own download has.
    video: 'off',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        ...CHROMIUM_OPTIONS,
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
