// The story of a pharmacist who asks for help: no paper at DISPENSARY, two clicks at its window, one of two who want to help takes it,
// sees what is wrong, answers, has a test label printed, and ends it; the pharmacist sees the answer and says that it is solved.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { AgentReplyData } from '../../../agent/contract/agent-api.ts'
import { askAgent } from '../../../agent/contract/socket-client.ts'
import { computerOf, controlSocketOf } from '../../demo-computers.ts'
import { printerOf, rolled, rollOf } from '../../platform/rolls.ts'
import { waitUntil, type RunningDemo } from '../../running-demo.ts'
import { send } from '../agents.ts'
import { expect, signIn, test } from '../demo-fixture.ts'
import { numberedLabel } from '../label-stream.ts'
import { expectGoodLooks } from '../looks.ts'
import { LONGER, isLong } from '../tellings.ts'

test.use({ sharesDemo: true })

const [COMPUTER, PRINTER] = ['DISPENSARY', 'central-printer'] as const
const LIMIT_MS = 120_000
/** Every language, both themes, and a phone: a page has the next of them, and where there is time for it all. */
const LOOKS = [
  { language: 'en', theme: 'light', width: 1_280 },
  { language: 'de', theme: 'dark', width: 390 },
  { language: 'tr', theme: 'light', width: 390 },
] as const

