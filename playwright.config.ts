// Playwright: the browser stories in tests/e2e, in the Chromium of the system. Each story starts what it needs.
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.{e2e,spec}.ts',
  outputDir: 'test-results',
  // Each has a demo of its own; stories of one file share it. They wait more than they work.
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    screenshot: 'only-on-failure',
    // A sixth of the run's processor time; `npx playwright test --trace on` brings it back for a story that fails.
    trace: 'off',
    // Video wants an ffmpeg that only Playwright's own download has.
    video: 'off',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
