// The browser script in Chromium, under the CSP of the portal, against a small server that speaks as the portal does.
import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CENTRAL, RIVERSIDE, listOf } from '../pages/testing/fixtures.ts'
import { startStage, type Stage } from './testing/stage.ts'

const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const LONG_MS = 15_000

let browser: Browser

describe.skipIf(!existsSync(chromiumPath))('the browser script (needs Chromium: `npm run tools`)', () => {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    })
  })
  afterAll(async () => {
    await browser.close()
  })

  it('shows a computer go offline without a reload, and marks the row', async () => {
    const { page, stage } = await open('/relay/P-1042')
    await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
    const offline = { isOnline: false, offlineReason: 'transport_close', presenceSeq: 5 } as const
    stage.customer = { ...withComputer(0, offline), lastEventId: 900 }
    stage.send('relay', { lastEventId: 900, customerIds: [1] })
    await page.getByText('The connection was closed.').waitFor({ timeout: LONG_MS })
    const changed = page.locator('tr.is-changed')
    expect(await changed.evaluateAll((rows) => rows.map((row) => row.dataset['key']))).toEqual([
      'computer-11',
    ])
    expect(await page.locator('body[data-not-reloaded]').count()).toBe(1)
  })

  it('does not ask again for a pharmacy that is not on the page, and remembers how far it heard', async () => {
    const { stage } = await open('/relay/P-1042')
    stage.send('relay', { lastEventId: 901, customerIds: [77] })
    stage.dropStreams()
    // Back after at least a second, long after a fetch would have been made.
    await expect.poll(() => stage.streamsAfter, { timeout: LONG_MS }).toEqual([812, 901])
    expect(stage.fetches).toBe(0)
  })

  it('never puts an older rendering in the place of a newer one', async () => {
    const { page, stage } = await open('/relay/P-1042')
    await page.evaluate(() => {
      const region = document.querySelector<HTMLElement>('#relay-computers')
      if (region === null) throw new Error('no region')
      const { dataset } = document.documentElement
      const note = () => (dataset['seen'] = `${dataset['seen'] ?? ''} ${region.dataset['eventId']}`)
      new MutationObserver(note).observe(region, { attributeFilter: ['data-event-id'] })
    })
    stage.customer = { ...withComputer(0, { isOnline: false, presenceSeq: 3 }), lastEventId: 700 }
    stage.send('relay', { lastEventId: 950, customerIds: [1] })
    await expect.poll(() => stage.fetches, { timeout: LONG_MS }).toBe(1)
    // A newer region may still carry a row that is older than the one shown.
    stage.customer = { ...stage.customer, lastEventId: 960 }
    stage.send('relay', { lastEventId: 960, customerIds: [1] })
    await page.locator('html[data-seen=" 960"]').waitFor({ state: 'attached', timeout: LONG_MS })
    expect(await page.locator('tr[data-key="computer-11"] .presence-online').count()).toBe(1)
  })

  it('keeps the focus while the region changes around it', async () => {
    const { page, stage } = await open('/relay/P-1042')
    await page.locator('[data-copy]').nth(1).focus()
    stage.customer = {
      ...withComputer(1, { presenceSeq: 9, isOnline: true, latencyMs: 77 }),
      lastEventId: 900,
    }
    stage.send('relay', { lastEventId: 900, customerIds: [1] })
    await page.getByText('77 ms').waitFor({ timeout: LONG_MS })
    expect(await page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-key'))).toBe(
      'computer-12',
    )
  })

  it('tells when the stream is gone, comes back by itself and catches up', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.customer = { ...CENTRAL, computers: [], lastEventId: 990 }
    stage.dropStreams()
    await page.locator('#live-state[data-state="reconnecting"]').waitFor({ timeout: LONG_MS })
    expect(await page.locator('#live-state').textContent()).toMatch(/^Reconnecting… as of \d\d:\d\d:\d\d$/)
    await page.locator('#live-state[data-state="live"]').waitFor({ timeout: LONG_MS })
    expect(stage.streamsAfter.at(-1)).toBe(812)
    stage.send('resync', { lastEventId: 990 })
    await page.getByText('No computers yet').waitFor({ timeout: LONG_MS })
  })

  it('is not live while news cannot be fetched, and fetches them without being told again', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.status = 503
    stage.customer = { ...CENTRAL, computers: [], lastEventId: 990 }
    stage.send('relay', { lastEventId: 990, customerIds: [CENTRAL.id] })
    await page.locator('#live-state[data-state="reconnecting"]').waitFor({ timeout: LONG_MS })
    expect(stage.refusals).toBeGreaterThan(0)
    stage.status = 200
    await page.getByText('No computers yet').waitFor({ timeout: LONG_MS })
    await page.locator('#live-state[data-state="live"]').waitFor({ timeout: LONG_MS })
  })

  it('loads anew when a pharmacy is gone, and shows that it is', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.status = 404
    stage.pageStatus = 404
    stage.send('relay', { lastEventId: 990, customerIds: [CENTRAL.id] })
    await page.getByRole('heading', { name: 'Not found' }).waitFor({ timeout: LONG_MS })
    expect(stage.pages).toBe(2)
  })

  it('loads anew only once when the page is there all the same, and is not live then', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.status = 404
    stage.send('resync', { lastEventId: 990 })
    await expect.poll(() => stage.pages, { timeout: LONG_MS }).toBe(2)
    await page.locator('#live-state[data-state="live"]').waitFor({ timeout: LONG_MS })
    stage.send('resync', { lastEventId: 991 })
    await page.locator('#live-state[data-state="reconnecting"]').waitFor({ timeout: LONG_MS })
    await expect.poll(() => stage.refusals, { timeout: LONG_MS }).toBeGreaterThan(2)
    expect(stage.pages).toBe(2)
    stage.status = 200
    await page.locator('#live-state[data-state="live"]').waitFor({ timeout: LONG_MS })
    stage.status = 404
    stage.send('resync', { lastEventId: 992 })
    await expect.poll(() => stage.pages, { timeout: LONG_MS }).toBe(3)
    await page.locator('#live-state[data-state="live"]').waitFor({ timeout: LONG_MS })
  })

  it('shows a new name, e-mail and phone number without a reload, in the title of the window too', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.customer = {
      ...CENTRAL,
      name: 'Harbour',
      email: 'h@harbour.example',
      phone: null,
      lastEventId: 900,
    }
    stage.send('relay', { lastEventId: 900, customerIds: [CENTRAL.id] })
    await page.getByRole('heading', { name: 'Harbour P-1042', level: 1 }).waitFor({ timeout: LONG_MS })
    expect(await page.locator('.contact').textContent()).toMatch(/h@harbour\.example.*no phone number/)
    expect(await page.title()).toBe('Harbour · P-1042 · Pharmacy Relay')
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(1)
    expect(stage.pages).toBe(1)
  })

  it('says as of when it is right while the portal hears nothing, without a new stream', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.send('stale', {})
    await page.locator('#live-state[data-state="reconnecting"]').waitFor({ timeout: LONG_MS })
    stage.send('beat', {})
    await page.locator('#live-state[data-state="live"]').waitFor({ timeout: LONG_MS })
    expect(stage.streamsAfter).toEqual([812])
  })

  it('loads anew when the ids of the store went back, as after a restored database', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.customer = { ...withComputer(0, { isOnline: false, presenceSeq: 1 }), lastEventId: 20 }
    stage.send('resync', { lastEventId: 20, customerIds: [] })
    await page.locator('#relay-computers[data-event-id="20"]').waitFor({ timeout: LONG_MS })
    await expect.poll(() => stage.streamsAfter, { timeout: LONG_MS }).toEqual([812, 20])
  })

  it('goes to the sign-in page when the session ends, and remembers where it was', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.send('signed-out', {})
    await page.waitForURL('**/sign-in?returnTo=%2Frelay%2FP-1042', { timeout: LONG_MS })
  })

  it('filters while typing, keeps a short address, and stays live on what it found', async () => {
    const { page, stage } = await open('/relay')
    stage.list = listOf([RIVERSIDE])
    await page.getByLabel('Name').pressSequentially('river')
    await page.getByText('1 pharmacy matches').waitFor({ timeout: LONG_MS })
    expect(new URL(page.url()).search).toBe('?name=river')
    expect(await page.getByLabel('Name').evaluate((input) => input === document.activeElement)).toBe(true)
    stage.list = { ...listOf([{ ...RIVERSIDE, connectedCount: 3 }]), lastEventId: 900 }
    stage.send('relay', { lastEventId: 900, customerIds: [2] })
    await page.getByText('3 of 3 online').waitFor({ timeout: LONG_MS })
  })

  it('leaves the list as it is when filtering fails, and goes to the sign-in page when that is why', async () => {
    const { page, stage } = await open('/relay')
    stage.status = 503
    await page.getByLabel('Name').fill('x')
    await expect.poll(() => stage.refusals, { timeout: LONG_MS }).toBe(1)
    expect(await page.locator('#relay-list tbody tr').count()).toBe(2)
    stage.status = 401
    await page.getByLabel('Name').fill('xy')
    await page.waitForURL('**/sign-in?returnTo=**', { timeout: LONG_MS })
  })

  it('opens a pharmacy by a click anywhere in its row, and by keyboard through its link', async () => {
    const { page } = await open('/relay')
    await page.locator('tr[data-key="customer-1"] .cell-phone').click()
    await page.waitForURL('**/relay/P-1042', { timeout: LONG_MS })
    await page.goBack()
    await page.getByRole('link', { name: 'Riverside' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/relay/P-2077', { timeout: LONG_MS })
  })

  it('goes back to the list as it was left: filtered, sorted, on its page', async () => {
    const { page, stage } = await open('/relay?sort=-name&pageSize=25')
    stage.list = listOf([RIVERSIDE])
    await page.getByLabel('Name').pressSequentially('river')
    await page.getByText('1 pharmacy matches').waitFor({ timeout: LONG_MS })
    await page.getByRole('link', { name: 'Riverside' }).click()
    await page.waitForURL('**/relay/P-2077', { timeout: LONG_MS })
    await page.locator('.crumbs a').click()
    await page.waitForURL('**/relay?name=river&sort=-name&pageSize=25', { timeout: LONG_MS })
  })

  it('goes back to the whole list when the tab never saw another, and after a sign-in', async () => {
    const { page, stage } = await open('/relay/P-1042')
    const crumb = page.locator('.crumbs a')
    expect(await crumb.getAttribute('href')).toBe('/relay')
    await page.goto(`${stage.url}/relay?name=river`)
    await page.goto(`${stage.url}/sign-in`)
    await page.goto(`${stage.url}/relay/P-1042`)
    expect(await crumb.getAttribute('href')).toBe('/relay')
  })

  it('copies a support number and says so', async () => {
    const { page } = await open('/relay/P-1042')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('[data-copy]').first().click()
    await page.getByText('Copied').waitFor({ timeout: LONG_MS })
    expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe('834 221 907')
  })

  it('closes the display menu on Escape and gives the focus back', async () => {
    const { page } = await open('/relay/P-1042')
    await page.locator('summary').click()
    await page.getByRole('button', { name: 'Deutsch' }).focus()
    await page.keyboard.press('Escape')
    expect(await page.locator('details[open]').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
  })
})

function withComputer(index: number, changes: Partial<(typeof CENTRAL.computers)[number]>): typeof CENTRAL {
  return {
    ...CENTRAL,
    computers: CENTRAL.computers.map((computer, at) =>
      at === index ? { ...computer, ...changes } : computer,
    ),
  }
}

/** A page that is live; closes itself, and fails the test on any error of the page or breach of the CSP. */
async function open(path: string): Promise<{ page: Page; stage: Stage }> {
  const stage = await startStage()
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(message.text())
  })
  onTestFinished(async () => {
    await context.close()
    await stage.stop()
    expect(errors).toEqual([])
  })
  await page.goto(`${stage.url}${path}`)
  await page.locator('#live-state[data-state="live"]').waitFor({ timeout: LONG_MS })
  return { page, stage }
}
