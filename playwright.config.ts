// Playwright: the browser stories in tests/e2e, in the Chromium of the system. Each story starts what it needs.
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.{e2e,spec}.ts',
  outputDir: 'test-results',
  // The stories share two cores with the platform that they drive.
  workers: 1,
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
    trace: 'retain-on-failure',
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