test(
  'a pharmacist without paper asks for help with two clicks, and support helps',
  LONGER,
  async ({ watched: page, running, browser }) => {
    test.setTimeout(600_000)
    const { demo } = running
    const others = await browser.newContext({ locale: 'en-GB' })
    const pharmacist = await windowOf(browser, running)
    const sue = await others.newPage()
    await test.step('the paper is out, and the window says so', async () => {
      await paperRunsOut(running)
      await expect(pharmacist.getByRole('link', { name: 'Ask support for help' })).toBeVisible()
      await lookAtWindow(pharmacist, running, 'help-1-paper-out')
    })
    await test.step('two clicks ask for help, without a word', async () => {
      await pharmacist.getByRole('link', { name: 'Ask support for help' }).click()
      await pharmacist.getByRole('button', { name: 'Ask for help' }).click()
      await expect(pharmacist.getByText('Nobody has taken it yet.')).toBeVisible()
      await lookAtWindow(pharmacist, running, 'help-2-asked')
    })
    await test.step('two of support open it: what is wrong stands there at once', async () => {
      await signIn(page, running, 'Support')
      await signIn(sue, running, 'SuperSupport')
      for (const each of [page, sue]) await openTask(each)
      await expect(page.getByText('Labels stop at: Printer.')).toContainText('no labels left')
      await lookAtPanel(page, 'help-3-task')
    })
    await test.step('one takes it, the other is told who', async () => {
      await page.getByRole('button', { name: 'Take it', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Give it back' })).toBeVisible()
      await sue.getByRole('button', { name: 'Take it', exact: true }).click()
      await expect(sue.getByText('Sam Support has this task')).toBeVisible()
      await lookAtPanel(sue, 'help-4-too-late')
      await expect(pharmacist.getByText('Sam Support takes care of it.')).toBeVisible()
    })
    await test.step('the answer comes to the window by itself, and words go back', async () => {
      await page.getByLabel('Your message').fill('The roll is empty. Please put in a new one.')
      await expect(pharmacist.getByText('Support is writing…')).toBeVisible()
      await expect(sue.getByText('Sam Support').filter({ hasText: 'is writing' })).toBeVisible()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(pharmacist.getByText('The roll is empty.')).toBeVisible()
      await pharmacist.getByLabel('Write to support').fill('Done.\nThere is a new roll.')
      await expect(page.locator('#task-people')).toContainText(COMPUTER)
      await pharmacist.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByText('There is a new roll.')).toBeVisible()
      await expect(page.getByText('read at the pharmacy').first()).toBeVisible()
      await lookAtWindow(pharmacist, running, 'help-5-talk')
      await lookAtPanel(page, 'help-6-talk')
    })
    await test.step('one click sends the support bundle, which support keeps as a file', async () => {
      await pharmacist.getByRole('button', { name: 'Send the support bundle' }).click()
      const link = page.getByRole('link', { name: /^support-bundle-.*\.txt$/ })
      await expect(link).toBeVisible()
      const file = await page.request.get(new URL((await link.getAttribute('href')) ?? '', page.url()).href)
      expect(file.headers()['content-disposition']).toMatch(
        /^attachment; filename="support-bundle-[\d-]+\.txt"/,
      )
      expect(file.headers()['x-content-type-options']).toBe('nosniff')
      expect(await file.text()).toMatch(new RegExp(`^Support bundle of ${COMPUTER}, made 20`))
    })
    await test.step('with paper in, a test label comes out, and support says that it is done', async () => {
      const before = (await rollOf(demo, PRINTER)).length
      await fetch(`${printerOf(demo, PRINTER).httpUrl}/faults`, { method: 'DELETE' })
      // The label that waited.
      await rolled(demo, PRINTER, before + 1)
      await page.getByRole('button', { name: 'Print test label' }).click()
      await rolled(demo, PRINTER, before + 2)
      await page.getByLabel('What helped (optional)').fill('A new roll')
      await page.getByRole('button', { name: 'It is done' }).click()
      await expect(page.getByRole('button', { name: 'Open it again' })).toBeVisible()
    })
    await test.step('the pharmacist sees the end, and says that it is solved', async () => {
      await expect(pharmacist.getByText('Support says that this is done.')).toBeVisible()
      await lookAtWindow(pharmacist, running, 'help-7-done')
      await pharmacist.getByRole('button', { name: 'Yes, it is solved' }).click()
      await expect(pharmacist.getByRole('heading', { name: 'Your other requests' })).toBeVisible()
      await page.reload()
      await expect(page.getByText('The pharmacy says that it is solved.')).toBeVisible()
      await lookAtPanel(page, 'help-8-solved')
    })
    await Promise.all([others.close(), pharmacist.context().close()])
  },
)

/** Of its first labels the agent learns that this printer can be asked; the next one waits for paper. */
async function paperRunsOut(running: RunningDemo): Promise<void> {
  const { demo } = running
  const { rawHost: host, tcpPort: port } = computerOf(demo, COMPUTER)
  const before = (await rollOf(demo, PRINTER)).length
  for (const n of [1, 2]) expect(await send({ host, port }, numberedLabel(n))).toBeNull()
  await rolled(demo, PRINTER, before + 2)
  await printerSays(running, ({ answeredAt }) => answeredAt !== null)
  const body = JSON.stringify({ paperOut: true })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${printerOf(demo, PRINTER).httpUrl}/faults`, { method: 'POST', headers, body })
  expect(await send({ host, port }, numberedLabel(3))).toBeNull()
  await printerSays(running, ({ conditions }) => conditions.includes('paper_out'))
}

type Seen = NonNullable<AgentReplyData<'status'>['printing']['printer']>

async function printerSays(running: RunningDemo, isSo: (seen: Seen) => boolean): Promise<void> {
  let said = ''
  const holds = async (): Promise<boolean> => {
    const { printing } = await askAgent(controlSocketOf(running, COMPUTER), 'status', null)
    said = JSON.stringify(printing)
    return printing.printer !== null && isSo(printing.printer)
  }
  await waitUntil(holds, LIMIT_MS, () => said)
}

/** The agent's pages in a browser of that computer. */
async function windowOf(browser: Browser, running: RunningDemo): Promise<Page> {
  const { url } = await askAgent(controlSocketOf(running, COMPUTER), 'openWindow', null)
  const context: BrowserContext = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

async function openTask(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/support/tasks`)
  await page.getByRole('row').filter({ hasText: COMPUTER }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Diagnosis when help was asked for' })).toBeVisible()
}

let looked = 0
function nextLooks(): readonly (typeof LOOKS)[number][] {
  looked += 1
  return isLong ? LOOKS : LOOKS.filter((_, at) => at === looked % LOOKS.length)
}

async function lookAtWindow(page: Page, running: RunningDemo, name: string): Promise<void> {
  const socket = controlSocketOf(running, COMPUTER)
  for (const { language, theme, width } of nextLooks()) {
    await askAgent(socket, 'setSetting', { name: 'Language', value: language })
    await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
    await lookAs(page, { theme, width }, `${name}-${language}-${theme}-${width}`)
  }
  await askAgent(socket, 'setSetting', { name: 'Language', value: null })
  await page.locator('html[lang=en]').waitFor({ state: 'attached' })
}

async function lookAtPanel(page: Page, name: string): Promise<void> {
  const set = async (value: string): Promise<void> => {
    const prefs = { name: 'prefs', value, url: new URL(page.url()).origin }
    await page.context().addCookies([{ ...prefs, secure: true, httpOnly: true, sameSite: 'Lax' }])
  }
  for (const { language, theme, width } of nextLooks()) {
    await set(`${language}.${theme}`)
    // What a refused step said is on its own answer alone.
    if (language !== 'en') await page.goto(page.url().replace(/(\/support\/tasks\/\d+).*$/, '$1'))
    await lookAs(page, { theme, width }, `${name}-${language}-${theme}-${width}`)
  }
  await set('en.light')
  await page.reload()
}

async function lookAs(
  page: Page,
  { theme, width }: { readonly theme: 'light' | 'dark'; readonly width: number },
  name: string,
): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize({ width, height: 900 })
  await expectGoodLooks(page, name)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1_280, height: 900 })
}
