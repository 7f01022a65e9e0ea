// The pages for support in Chromium: the list asks again by itself, the strip of 30 days leads to its table by keyboard.
import { describe, expect, it } from 'vitest'
import { problemListOf, problemOf } from '../pages/testing/support-pages.ts'
import { expectGood } from './testing/chromium.ts'
import { hasChromium, pagesInChromium } from './testing/opened-page.ts'

const HISTORY = '/relay/P-1042/computers/11/history'

describe.skipIf(!hasChromium)('pages for support (need Chromium: `npm run tools`)', () => {
  const open = pagesInChromium()

  it('show a problem that came at a pharmacy which is not on the page, without being told', async () => {
    const { page, stage } = await open('/support')
    const added = problemOf({ id: 77, customerId: 9, pcName: 'FAR-AWAY' })
    stage.problems = problemListOf('offline', [problemOf(), added])
    await page.getByRole('link', { name: 'FAR-AWAY', exact: true }).waitFor()
    expect(stage.pages).toBe(1)
  })

  it('say in the row of a task at once that somebody has it; news of an older version change nothing', async () => {
    const { page, stage } = await open('/support/tasks')
    const row = page.locator('[data-key="task-1042"]')
    const news = { taskId: 1042, what: 'changed', version: 3, state: 'claimed', claimedBy: 'Ann', by: 'Ann' }
    stage.send('task', news)
    await row.getByText('Ann').waitFor()
    expect(await row.locator('[data-state]').textContent()).toBe('taken')
    stage.send('task', { ...news, version: 2, state: 'released', claimedBy: null })
    stage.send('task', { ...news, version: 4, state: 'released', claimedBy: null })
    await row.getByText('nobody yet').waitFor()
    expect(await row.getAttribute('data-seq')).toBe('4')
  })

  it('lead from a row to the computer on the page of its pharmacy', async () => {
    const { page } = await open('/support')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 360, height: 640 })
    await page.getByText('The computer stopped answering').click()
    await page.waitForURL('**/relay/P-1042#computer-12')
    expect(await page.locator('tr:target').getAttribute('data-key')).toBe('computer-12')
    // On the screen, and not under the bar, which stays on top.
    const bar = (await page.locator('.top-bar').boundingBox())?.height ?? 0
    const top = async () => (await page.locator('tr:target').boundingBox())?.y
    await expect.poll(top).toBeLessThan(320)
    expect(await top()).toBeGreaterThanOrEqual(bar)
  })

  it('lead from a day of the strip to the row that tells of it, by keyboard', async () => {
    const { page } = await open(HISTORY)
    const days = page.locator('a.history-day')
    expect(await days.count()).toBe(30)
    await days.nth(27).focus()
    await page.keyboard.press('Enter')
    await page.locator('tr:target').waitFor()
    const row = await page.locator('tr:target').textContent()
    expect(row).toMatch(/18 Nov 2026.*online.*It connected\./)
  })

  it('show times of the reader, and keep the strip when the region comes anew', async () => {
    const { page, stage } = await open(HISTORY)
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    const local = new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZone: zone,
    }).format(new Date('2026-11-19T16:30:00.000Z'))
    expect(await page.locator('.history-table time').first().textContent()).toContain(local)
    stage.send('resync', { lastEventId: 812, customerIds: [] })
    await expect.poll(() => stage.fetches).toBe(1)
    expect(await page.locator('a.history-day').count()).toBe(30)
  })

  it.each([
    ['/support', 'light'],
    ['/support', 'dark'],
    [HISTORY, 'light'],
    [HISTORY, 'dark'],
  ] as const)('fit on a small phone and can be read: %s in %s colours', async (path, colorScheme) => {
    const { page } = await open(path)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 320, height: 640 })
    await expectGood(page)
  })
})
