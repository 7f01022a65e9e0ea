// The browser stories' ground: a running demo, and a page that watches for what must not happen.
import { test as base, expect, type Page } from '@playwright/test'
import { startDemo, type RunningDemo } from '../running-demo.ts'

interface Fixtures {
  /** Fails the story when the page asked for anything beyond the portal, broke the CSP or wrote an error. */
  readonly watched: Page
  readonly running: RunningDemo
}
interface Options {
  /**
   * The file's stories begin on a demo as other such stories may leave it, and leave one: with more users, pharmacies and medicines
   * and other roles in Riverside, with the same people, who sign in as before.
   */
  readonly sharesDemo: boolean
}
export interface WorkerFixtures {
  readonly demos: Demos
}
interface Demos {
  /** The one that runs, where it is that file's own, or both share; else another one. */
  of(user: DemoUser): Promise<RunningDemo>
  stop(): Promise<void>
}
interface DemoUser extends Options {
  readonly file: string
}

// A worker goes from file to file, and a start of the demo is half of what a file takes. A story that leaves people with second
// factors shares with nobody.
export function createDemos(start: () => Promise<RunningDemo>): Demos {
  let current: (DemoUser & { readonly running: RunningDemo }) | null = null
  const stop = async (): Promise<void> => {
    await current?.running.stop()
    current = null
  }
  return {
    of: async (user) => {
      const isShared = current?.sharesDemo === true && user.sharesDemo
      if (current !== null && (isShared || current.file === user.file)) return current.running
      await stop()
      const running = await start()
      current = { ...user, running }
      return running
    },
    stop,
  }
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  sharesDemo: [false, { option: true }],
  demos: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const start = async () => startDemo({ platformOnly: false, dataFolder: null, environment: {} })
      const demos = createDemos(start)
      await use(demos)
      await demos.stop()
    },
    { scope: 'worker' },
  ],
  running: [
    async ({ demos, sharesDemo }, use, { file }) => {
      await use(await demos.of({ file, sharesDemo }))
    },
    { timeout: 300_000 },
  ],
  watched: async ({ page, running }, use) => {
    const wrong: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(running.demo.portalUrl) && !request.url().startsWith('data:'))
        wrong.push(`request to ${request.url()}`)
    })
    page.on('pageerror', (error) => wrong.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
        wrong.push(message.text())
    })
    await use(page)
    expect(wrong).toEqual([])
  },
})

/** Until the page of before is gone: a live page that hears of the end leaves by itself, too. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
}

/** Signs in as the demo's user of that role and waits for the list. */
export async function signIn(
  page: Page,
  running: RunningDemo,
  role: 'Admin' | 'Support' | 'SuperSupport',
): Promise<void> {
  const user = running.demo.users.find((candidate) => candidate.role === role)
  if (user === undefined) throw new Error(`the demo has no ${role}`)
  await page.goto(`${running.demo.portalUrl}/relay`)
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Pharmacies', level: 1 })).toBeVisible()
}

/** A picture of this step, in test-results/pictures. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/pictures/${name}.png`, fullPage: true })
}

export { expect }
